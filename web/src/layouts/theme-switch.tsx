import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';

/**
 * Switches between light and dark; see page-actions.ts. CSS chooses the label, without a flash. Hidden without scripts.
 */
export function ThemeSwitch() {
  return (
    <button
      type="button"
      data-action="switch-theme"
      className="noscript:hidden grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
    >
      <Moon data-when="light" className="size-5" aria-hidden="true" />
      <Sun data-when="dark" className="size-5" aria-hidden="true" />
      <span data-when="light" className="sr-only">
        Use the dark theme
      </span>
      <span data-when="dark" className="sr-only">
        Use the light theme
      </span>
    </button>
  );
}

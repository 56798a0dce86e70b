import { Button } from '../../ui/button.tsx';

/** The heading of the days shown, which gets the focus if nothing is in them. */
export const shownDays = 'shown-days';

/** Skips what stands before the appointments: the tools of the page, and who is away. Visible while it has the focus. */
export function SkipToAppointments() {
  return (
    <span className="sr-only focus-within:not-sr-only">
      <Button
        variant="secondary"
        onClick={() => {
          // The tab stop of the table, or the first heading of the list.
          const found = document.querySelector<HTMLElement>('[data-minute][tabindex="0"], [id^="agenda-"]');
          (found ?? document.getElementById(shownDays))?.focus();
        }}
      >
        Skip to the appointments
      </Button>
    </span>
  );
}

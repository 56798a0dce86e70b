import { Button } from './button.tsx';

/** How long a page loads before it says that the server is slow. */
export const slowMillis = 8000;

/** Says that the server is slow, with a reload button. `boot.ts` handles the button, also without React. */
export function SlowNotice({ hidden = false }: { hidden?: boolean }) {
  return (
    <div
      role="status"
      hidden={hidden}
      data-slow-notice=""
      className="fixed inset-x-4 bottom-4 z-50 mx-auto flex w-fit flex-wrap items-center gap-x-5 gap-y-3 rounded-card border border-line bg-surface px-5 py-4 text-ink shadow-float print:hidden"
    >
      The server is taking a long time to answer.
      <Button variant="secondary" size="small" data-action="reload">
        Try again
      </Button>
    </div>
  );
}

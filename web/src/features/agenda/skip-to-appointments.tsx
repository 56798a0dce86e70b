import { Button } from '../../ui/button.tsx';

/** The id of the heading of the shown days. It gets the focus if there are no appointments, tables or lists to focus. */
export const shownDays = 'shown-days';

/** A link for the keyboard that skips the tools of the page and the absences above the appointments. Visible while it has the focus. */
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

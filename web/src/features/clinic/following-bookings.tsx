import type { FollowingBookings } from '@openhours/contract/clinic-facts.ts';
import { counted } from '@openhours/contract/counted.ts';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { shiftText } from './shift-text.ts';

/** What another time zone does to the appointments ahead, and the question whether to change it. */
export function FollowingBookingsQuestion({
  found: { bookings, begun, first },
  busy,
  onKeep,
}: {
  found: FollowingBookings;
  busy: boolean;
  onKeep: () => void;
}) {
  const id = useId();
  const areSkipped = first.some(({ startsThen }) => startsThen === null);
  return (
    <section
      aria-labelledby={id}
      data-following=""
      className="grid gap-3 rounded-control border border-line-strong p-3.5"
    >
      <h3 id={id} className="text-lg">
        {counted(bookings, 'upcoming appointment')}
      </h3>
      <p className="text-[0.9375rem] text-muted">
        Appointments keep their date and their time on the clinic's clock. In the new time zone they start at another
        moment.
        {begun > 0 && ` ${begun} of them would already have started.`}
      </p>
      <ul className="grid gap-2">
        {first.map(({ _id, patient, treatment, appointmentDate, slot, startsAt, startsThen }) => (
          <li key={_id} className="border-t border-line pt-2 text-[0.9375rem]">
            <span className="font-semibold">
              <time className="whitespace-nowrap">{appointmentDate}</time>,{' '}
              <time className="whitespace-nowrap">{slot}</time>
            </span>
            <span dir="auto" className="block text-muted wrap-anywhere">
              {patient} · {treatment}
            </span>
            <span className="block">
              {startsThen === null ? 'The clock skips this time on that day.' : shiftText(startsAt, startsThen)}
            </span>
          </li>
        ))}
      </ul>
      {bookings > first.length && <p className="text-sm text-muted">And {bookings - first.length} more.</p>}
      {!areSkipped && (
        <Button variant="secondary" busy={busy} onClick={onKeep} className="justify-self-start max-sm:w-full">
          Save, and keep dates and times
        </Button>
      )}
    </section>
  );
}

import type { Booking } from '@openhours/contract/booking.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { EmailsOffText } from '../booking/emails-off.tsx';

/** The appointments in a time to block. Each can be chosen, to cancel it. Announced when they appear. */
export function AppointmentsInTime({
  bookings,
  chosen,
  onChoose,
}: {
  bookings: readonly Booking[];
  /** The `_id` of those to cancel. */
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
}) {
  return (
    <div role="status" className="grid gap-3 empty:sr-only">
      {bookings.length > 0 && (
        <>
          <p className="rounded-control bg-amber-soft px-4 py-3 text-amber-ink">
            {bookings.length === 1
              ? 'An appointment is booked at this time. Move it first, or cancel it.'
              : `${bookings.length} appointments are booked in this time. Move them first, or choose which to cancel.`}
            {
              ' Cancelled appointments are refunded in full. For your own appointments, the refund rules for patients apply.'
            }
          </p>
          <ul ref={showList} className="grid gap-1">
            {bookings.map(({ _id, slot, patient, treatment, can, emails, phone }) => (
              <li key={_id}>
                <Checkbox
                  disabled={!can.cancel}
                  checked={chosen.includes(_id)}
                  onChange={({ target }) =>
                    onChoose(target.checked ? [...chosen, _id] : chosen.filter((id) => id !== _id))
                  }
                >
                  {`Cancel ${slot}, ${patient}, ${treatment}`}
                </Checkbox>
                {emails !== 'on' && (
                  <p className="mb-2 ps-7.5 text-[0.9375rem] text-muted">
                    <EmailsOffText emails={emails} phone={phone} />
                  </p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** They appear below the fields, where the dialog may end. */
function showList(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' });
}

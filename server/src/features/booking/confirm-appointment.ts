import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { publish } from '../live/index.ts';
import type { BookingRow } from './booking-row.ts';
import type { NotChanged } from './not-changed.ts';
import { publishToStaff } from './set-state.ts';
import { lockBooking, setConfirmedAt } from './store.ts';

/** Whether a patient can say that they will come. */
export function canConfirm({ state, startsAt }: Pick<BookingRow, 'state' | 'startsAt'>, now: Date): boolean {
  return state === 'booked' && startsAt > now;
}

type ConfirmationOutcome = NotChanged | { readonly kind: 'confirmed'; readonly booking: BookingRow };

/** Stores that the patient will come, once. */
export function confirmAppointment(
  db: Database,
  {
    bookingId,
    version,
    now,
  }: {
    bookingId: string;
    /** The version that the patient saw, if they say so: agreeing to one time is not agreeing to another. */
    version: number | undefined;
    now: Date;
  },
): Promise<ConfirmationOutcome> {
  return inTransaction(db, async (tx): Promise<ConfirmationOutcome> => {
    const booking = await lockBooking(tx, bookingId);
    if (!booking) return { kind: 'refused', code: 'NOT_FOUND' };
    if (!canConfirm(booking, now))
      return { kind: 'refused', code: 'NOT_POSSIBLE', message: 'This appointment cannot be confirmed now.' };
    if (version !== undefined && booking.version !== version) {
      return { kind: 'refused', code: 'CHANGED_MEANWHILE', data: { version: booking.version } };
    }
    if (booking.confirmedAt !== null) return { kind: 'confirmed', booking };
    await setConfirmedAt(tx, { bookingId, confirmedAt: now });
    await publishToStaff(tx, booking);
    await publish(tx, { to: [booking.patientId], event: { type: 'booking', bookingId } });
    return { kind: 'confirmed', booking: { ...booking, confirmedAt: now } };
  });
}

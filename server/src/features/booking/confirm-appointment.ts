import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { publish } from '../live/index.ts';
import { tellStaff } from './set-state.ts';
import { type BookingRow, lockBooking, setConfirmedAt } from './store.ts';

/** Whether a patient can say that they will come. */
export function canConfirm({ state, startsAt }: Pick<BookingRow, 'state' | 'startsAt'>, now: Date): boolean {
  return state === 'booked' && startsAt > now;
}

/** Stores that the patient will come, once. `undefined`: the appointment has begun or is not booked any more. */
export function confirmAppointment(
  db: Database,
  { bookingId, now }: { bookingId: string; now: Date },
): Promise<BookingRow | undefined> {
  return inTransaction(db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (!booking || !canConfirm(booking, now)) return undefined;
    if (booking.confirmedAt !== null) return booking;
    await setConfirmedAt(tx, { bookingId, confirmedAt: now });
    await tellStaff(tx, booking);
    await publish(tx, { to: [booking.patientId], event: { type: 'booking', bookingId } });
    return { ...booking, confirmedAt: now };
  });
}

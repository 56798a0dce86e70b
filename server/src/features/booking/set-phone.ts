import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { rememberPhone } from '../identity/index.ts';
import { publish } from '../live/index.ts';
import { findBooking } from './queries.ts';
import { updatePhone } from './store.ts';

/**
 * Changes the phone number of a patient's own appointment that is still to come, and saves it for the next booking
 * (`rememberPhone`).
 *
 * @param change.phone as `readPhone` reads it, or '' to remove the number from this appointment only
 */
export function setPhoneOfBooking(
  db: Database,
  change: { bookingId: string; patientId: string; phone: string; now: Date },
): Promise<{ readonly kind: 'done' } | Refused<'NOT_FOUND' | 'NOT_UPCOMING'>> {
  const { bookingId, patientId: personId, phone, now } = change;
  return inTransaction(db, async (tx) => {
    if (!(await updatePhone(tx, change))) {
      const booking = await findBooking(tx, bookingId);
      return { kind: 'refused', code: booking?.patientId === personId ? 'NOT_UPCOMING' : 'NOT_FOUND' };
    }
    if (phone !== '') await rememberPhone(tx, { personId, phone, now });
    await publish(tx, { to: [personId], event: { type: 'booking', bookingId } });
    return { kind: 'done' };
  });
}

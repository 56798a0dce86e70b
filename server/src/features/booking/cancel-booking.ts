import type { Database } from '../../database/database.ts';
import { type BookingRow, cancelUpcoming, type WhichBookings } from './store.ts';

/**
 * Cancels bookings that are confirmed and still to come, and answers them as they were cancelled; what has begun or is
 * cancelled already stays as it is. Their slots are free again. Telling the patients is for whoever asked, once the
 * transaction is committed (`cancellation-mail.ts`).
 *
 * @param options.reason a sentence that the patient reads
 * @param options.by the person who decided so
 */
export function cancelBookings(
  db: Database,
  options: { which: WhichBookings; reason: string; by: string; now: Date },
): Promise<readonly BookingRow[]> {
  return cancelUpcoming(db, options);
}

import type { Database } from '../../database/database.ts';
import type { Jobs } from '../../providers/jobs/port.ts';
import { type BookingRow, cancelBookings } from '../booking/index.ts';
import { refundCancelledBooking } from './refund-cancelled-booking.ts';

/**
 * Cancels bookings as `cancelBookings` does, and decides in the same transaction that what was paid for them goes back.
 * The providers are asked once it is committed.
 */
export async function cancelAndGiveBack(
  tx: Database,
  options: Parameters<typeof cancelBookings>[1] & { jobs: Jobs },
): Promise<readonly BookingRow[]> {
  const { jobs, ...cancellation } = options;
  const cancelled = await cancelBookings(tx, cancellation);
  for (const { id: bookingId } of cancelled) {
    await refundCancelledBooking(tx, { bookingId, now: cancellation.now, jobs });
  }
  return cancelled;
}

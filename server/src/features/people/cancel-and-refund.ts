import type { Database } from '../../database/database.ts';
import type { Jobs } from '../../providers/jobs/port.ts';
import { type BookingRow, cancelBookings } from '../booking/index.ts';
import { refundCancelledBooking } from '../payments/index.ts';

/** Cancels bookings and decides that what was paid for them goes back, in the transaction of the reason. */
export async function cancelAndRefund(
  tx: Database,
  { jobs, ...cancelling }: Parameters<typeof cancelBookings>[1] & { jobs: Jobs },
): Promise<readonly BookingRow[]> {
  const cancelled = await cancelBookings(tx, cancelling);
  for (const { id: bookingId } of cancelled) {
    await refundCancelledBooking(tx, { bookingId, now: cancelling.now, jobs });
  }
  return cancelled;
}

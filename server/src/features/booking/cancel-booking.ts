import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Database } from '../../database/database.ts';
import { type Published, publish } from '../live/index.ts';
import { type BookingRow, cancelUpcoming, type WhichBookings } from './store.ts';

/**
 * Cancels bookings that are confirmed and still to come, and answers them as they were cancelled; what has begun or is
 * cancelled already stays as it is. Their slots are free again, and who looks at them sees it at once. To be called
 * inside the transaction of the reason. Writing to the patients is for whoever asked, once that is committed
 * (`cancellation-mail.ts`).
 *
 * @param options.reason a sentence that the patient reads
 * @param options.by the person who decided so
 */
export async function cancelBookings(
  tx: Database,
  options: { which: WhichBookings; reason: string; by: string; now: Date },
): Promise<readonly BookingRow[]> {
  const cancelled = await cancelUpcoming(tx, options);
  const days = new Set(cancelled.map(({ day }) => day));
  await publish(
    tx,
    ...[...days].map((day): Published => ({ to: 'everyone', event: { type: 'slots', date: mediumDateFromIso(day) } })),
    ...cancelled.map(
      ({ id, patientId }): Published => ({
        to: [patientId],
        event: { type: 'booking', bookingId: id },
      }),
    ),
  );
  return cancelled;
}

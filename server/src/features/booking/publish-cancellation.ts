import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Database } from '../../database/database.ts';
import { type Published, publish } from '../live/index.ts';
import type { Cancellation } from './cancel-bookings.ts';

/** Open pages show the freed slots to everyone, and the cancelled booking to its patient. */
export async function publishCancellation(tx: Database, { bookings }: Cancellation): Promise<void> {
  const days = new Set(bookings.map(({ day }) => day));
  await publish(
    tx,
    ...[...days].map((day): Published => ({ to: 'everyone', event: { type: 'slots', date: mediumDateFromIso(day) } })),
    ...bookings.map(({ id, patientId }): Published => ({ to: [patientId], event: { type: 'booking', bookingId: id } })),
  );
}

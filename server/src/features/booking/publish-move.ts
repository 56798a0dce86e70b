import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Database } from '../../database/database.ts';
import { type Published, publish } from '../live/index.ts';
import type { Move } from './move-appointment.ts';

/** Open pages show the slots of both days to everyone, and the moved booking to its patient. */
export async function publishMove(tx: Database, { before, after }: Move): Promise<void> {
  const days = new Set([before.day, after.day]);
  await publish(
    tx,
    ...[...days].map((day): Published => ({ to: 'everyone', event: { type: 'slots', date: mediumDateFromIso(day) } })),
    { to: [after.patientId], event: { type: 'booking', bookingId: after.id } },
  );
}

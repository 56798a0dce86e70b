import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Database } from '../../database/database.ts';
import { type Published, publish } from '../live/index.ts';
import type { BookingRow } from './booking-row.ts';
import type { Cancellation } from './cancel-bookings.ts';
import type { Move } from './move-appointment.ts';

export function publishCancellation(tx: Database, { bookings }: Cancellation): Promise<void> {
  return publishChange(tx, { days: bookings.map(({ day }) => day), bookings });
}

export function publishMove(tx: Database, { before, after }: Move): Promise<void> {
  return publishChange(tx, { days: [before.day, after.day], bookings: [after] });
}

/** Open pages show the slots of these days to everyone, and each booking to its patient. */
async function publishChange(
  tx: Database,
  { days, bookings }: { days: readonly string[]; bookings: readonly BookingRow[] },
): Promise<void> {
  await publish(
    tx,
    ...[...new Set(days)].map(
      (day): Published => ({ to: 'everyone', event: { type: 'slots', date: mediumDateFromIso(day) } }),
    ),
    ...bookings.map(({ id, patientId }): Published => ({ to: [patientId], event: { type: 'booking', bookingId: id } })),
  );
}

import { and, asc, between, eq, gt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookings, reminderProgress } from '../../database/schema/booking.ts';
import type { BookingRow } from './booking-row.ts';
import type { StartTimes } from './reminders.ts';

/** What a reminder needs to know of an appointment. */
export type RemindedBooking = Pick<
  BookingRow,
  'id' | 'patientId' | 'treatedId' | 'day' | 'startMinute' | 'startsAt' | 'changedAt'
>;

/** Clocks of nodes differ by less. */
const CLOCKS_DIFFER_MILLIS = 3_600_000;

/**
 * Returns until when reminders were queued, and notes that they are until `now`: for the transaction that queues them.
 * `undefined` if there is nothing to queue: nothing was noted before, or another node's clock is ahead and it has queued
 * them already. If it is ahead by more than an hour, that clock was wrong: its note would stop all reminders, so it is
 * set back.
 */
export async function advanceReminders(tx: Database, now: Date): Promise<Date | undefined> {
  const [before] = await tx.select().from(reminderProgress).for('update');
  if (!before) {
    await tx.insert(reminderProgress).values({ queuedUntil: now }).onConflictDoNothing();
    return undefined;
  }
  const aheadMillis = before.queuedUntil.getTime() - now.getTime();
  if (aheadMillis >= 0 && aheadMillis <= CLOCKS_DIFFER_MILLIS) return undefined;
  await tx.update(reminderProgress).set({ queuedUntil: now });
  return aheadMillis < 0 ? before.queuedUntil : undefined;
}

/**
 * The upcoming appointments that begin at these times, of patients who have an address, by their start; those after
 * `after`, at most `limit`.
 */
export function listToRemindOf(
  db: Database,
  options: { starts: StartTimes; now: Date; after: RemindedBooking | undefined; limit: number },
): Promise<readonly RemindedBooking[]> {
  const { starts, now, after, limit } = options;
  const { id, patientId, treatedId, day, startMinute, startsAt, changedAt, state, email } = bookings;
  return db
    .select({ id, patientId, treatedId, day, startMinute, startsAt, changedAt })
    .from(bookings)
    .where(
      and(
        eq(day, starts.day),
        between(startMinute, starts.fromMinute, starts.toMinute),
        after && sql`(${startMinute}, ${id}) > (${after.startMinute}, ${after.id}::uuid)`,
        eq(state, 'booked'),
        gt(startsAt, now),
        ne(email, ''),
      ),
    )
    .orderBy(asc(startMinute), asc(id))
    .limit(limit);
}

import { and, eq, gt, inArray, ne } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookings, reminderProgress } from '../../database/schema/booking.ts';

/** What a reminder needs to know of an appointment. */
export interface RemindedBooking {
  readonly id: string;
  readonly patientId: string;
  /** 'YYYY-MM-DD' */
  readonly day: string;
  readonly startMinute: number;
  readonly startsAt: Date;
  readonly bookedAt: Date;
}

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

/** The upcoming appointments of these days, of patients who have an address. */
export function listToRemindOf(
  db: Database,
  { days, now }: { days: ReadonlySet<string>; now: Date },
): Promise<readonly RemindedBooking[]> {
  const { id, patientId, day, startMinute, startsAt, bookedAt, state, email } = bookings;
  return db
    .select({ id, patientId, day, startMinute, startsAt, bookedAt })
    .from(bookings)
    .where(and(inArray(day, [...days]), eq(state, 'booked'), gt(startsAt, now), ne(email, '')));
}

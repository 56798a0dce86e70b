import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { busyTimes } from '../../database/schema/booking.ts';
import { sessions } from '../../database/schema/identity.ts';

/** Holds are busy times of the kind 'hold'. A trigger tells open pages when one is deleted. */

const isHold = eq(busyTimes.kind, 'hold');

export type HoldRow = Pick<
  typeof busyTimes.$inferSelect,
  'id' | 'calendarId' | 'day' | 'startMinute' | 'optionId' | 'expiresAt'
>;

/** The holds of a person that are not over, oldest first. */
export function listHolds(
  tx: Database,
  { holderId, now }: { holderId: string; now: Date },
): Promise<readonly HoldRow[]> {
  const { id, calendarId, day, startMinute, optionId, expiresAt } = busyTimes;
  return tx
    .select({ id, calendarId, day, startMinute, optionId, expiresAt })
    .from(busyTimes)
    .where(and(isHold, eq(busyTimes.holderId, holderId), gt(busyTimes.expiresAt, now)))
    .orderBy(asc(busyTimes.expiresAt), asc(busyTimes.id));
}

/** The slot, if the waiting list offers it to this person, and until when. */
export async function findOfferedTo(
  tx: Database,
  of: { holderId: string; day: string; startMinute: number; optionId: string },
): Promise<{ readonly id: string; readonly expiresAt: Date } | undefined> {
  const [found] = await tx
    .select({ id: busyTimes.id, expiresAt: busyTimes.expiresAt })
    .from(busyTimes)
    .where(
      and(
        eq(busyTimes.kind, 'offer'),
        eq(busyTimes.day, of.day),
        eq(busyTimes.holderId, of.holderId),
        eq(busyTimes.startMinute, of.startMinute),
        eq(busyTimes.optionId, of.optionId),
      ),
    );
  return found?.expiresAt ? { id: found.id, expiresAt: found.expiresAt } : undefined;
}

/** Whether the session exists; locks it until this transaction ends, because the hold will end with it. */
export async function keepSession(tx: Database, sessionId: string): Promise<boolean> {
  const found = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)).for('key share');
  return found.length > 0;
}

/** Writes a hold. Returns false if the calendar is busy at that time. */
export async function insertHold(
  tx: Database,
  hold: Omit<typeof busyTimes.$inferInsert, 'kind' | 'bookingId' | 'reason' | 'blockedBy'>,
): Promise<boolean> {
  const made = await tx
    .insert(busyTimes)
    .values({ ...hold, kind: 'hold' })
    .onConflictDoNothing()
    .returning({ id: busyTimes.id });
  return made.length > 0;
}

/** Deletes holds of one person. Returns how many there were. */
export async function deleteHolds(
  db: Database,
  { holderId, ids }: { holderId: string; ids: readonly string[] },
): Promise<number> {
  if (ids.length === 0) return 0;
  const deleted = await db
    .delete(busyTimes)
    .where(and(isHold, eq(busyTimes.holderId, holderId), inArray(busyTimes.id, [...ids])))
    .returning({ id: busyTimes.id });
  return deleted.length;
}

/** Deletes up to `limit` holds whose time is over. Those that another transaction is deleting are left to it. */
export async function deleteOverHolds(db: Database, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const over = db
    .select({ id: busyTimes.id })
    .from(busyTimes)
    .where(and(isHold, lte(busyTimes.expiresAt, now)))
    .orderBy(asc(busyTimes.expiresAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const deleted = await db.delete(busyTimes).where(inArray(busyTimes.id, over)).returning({ id: busyTimes.id });
  return deleted.length;
}

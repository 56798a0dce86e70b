import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { rowJson } from '../../database/row-json.ts';
import { busyTimes } from '../../database/schema/booking.ts';

/** Holds are busy times of the kind 'hold'. A trigger tells open pages when one is deleted. */

const isHold = eq(busyTimes.kind, 'hold');

/** What is against a hold: hours, prices or options that changed after they were read, a session that ended, a busy time. */
export type AgainstHold = 'changed' | 'signed out' | 'busy';

/**
 * Holds a time for a person, and ends what it replaces of their holds; or returns the hold or the offer that they have
 * there already; or says what is against it, and then nothing has changed. Must be retried after a deadlock. One round
 * trip, to the function `record_hold` at the end of the migration.
 */
export async function recordHold(
  db: Database,
  request: {
    hold: Omit<typeof busyTimes.$inferInsert, 'kind' | 'bookingId' | 'reason' | 'blockedBy'>;
    /** How many slots a person can hold at once. */
    mostHolds: number;
    now: Date;
    /** As for `recordBooking`. */
    planned: string | undefined;
  },
): Promise<{ readonly id: string; readonly expiresAt: Date } | { readonly against: AgainstHold }> {
  const { hold, ...rest } = request;
  const given = JSON.stringify({ hold: rowJson(busyTimes, { ...hold, kind: 'hold' }), ...rest });
  const { rows } = await db.execute<{ outcome: { id: string; expiresAt: string } | { against: AgainstHold } }>(
    sql`select record_hold(${given}::jsonb) as outcome`,
  );
  const [row] = rows;
  if (!row) throw new Error('record_hold returned nothing');
  const { outcome } = row;
  return 'against' in outcome ? outcome : { id: outcome.id, expiresAt: new Date(outcome.expiresAt) };
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

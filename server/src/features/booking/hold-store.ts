import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { inGroups } from '../../database/in-groups.ts';
import { isCertainlyUndone } from '../../database/is-certainly-undone.ts';
import { retryingDeadlocks } from '../../database/retrying-deadlocks.ts';
import { rowJson } from '../../database/row-json.ts';
import { busyTimes } from '../../database/schema/booking.ts';
import { type NotifyNodes, notifyAfter } from '../live/index.ts';

/** Holds are busy times of the kind 'hold'. A trigger tells open pages when one is deleted. */

const isHold = eq(busyTimes.kind, 'hold');

/** A hold to insert. */
export interface HoldToRecord {
  readonly hold: Omit<typeof busyTimes.$inferInsert, 'kind' | 'bookingId' | 'reason'>;
  /** How many slots a person can hold at once. */
  readonly mostHolds: number;
  readonly now: Date;
  /** The snapshot of the plan that it was chosen from. */
  readonly planned: string;
}

/** What is against a hold: hours, prices or options that changed after they were read, a session that ended, a busy time. */
type AgainstHold = 'changed' | 'signed-out' | 'busy';

export type RecordedHold = { readonly id: string; readonly expiresAt: Date } | { readonly against: AgainstHold };

/** How many holds share a transaction at most. Each keeps its slot undecided until all are done. */
const MOST_TOGETHER = 50;

/**
 * Holds a time for a person, and ends what it replaces of their holds; or returns the hold or the offer that they have
 * there already; or says what is against it, and then nothing has changed. One round trip. Holds that are asked for at the same
 * moment share a transaction, as bookings do.
 */
export function recordingHoldsInGroups(
  db: Database,
  notify: NotifyNodes,
): (request: HoldToRecord) => Promise<RecordedHold> {
  const record = inGroups(
    (group: readonly HoldToRecord[]) =>
      recordHolds(db, group, { waits: false }).catch((error: unknown) => {
        // None is held. It may be the fault of one of them.
        if (isCertainlyUndone(error)) return group.map(() => undefined);
        throw error;
      }),
    { most: MOST_TOGETHER },
  );
  const alone = async (request: HoldToRecord) => {
    const [recorded] = await retryingDeadlocks(() => recordHolds(db, [request], { waits: true }));
    if (!recorded) throw new Error('record_holds returned no outcome');
    return recorded;
  };
  return (request) =>
    notifyAfter(async () => (await record(request)) ?? alone(request), {
      notify,
      hasChanged: (recorded) => 'id' in recorded,
    });
}

/**
 * The outcomes of the function `record_holds` (`0006_booking.sql`). Must be retried after a deadlock.
 *
 * @param how.waits false: fails if it would have to wait long for a lock
 */
export async function recordHolds(
  db: Database,
  requests: readonly HoldToRecord[],
  { waits }: { waits: boolean },
): Promise<readonly RecordedHold[]> {
  const given = requests.map(({ hold, ...rest }) => ({ hold: rowJson(busyTimes, { ...hold, kind: 'hold' }), ...rest }));
  const { rows } = await db.execute<{ outcomes: readonly StoredOutcome[] }>(
    sql`select record_holds(${JSON.stringify(given)}::jsonb, ${waits}) as outcomes`,
  );
  return (rows[0]?.outcomes ?? []).map((outcome) =>
    'against' in outcome ? outcome : { ...outcome, expiresAt: new Date(outcome.expiresAt) },
  );
}

type StoredOutcome = { readonly id: string; readonly expiresAt: string } | { readonly against: AgainstHold };

/** Whether a person still has this hold, or this offer, which `recordHolds` returns like one. */
export async function isHeld(
  db: Database,
  { id, holderId, now }: { id: string; holderId: string; now: Date },
): Promise<boolean> {
  const theirs = and(eq(busyTimes.id, id), eq(busyTimes.holderId, holderId), gt(busyTimes.expiresAt, now));
  return (await db.$count(busyTimes, theirs)) > 0;
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

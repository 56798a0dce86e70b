import type { LastingEvent, PassingEvent } from '@openhours/contract/live.ts';
import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { sessions } from '../../database/schema/identity.ts';
import { liveEvents } from '../../database/schema/live.ts';
import type { OutboxEvent } from './rules.ts';

/** An event to send. `to`: ids of people, or everyone signed in. */
export interface Published {
  readonly to: readonly string[] | 'everyone';
  readonly event: LastingEvent;
}

/** Writes events into the outbox, in the transaction of the change, and notifies every node on commit. */
export async function publish(tx: Database, ...published: readonly Published[]): Promise<void> {
  const rows = eventRows(published);
  if (rows.length > 0) await tx.execute(sql`select publish_live_events(${JSON.stringify(rows)}::jsonb)`);
}

/** Replaces the stored events about a message, so that whoever was offline gets it as it is now. */
export async function rewriteMessage(
  tx: Database,
  { to, event }: { to: readonly string[]; event: Extract<LastingEvent, { type: 'message' }> },
): Promise<void> {
  const sameMessage = sql`${liveEvents.event}->'message'->>'_id' = ${event.message._id}`;
  await tx
    .update(liveEvents)
    .set({ event })
    .where(and(inArray(liveEvents.audience, [...to]), sameMessage));
}

/** Notifies every node of transactions that were committed without a notification. It is the hub's `notify`. */
export type NotifyNodes = (this: void) => void;

/** Like `publish`, but the commit sends no notification. Only for `notify-after.ts`, which sends it after the commit. */
export async function publishQuietly(tx: Database, published: Published): Promise<void> {
  await tx.execute(sql`
    with quietly as materialized (select set_config('openhours.notifies_later', 'on', true))
    select publish_live_events(${JSON.stringify(eventRows([published]))}::jsonb) from quietly`);
}

/** Events as the function `publish_live_events` takes them. */
function eventRows(published: readonly Published[]): readonly object[] {
  return published.flatMap(({ to, event }) =>
    to === 'everyone' ? [{ event }] : [...new Set(to)].map((audience) => ({ audience, event })),
  );
}

/** Notifies people who are connected now, on any node. Nothing is stored, and no commit waits for the disk. */
export async function notifyConnected(
  db: Database,
  passing: { to: readonly string[]; event: PassingEvent },
): Promise<void> {
  await db.execute(
    sql`select set_config('synchronous_commit', 'off', true), pg_notify('live_passing', ${JSON.stringify(passing)})`,
  );
}

/** Notifies every node that there may be new events and messages. No commit waits for the disk. */
export async function notifyOfCommits(db: Database): Promise<void> {
  await db.execute(
    sql`select set_config('synchronous_commit', 'off', true), pg_notify('live_events', ''), pg_notify('message_queued', '')`,
  );
}

/** Events after one id, up to another. Returns up to `limit` + 1, so the caller can tell that there are more. */
export async function listMissed(
  db: Database,
  missed: { personId: string; after: number; upTo: number; limit: number },
): Promise<readonly OutboxEvent[]> {
  const { personId, after, upTo, limit } = missed;
  return db
    .select({
      id: liveEvents.id,
      audience: liveEvents.audience,
      exceptFor: liveEvents.exceptFor,
      event: liveEvents.event,
    })
    .from(liveEvents)
    .where(
      and(
        or(eq(liveEvents.audience, personId), isNull(liveEvents.audience)),
        sql`${liveEvents.exceptFor} is distinct from ${personId}`,
        gt(liveEvents.id, after),
        lte(liveEvents.id, upTo),
      ),
    )
    .orderBy(asc(liveEvents.id))
    .limit(limit + 1);
}

/** The oldest stored event, and the last id given out. */
export async function findReach(db: Database): Promise<{ oldest: number | undefined; drawn: number }> {
  const { rows } = await db.execute<{ oldest: string | null; drawn: string }>(
    sql`select (select min(id) from ${liveEvents}) as oldest, drawn from live_events_settled()`,
  );
  const [row] = rows;
  return { oldest: row?.oldest == null ? undefined : Number(row.oldest), drawn: Number(row?.drawn ?? 0) };
}

/** Which of these sessions are live. */
export async function listLiveSessions(db: Database, ids: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, [...ids]), gt(sessions.expiresAt, now)));
  return new Set(found.map(({ id }) => id));
}

import type { LastingEvent, PassingEvent } from '@openhours/contract/live.ts';
import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { sessions } from '../../database/schema/identity.ts';
import { liveEvents } from '../../database/schema/live.ts';
import type { OutboxEvent } from './rules.ts';

const KEPT_HOURS = 24;

/** Something to tell. `to`: the ids of people, or everyone signed in. */
export interface Published {
  readonly to: readonly string[] | 'everyone';
  readonly event: LastingEvent;
}

/** Writes events into the outbox, in the transaction of what happened, and wakes every node when that commits. */
export async function publish(tx: Database, ...published: readonly Published[]): Promise<void> {
  const rows = published.flatMap(({ to, event }) =>
    to === 'everyone' ? [{ event }] : [...new Set(to)].map((audience) => ({ audience, event })),
  );
  if (rows.length > 0) await tx.execute(sql`select publish_live_events(${JSON.stringify(rows)}::jsonb)`);
}

/** Tells people who are there now, on whatever node; nothing is kept, and no commit waits for a disk. */
export async function tellPassing(
  db: Database,
  passing: { to: readonly string[]; event: PassingEvent },
): Promise<void> {
  await db.execute(
    sql`select set_config('synchronous_commit', 'off', true), pg_notify('live_passing', ${JSON.stringify(passing)})`,
  );
}

/** Events that a connection missed: after one id, up to another. At most `limit` and one, to tell that it is more. */
export async function listMissed(
  db: Database,
  missed: { personId: string; after: number; upTo: number; limit: number },
): Promise<readonly OutboxEvent[]> {
  const { personId, after, upTo, limit } = missed;
  return db
    .select({ id: liveEvents.id, audience: liveEvents.audience, event: liveEvents.event })
    .from(liveEvents)
    .where(
      and(
        or(eq(liveEvents.audience, personId), isNull(liveEvents.audience)),
        gt(liveEvents.id, after),
        lte(liveEvents.id, upTo),
      ),
    )
    .orderBy(asc(liveEvents.id))
    .limit(limit + 1);
}

/** The ids between which the outbox can tell what happened: the oldest that is kept, and the last that was given out. */
export async function findReach(db: Database): Promise<{ oldest: number | undefined; drawn: number }> {
  const { rows } = await db.execute<{ oldest: string | null; drawn: string }>(
    sql`select (select min(id) from ${liveEvents}) as oldest, drawn from live_events_settled()`,
  );
  const [row] = rows;
  return { oldest: row?.oldest == null ? undefined : Number(row.oldest), drawn: Number(row?.drawn ?? 0) };
}

/** Which of these sessions live. */
export async function listLiveSessions(db: Database, ids: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const found = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, [...ids]), gt(sessions.expiresAt, now)));
  return new Set(found.map(({ id }) => id));
}

/** Forgets events that are older than a day. The newest stays, to tell from where on the outbox is complete. */
export async function forgetOldEvents(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_HOURS * 3_600_000);
  await db.execute(
    sql`delete from ${liveEvents} where at < ${before.toISOString()} and id < (select max(id) from ${liveEvents})`,
  );
}

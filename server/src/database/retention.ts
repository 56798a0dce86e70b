import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { phoneCodes, sessions, verifications } from './schema/identity.ts';
import { imageQuotas } from './schema/images.ts';
import { invitations } from './schema/invitations.ts';
import { rateLimits } from './schema/limits.ts';
import { liveEvents } from './schema/live.ts';
import { outgoingMessages } from './schema/messages.ts';
import { idempotencyKeys } from './schema/requests.ts';
import { scheduleChanges } from './schema/schedule.ts';
import { waitingListEntries } from './schema/waiting-list.ts';

const DAY_MILLIS = 86_400_000;
/** How many are deleted at a time, so that no transaction is long. */
const AT_A_TIME = 1000;

interface Retention {
  /** The column with the time from which `days` count. Null: kept. It has an index. */
  readonly from: PgColumn;
  readonly days: number;
  readonly except?: SQL;
}

/** What is deleted when it is old, and how long it is kept. */
export const RETENTION: readonly Retention[] = [
  // Answers that are given again to a repeated request.
  { from: idempotencyKeys.createdAt, days: 1 },
  // The newest shows where the outbox begins.
  { from: liveEvents.at, days: 1, except: sql`id = (select max(id) from ${liveEvents})` },
  // A node that has not read them for an hour forgets everything instead.
  { from: scheduleChanges.at, days: 1 },
  // Messages that are over.
  { from: outgoingMessages.endedAt, days: 30 },
  { from: waitingListEntries.endedAt, days: 30 },
  // An expired invitation can be sent again until it is deleted.
  { from: invitations.expiresAt, days: 90 },
  { from: phoneCodes.sentAt, days: 1 },
  { from: imageQuotas.day, days: 1 },
  { from: rateLimits.endsAt, days: 1 },
  { from: sessions.expiresAt, days: 1 },
  // A session that is used is extended, and ends here.
  { from: sessions.createdAt, days: 90 },
  // Reset links, and codes of a second factor that were used.
  { from: verifications.expiresAt, days: 1 },
];

/** Deletes what is older than its retention, and returns how many rows. Any number of nodes may do it at once. */
export async function deleteOldRows(db: Database, now: Date): Promise<number> {
  let deleted = 0;
  for (const { from, days, except } of RETENTION) {
    const before = new Date(now.getTime() - days * DAY_MILLIS).toISOString();
    const isOld = sql`${sql.identifier(from.name)} < ${before}::timestamptz${except ? sql` and not (${except})` : sql``}`;
    const table = sql.identifier(getTableName(from.table));
    for (let last = AT_A_TIME; last === AT_A_TIME; deleted += last) {
      // Rows that another node is deleting are left to it.
      const { rowCount } = await db.execute(sql`delete from ${table} where ctid = any (array(
        select ctid from ${table} where ${isOld} limit ${AT_A_TIME} for update skip locked))`);
      last = rowCount ?? 0;
    }
  }
  return deleted;
}

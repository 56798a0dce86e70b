import { sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { outgoingMessages } from '../../database/schema/messages.ts';

/**
 * How many messages are due and not sent, how long ago the first of them was due for the first time, and how many failed.
 * A message is tried for a day, so it was due for the first time a day before its last try. `due_at` does not say this:
 * each try moves it to a later time.
 */
export async function countOutbox(
  db: Database,
  now: Date,
): Promise<{ due: number; oldestDueSeconds: number; failed: number }> {
  const { rows } = await db.execute<{ due: number; oldest: number; failed: number }>(sql`
    select due::int, coalesce(oldest, 0)::float as oldest, failed::int from
      (select count(*) as due,
        extract(epoch from ${now.toISOString()}::timestamptz - (min(try_until) - interval '1 day')) as oldest
        from ${outgoingMessages}
        where state in ('waiting', 'sending') and not is_held
          and try_until - interval '1 day' <= ${now.toISOString()}) waiting,
      (select count(*) as failed from ${outgoingMessages} where state = 'failed') failures`);
  const [row] = rows;
  return { due: row?.due ?? 0, oldestDueSeconds: Math.max(0, row?.oldest ?? 0), failed: row?.failed ?? 0 };
}

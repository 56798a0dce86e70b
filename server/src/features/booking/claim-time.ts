import { sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { rowJson } from '../../database/row-json.ts';
import { busyTimes } from '../../database/schema/booking.ts';

/**
 * Makes a calendar busy at a time, unless it is; then returns false. Before that, holds there that are over end, and what
 * `holderId` holds there or is offered at that time.
 */
export async function claimTime(
  db: Database,
  wanted: typeof busyTimes.$inferInsert,
  { holderId, now }: { holderId: string | undefined; now: Date },
): Promise<boolean> {
  const row = sql`jsonb_populate_record(null::busy_times, ${JSON.stringify(rowJson(busyTimes, wanted))}::jsonb)`;
  const { rows } = await db.execute<{ claimed: boolean }>(
    sql`select claim_time(${row}, ${holderId ?? null}, ${now.toISOString()}) as claimed`,
  );
  return rows[0]?.claimed === true;
}

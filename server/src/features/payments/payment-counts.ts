import { count, eq, gte } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { payments } from '../../database/schema/payments.ts';

/** How many payments of the last 24 hours are in each state. */
export function countPaymentsOfToday(
  db: Database,
  now: Date,
): Promise<readonly { readonly state: string; readonly count: number }[]> {
  return db
    .select({ state: payments.state, count: count() })
    .from(payments)
    .where(gte(payments.settledAt, new Date(now.getTime() - 86_400_000)))
    .groupBy(payments.state);
}

/** How many payments wait for an admin, however long. */
export async function countPaymentsOnHold(db: Database): Promise<number> {
  const [row] = await db.select({ onHold: count() }).from(payments).where(eq(payments.state, 'on-hold'));
  return row?.onHold ?? 0;
}

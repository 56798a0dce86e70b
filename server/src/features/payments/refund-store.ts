import { and, eq, inArray, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { payments, refunds } from '../../database/schema/payments.ts';
import type { PaymentRow } from './store.ts';

export type RefundRow = typeof refunds.$inferSelect;

const ON_ITS_WAY = ['wanted', 'under-way'] as const;

/** Writes a refund. `false`: its request key was used, or the provider's reference is known. */
export async function insertRefund(tx: Database, refund: typeof refunds.$inferInsert): Promise<boolean> {
  const made = await tx.insert(refunds).values(refund).onConflictDoNothing().returning({ id: refunds.id });
  return made.length === 1;
}

export async function findRefund(
  db: Database,
  id: string,
): Promise<{ refund: RefundRow; payment: PaymentRow } | undefined> {
  const [row] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, id));
  return row;
}

export async function findRefundByRequest(
  db: Database,
  of: { paymentId: string; requestKey: string },
): Promise<RefundRow | undefined> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, of.paymentId), eq(refunds.requestKey, of.requestKey)));
  return row;
}

export async function listRefunds(db: Database, paymentIds: readonly string[]): Promise<readonly RefundRow[]> {
  if (paymentIds.length === 0) return [];
  return db
    .select()
    .from(refunds)
    .where(inArray(refunds.paymentId, [...paymentIds]))
    .orderBy(refunds.id);
}

/** How a refund that was on its way ended, or stands. Answers whether that was news. */
export async function setRefundState(
  tx: Database,
  refund: Pick<RefundRow, 'id' | 'state'> & Partial<Pick<RefundRow, 'reference' | 'failure' | 'doneAt'>>,
): Promise<boolean> {
  const { id, ...change } = refund;
  const changed = await tx
    .update(refunds)
    .set(change)
    .where(and(eq(refunds.id, id), inArray(refunds.state, ON_ITS_WAY), sql`${refunds.state} <> ${change.state}`))
    .returning({ id: refunds.id });
  return changed.length === 1;
}

/**
 * Takes a refund in hand until `until`, so that nobody else asks for it at the same time. `false`: somebody has it. One
 * that the provider knows already is only asked about, which anybody may.
 */
export async function claimRefund(db: Database, claim: { id: string; now: Date; until: Date }): Promise<boolean> {
  const { id, now, until } = claim;
  const claimed = await db
    .update(refunds)
    .set({ askAt: until, timesAsked: sql`${refunds.timesAsked} + 1` })
    .where(
      and(
        eq(refunds.id, id),
        inArray(refunds.state, ON_ITS_WAY),
        or(eq(refunds.state, 'under-way'), eq(refunds.timesAsked, 0), lte(refunds.askAt, now)),
      ),
    )
    .returning({ id: refunds.id });
  return claimed.length === 1;
}

export async function setRefundAskAt(db: Database, refund: { id: string; askAt: Date }): Promise<void> {
  await db.update(refunds).set({ askAt: refund.askAt }).where(eq(refunds.id, refund.id));
}

/** Refunds on their way that somebody should look after, those that have waited longest first. */
export async function listRefundsToAsk(db: Database, due: { by: Date; limit: number }): Promise<readonly RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(and(inArray(refunds.state, ON_ITS_WAY), lte(refunds.askAt, due.by)))
    .orderBy(refunds.askAt)
    .limit(due.limit);
}

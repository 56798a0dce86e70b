import type { Money } from '@openhours/contract/money.ts';
import { and, eq, gte, inArray, isNull, lte, not, notExists, or, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import { bookings } from '../../database/schema/booking.ts';
import { isPaymentDisputed, paymentBooks, paymentColumns, payments, refunds } from '../../database/schema/payments.ts';
import type { Due } from './order-store.ts';
import type { PaymentRow, RefundRow } from './payment-rows.ts';
import { askAgainAt } from './rules.ts';

const isUnderWay = inArray(refunds.state, ['requested', 'pending']);
/**
 * Longer than a run that asks providers (50 s) and its last request with all repetitions (30 s): the claim counts from the
 * start of the run. After that, its process must have died.
 */
const LEASE_MILLIS = 120_000;

/** Writes a refund. `undefined`: its request key was used, or the provider's reference is known. */
export async function insertRefund(tx: Database, refund: typeof refunds.$inferInsert): Promise<RefundRow | undefined> {
  const [made] = await tx.insert(refunds).values(refund).onConflictDoNothing().returning();
  return made;
}

export interface RefundWithPayment {
  readonly refund: RefundRow;
  readonly payment: PaymentRow;
}

export async function findRefund(db: Database, id: string): Promise<RefundWithPayment | undefined> {
  const both = db.select({ refund: refunds, payment: paymentColumns }).from(refunds);
  const [row] = await both.innerJoin(paymentBooks, eq(paymentBooks.id, refunds.paymentId)).where(eq(refunds.id, id));
  return row;
}

export async function listRefunds(db: Database, paymentIds: readonly string[]): Promise<readonly RefundRow[]> {
  const ofPayments = inArray(refunds.paymentId, [...paymentIds]);
  return paymentIds.length === 0 ? [] : db.select().from(refunds).where(ofPayments).orderBy(refunds.id);
}

/** Deletes the refunds that the front desk has not paid out, and returns their amounts. */
export async function deleteOwedRefunds(tx: Database, paymentId: string): Promise<readonly Money[]> {
  return tx
    .delete(refunds)
    .where(and(eq(refunds.paymentId, paymentId), eq(refunds.state, 'requested')))
    .returning({ minor: refunds.amountMinor, currency: refunds.currency });
}

export async function updateRefund(
  tx: Database,
  {
    id,
    ...change
  }: Pick<RefundRow, 'id'> &
    Partial<Pick<RefundRow, 'state' | 'reference' | 'failure' | 'doneAt' | 'doneBy' | 'heldUntil'>>,
): Promise<void> {
  await tx.update(refunds).set(change).where(eq(refunds.id, id));
}

/**
 * Claims the next request to the provider about a pending refund for two minutes, and postpones the one after.
 * `undefined`: the refund has ended, is not due, or another process has claimed it; or no provider made the payment.
 */
export async function leaseRefund(
  db: Database,
  id: string,
  { now, dueBy }: { now: Date; dueBy: Date },
): Promise<RefundWithPayment | undefined> {
  const found = await findRefund(db, id);
  // The front desk returns what was taken at the clinic: there is no provider to ask.
  if (!found || found.payment.via === 'clinic') return undefined;
  const { timesAsked } = found.refund;
  const isFree = or(isNull(refunds.heldUntil), lte(refunds.heldUntil, now));
  const isDue = timesAsked === 0 ? undefined : lte(refunds.askAt, dueBy);
  const leased = await db
    .update(refunds)
    .set({
      heldUntil: new Date(now.getTime() + LEASE_MILLIS),
      askAt: askAgainAt(now, timesAsked),
      timesAsked: timesAsked + 1,
    })
    .where(and(eq(refunds.id, id), eq(refunds.timesAsked, timesAsked), isUnderWay, isFree, isDue))
    .returning({ id: refunds.id });
  return leased.length === 1 ? found : undefined;
}

/** Pending refunds that are due for a request to the provider, longest overdue first. */
export async function listRefundsToAsk(db: Database, { provider, by, limit }: Due): Promise<readonly string[]> {
  const isDue = and(eq(payments.provider, provider), isUnderWay, lte(refunds.askAt, by));
  const due = db.select({ id: refunds.id }).from(refunds).innerJoin(payments, eq(payments.id, refunds.paymentId));
  const rows = await due.where(isDue).orderBy(refunds.askAt).limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Bookings that were cancelled with a refund, and have payments without a refund request that are not disputed. Cancelling
 * requests them, so there should be none.
 *
 * @param since only those that were cancelled or paid since then, which are found without reading all payments
 */
export async function listBookingsToRefund(
  db: Database,
  { limit, since }: { limit: number; since?: Date },
): Promise<readonly string[]> {
  const isPaid = inArray(payments.state, ['paid', 'on-hold']);
  const isCancelled = and(eq(bookings.state, 'cancelled'), eq(bookings.cancelRefund, 'full'));
  const ofPayment = and(eq(refunds.paymentId, payments.id), eq(refunds.cause, 'cancelled'));
  const recent =
    since &&
    (await union(
      db
        .select({ id: bookings.id })
        .from(bookings)
        .where(and(isCancelled, gte(bookings.changedAt, since))),
      db
        .select({ id: payments.bookingId })
        .from(payments)
        .where(and(isPaid, gte(payments.settledAt, since))),
    ));
  const ids = recent?.map(({ id }) => id);
  const rows = await db
    .selectDistinct({ id: bookings.id })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .where(
      and(
        isPaid,
        notExists(db.select({ one: sql`1` }).from(refunds).where(ofPayment)),
        not(isPaymentDisputed),
        isCancelled,
        // Of both tables, so that each is read by its index.
        ids && and(sql`${bookings.id} = any(${sql.param(ids)})`, sql`${payments.bookingId} = any(${sql.param(ids)})`),
      ),
    )
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** When a payment last changed: it was made, or a refund of it was requested or ended. */
export async function lastChangeOf(db: Database, { id, settledAt }: PaymentRow): Promise<Date> {
  const at = sql`max(coalesce(${refunds.doneAt}, ${refunds.requestedAt}))`.mapWith(refunds.requestedAt);
  const [row] = await db.select({ at }).from(refunds).where(eq(refunds.paymentId, id));
  return row?.at && row.at > settledAt ? row.at : settledAt;
}

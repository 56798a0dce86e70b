import type { Money } from '@openhours/contract/money.ts';
import { and, desc, eq, gt, gte, inArray, isNull, lt, lte, notExists, notInArray, or, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import { bookings } from '../../database/schema/booking.ts';
import {
  chargeSearches,
  paymentBooks,
  paymentColumns,
  paymentDifferences,
  paymentOrders,
  payments,
  refunds,
} from '../../database/schema/payments.ts';
import type { PaymentRow, RefundRow } from './payment-store.ts';
import { askAboutOrderAgainAt, askAgainAt } from './rules.ts';

/** Our requests to providers: orders to collect money, and refunds. */

export type OrderRow = typeof paymentOrders.$inferSelect;

/** The provider may still collect money for it. */
export const isOpen = inArray(paymentOrders.state, ['open', 'processing']);

/** Stores an order. Returns false if its booking has an open card order or its request key was used. */
export async function insertOrder(
  db: Database,
  order: Omit<typeof paymentOrders.$inferInsert, 'askAt'>,
): Promise<boolean> {
  const row = { ...order, askAt: askAgainAt(order.createdAt, 0) };
  const made = await db.insert(paymentOrders).values(row).onConflictDoNothing().returning({ id: paymentOrders.id });
  return made.length === 1;
}

export async function findOrder(db: Database, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(paymentOrders).where(eq(paymentOrders.id, id));
  return row;
}

/** The same, locked until the end of the transaction. */
export async function lockOrder(tx: Database, id: string): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(paymentOrders).where(eq(paymentOrders.id, id)).for('update');
  return row;
}

export async function findOrderByReference(
  db: Database,
  { provider, reference }: { provider: string; reference: string },
): Promise<OrderRow | undefined> {
  const isIt = and(eq(paymentOrders.provider, provider), eq(paymentOrders.reference, reference));
  const [row] = await db.select().from(paymentOrders).where(isIt);
  return row;
}

interface OrdersOf {
  readonly bookingId: string;
  readonly via: OrderRow['via'];
}
const ofBooking = ({ bookingId, via }: OrdersOf) =>
  and(eq(paymentOrders.bookingId, bookingId), eq(paymentOrders.via, via));

/** The number of orders ever written for a booking. */
export async function countOrders(db: Database, of: OrdersOf): Promise<number> {
  return db.$count(paymentOrders, ofBooking(of));
}

export async function findOpenOrder(db: Database, of: OrdersOf): Promise<OrderRow | undefined> {
  const open = db
    .select()
    .from(paymentOrders)
    .where(and(ofBooking(of), isOpen));
  const [row] = await open.orderBy(desc(paymentOrders.id)).limit(1);
  return row;
}

export async function listOpenOrders(db: Database, bookingIds: readonly string[]): Promise<readonly OrderRow[]> {
  const ofBookings = inArray(paymentOrders.bookingId, [...bookingIds]);
  return bookingIds.length === 0 ? [] : db.select().from(paymentOrders).where(and(ofBookings, isOpen));
}

/**
 * Whether a payment for this booking is being processed that does not belong to the newest order of this way to pay. An
 * older hosted page can still be paid.
 */
export async function isBeingPaidAnotherWay(db: Database, of: OrdersOf): Promise<boolean> {
  const newest = await findOpenOrder(db, of);
  const open = await listOpenOrders(db, [of.bookingId]);
  return open.some(({ id, state }) => id !== newest?.id && state === 'processing');
}

/** Stores the provider's reference of an order, once. */
export async function setOrderReference(db: Database, id: string, reference: string): Promise<void> {
  const isUnknown = and(eq(paymentOrders.id, id), isNull(paymentOrders.reference));
  await db.update(paymentOrders).set({ reference }).where(isUnknown);
}

export async function setOrderPage(db: Database, id: string, pageUrl: string): Promise<void> {
  await db.update(paymentOrders).set({ pageUrl }).where(eq(paymentOrders.id, id));
}

/** Gives up an order whose page never opened. */
export async function closeUnopenedOrder(db: Database, id: string): Promise<void> {
  const isUnopened = and(eq(paymentOrders.id, id), isNull(paymentOrders.pageUrl), eq(paymentOrders.state, 'open'));
  await db.update(paymentOrders).set({ state: 'closed' }).where(isUnopened);
}

/** Changes the state of an order if it is still the one that the caller saw; else returns false. */
export async function setOrderState(
  db: Database,
  { id, state, to }: Pick<OrderRow, 'id' | 'state'> & { to: OrderRow['state'] },
): Promise<boolean> {
  const isUnmoved = and(eq(paymentOrders.id, id), eq(paymentOrders.state, state));
  const moved = await db.update(paymentOrders).set({ state: to }).where(isUnmoved).returning({ id: paymentOrders.id });
  return moved.length === 1;
}

/** Called before each request to a provider: sets when to repeat it, at growing intervals. */
export async function postponeOrder(db: Database, order: OrderRow, now: Date): Promise<void> {
  const next = { askAt: askAboutOrderAgainAt(now, order), timesAsked: sql`${paymentOrders.timesAsked} + 1` };
  await db.update(paymentOrders).set(next).where(eq(paymentOrders.id, order.id));
}

/**
 * Makes the next reconciliation ask about the open orders of a booking: it was just paid, or a payment for it is being
 * processed.
 */
export async function hurryOpenOrders(db: Database, bookingId: string, now: Date): Promise<void> {
  await db
    .update(paymentOrders)
    .set({ askAt: now })
    .where(and(eq(paymentOrders.bookingId, bookingId), isOpen));
}

export interface Due {
  readonly provider: string;
  readonly by: Date;
  readonly limit: number;
}

/** Orders that are due for a request to the provider, longest overdue first. */
export async function listOrdersToAsk(db: Database, { provider, by, limit }: Due): Promise<readonly OrderRow[]> {
  const isDue = and(eq(paymentOrders.provider, provider), isOpen, lte(paymentOrders.askAt, by));
  return db.select().from(paymentOrders).where(isDue).orderBy(paymentOrders.askAt).limit(limit);
}

/** Open orders that were made before then, at providers other than these. */
export async function listOrdersElsewhere(
  db: Database,
  { providers, before, limit }: { providers: readonly string[]; before: Date; limit: number },
): Promise<readonly OrderRow[]> {
  const isElsewhere = and(notInArray(paymentOrders.provider, [...providers]), isOpen);
  const isIt = and(isElsewhere, lt(paymentOrders.createdAt, before));
  return db.select().from(paymentOrders).where(isIt).orderBy(paymentOrders.askAt).limit(limit);
}

/** Closed orders since then without a payment. A hosted page may still be paid. */
export async function listClosedOrders(
  db: Database,
  { provider, since, limit }: { provider: string; since: Date; limit: number },
): Promise<readonly OrderRow[]> {
  const brought = db.select({ one: sql`1` }).from(payments).where(eq(payments.orderId, paymentOrders.id));
  const isRecent = and(eq(paymentOrders.provider, provider), gt(paymentOrders.createdAt, since));
  const isIt = and(isRecent, eq(paymentOrders.state, 'closed'), notExists(brought));
  return db.select().from(paymentOrders).where(isIt).orderBy(paymentOrders.askAt).limit(limit);
}

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
  const dispute = and(
    eq(paymentDifferences.provider, payments.provider),
    eq(paymentDifferences.transactionId, payments.transactionId),
    eq(paymentDifferences.kind, 'disputed'),
    isNull(paymentDifferences.goneAt),
  );
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
        notExists(db.select({ one: sql`1` }).from(paymentDifferences).where(dispute)),
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

/** The last charge that the search for missed money has checked; `null`: it starts with the newest. */
export async function findSearch(db: Database, provider: string): Promise<string | null> {
  const [row] = await db.select().from(chargeSearches).where(eq(chargeSearches.provider, provider));
  return row?.after ?? null;
}

export async function saveSearch(db: Database, search: typeof chargeSearches.$inferInsert): Promise<void> {
  await db.insert(chargeSearches).values(search).onConflictDoUpdate({ target: chargeSearches.provider, set: search });
}

import { and, desc, eq, gt, inArray, isNull, lt, lte, notExists, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { chargeSearches, paymentOrders, payments } from '../../database/schema/payments.ts';
import { askAboutOrderAgainAt, askAgainAt } from './rules.ts';

/** A request to a provider to collect money. */
export type OrderRow = typeof paymentOrders.$inferSelect;

/** The provider may still collect money for it. */
export const isOpen = inArray(paymentOrders.state, ['open', 'processing']);

/**
 * Stores an order. Returns false if its booking has an open card order or its request key was used. In a transaction, so that it
 * is repeated after a deadlock: it waits for the booking, and whoever closes the account of its patient can wait for it.
 */
export async function insertOrder(
  db: Database,
  order: Omit<typeof paymentOrders.$inferInsert, 'askAt'>,
): Promise<boolean> {
  const row = { ...order, askAt: askAgainAt(order.createdAt, 0) };
  return inTransaction(db, async (tx) => {
    const made = await tx.insert(paymentOrders).values(row).onConflictDoNothing().returning({ id: paymentOrders.id });
    return made.length === 1;
  });
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

/** The last charge that the search for missed money has checked; `null`: it starts with the newest. */
export async function findSearch(db: Database, provider: string): Promise<string | null> {
  const [row] = await db.select().from(chargeSearches).where(eq(chargeSearches.provider, provider));
  return row?.after ?? null;
}

export async function saveSearch(db: Database, search: typeof chargeSearches.$inferInsert): Promise<void> {
  await db.insert(chargeSearches).values(search).onConflictDoUpdate({ target: chargeSearches.provider, set: search });
}

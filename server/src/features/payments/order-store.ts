import { and, desc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { paymentOrders } from '../../database/schema/payments.ts';

export type OrderRow = typeof paymentOrders.$inferSelect;

const STILL_OPEN = ['open', 'processing'] as const;

/** Writes an order unless its booking has an open card order, or its request key was used: then that one counts. */
export async function insertOrder(db: Database, order: typeof paymentOrders.$inferInsert): Promise<boolean> {
  const made = await db.insert(paymentOrders).values(order).onConflictDoNothing().returning({ id: paymentOrders.id });
  return made.length === 1;
}

export async function findOrder(db: Database, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(paymentOrders).where(eq(paymentOrders.id, id));
  return row;
}

export async function findOrderByReference(
  db: Database,
  of: { provider: string; reference: string },
): Promise<OrderRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentOrders)
    .where(and(eq(paymentOrders.provider, of.provider), eq(paymentOrders.reference, of.reference)));
  return row;
}

/** How many orders there have ever been for a booking. It only grows. */
export async function countOrders(db: Database, of: { bookingId: string; via: OrderRow['via'] }): Promise<number> {
  return db.$count(paymentOrders, and(eq(paymentOrders.bookingId, of.bookingId), eq(paymentOrders.via, of.via)));
}

export async function findOpenOrder(
  db: Database,
  of: { bookingId: string; via: OrderRow['via'] },
): Promise<OrderRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentOrders)
    .where(
      and(
        eq(paymentOrders.bookingId, of.bookingId),
        eq(paymentOrders.via, of.via),
        inArray(paymentOrders.state, STILL_OPEN),
      ),
    )
    .orderBy(desc(paymentOrders.id))
    .limit(1);
  return row;
}

export async function listOpenOrders(db: Database, bookingIds: readonly string[]): Promise<readonly OrderRow[]> {
  if (bookingIds.length === 0) return [];
  return db
    .select()
    .from(paymentOrders)
    .where(and(inArray(paymentOrders.bookingId, [...bookingIds]), inArray(paymentOrders.state, STILL_OPEN)));
}

/** Notes under which name the provider knows an order, once. */
export async function setOrderReference(db: Database, order: { id: string; reference: string }): Promise<void> {
  await db
    .update(paymentOrders)
    .set({ reference: order.reference })
    .where(and(eq(paymentOrders.id, order.id), isNull(paymentOrders.reference)));
}

export async function setOrderPage(db: Database, order: { id: string; pageUrl: string }): Promise<void> {
  await db.update(paymentOrders).set({ pageUrl: order.pageUrl }).where(eq(paymentOrders.id, order.id));
}

/** Gives up an order whose page never opened. */
export async function giveUpUnopened(db: Database, id: string): Promise<void> {
  await db
    .update(paymentOrders)
    .set({ state: 'closed' })
    .where(and(eq(paymentOrders.id, id), isNull(paymentOrders.pageUrl), eq(paymentOrders.state, 'open')));
}

/** What the provider said about an order last. One that is settled stays so. */
export async function setOrderState(
  db: Database,
  order: { id: string; state: OrderRow['state']; askAt?: Date; timesAsked?: number },
): Promise<void> {
  const { id, ...change } = order;
  await db
    .update(paymentOrders)
    .set(change)
    .where(and(eq(paymentOrders.id, id), sql`${paymentOrders.state} <> 'settled'`));
}

/** The other open orders of a booking are of no use any more: they are asked about, and closed, at once. */
export async function hurryOtherOrders(db: Database, of: { bookingId: string; now: Date }): Promise<void> {
  await db
    .update(paymentOrders)
    .set({ askAt: of.now })
    .where(and(eq(paymentOrders.bookingId, of.bookingId), inArray(paymentOrders.state, STILL_OPEN)));
}

/** Orders that a provider is to be asked about, those that have waited longest first. */
export async function listOrdersToAsk(db: Database, due: { by: Date; limit: number }): Promise<readonly OrderRow[]> {
  return db
    .select()
    .from(paymentOrders)
    .where(and(inArray(paymentOrders.state, STILL_OPEN), lte(paymentOrders.askAt, due.by)))
    .orderBy(paymentOrders.askAt)
    .limit(due.limit);
}

/** Orders that were made since then: for the comparison with the provider. */
export async function listOrdersSince(db: Database, since: Date): Promise<readonly OrderRow[]> {
  return db.select().from(paymentOrders).where(gt(paymentOrders.createdAt, since));
}

import { and, desc, eq, gte, ilike, inArray, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { bookings } from '../../database/schema/booking.ts';
import { paymentLog, paymentOrders, payments, providerEvents, refunds } from '../../database/schema/payments.ts';

export type PaymentRow = typeof payments.$inferSelect;
type BookingRow = typeof bookings.$inferSelect;

const STILL_OPEN = ['open', 'processing'] as const;

/**
 * Writes a payment unless a constraint forbids it: its transaction is known already, or (when it is to be kept) another
 * payment of its booking is.
 */
export async function insertPayment(
  tx: Database,
  payment: typeof payments.$inferInsert,
): Promise<PaymentRow | undefined> {
  const [made] = await tx.insert(payments).values(payment).onConflictDoNothing().returning();
  return made;
}

/** A payment that is kept gets the next receipt number, for good. */
export async function numberReceipt(tx: Database, paymentId: string): Promise<void> {
  await tx
    .update(payments)
    .set({ receiptNumber: sql`nextval('receipt_numbers')` })
    .where(and(eq(payments.id, paymentId), isNull(payments.receiptNumber)));
}

/** Turns a payment on hold into one that is kept. `false`: another payment of its booking is. */
export async function keepHeldPayment(tx: Database, paymentId: string): Promise<boolean> {
  const kept = await tx
    .update(payments)
    .set({ state: 'kept', heldBecause: null })
    .where(
      and(
        eq(payments.id, paymentId),
        eq(payments.state, 'on-hold'),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(otherPayments)
            .where(and(eq(otherPayments.bookingId, payments.bookingId), eq(otherPayments.state, 'kept'))),
        ),
      ),
    )
    .returning({ id: payments.id });
  return kept.length === 1;
}

const otherPayments = alias(payments, 'other_payments');

export async function findPayment(db: Database, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row;
}

export async function findPaymentByTransaction(
  db: Database,
  of: { provider: string; transactionId: string },
): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, of.provider), eq(payments.transactionId, of.transactionId)));
  return row;
}

export async function listPaymentsOfBookings(
  db: Database,
  bookingIds: readonly string[],
): Promise<readonly PaymentRow[]> {
  if (bookingIds.length === 0) return [];
  return db
    .select()
    .from(payments)
    .where(inArray(payments.bookingId, [...bookingIds]))
    .orderBy(desc(payments.id));
}

export async function isAnyOnHold(db: Database, bookingId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.bookingId, bookingId), eq(payments.state, 'on-hold')))
    .limit(1);
  return row !== undefined;
}

/** Payments that are kept or on hold for bookings that are cancelled: their money has to go back. */
export async function listPaymentsOfCancelled(db: Database, limit: number): Promise<readonly PaymentRow[]> {
  const rows = await db
    .select({ payment: payments })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .where(and(inArray(payments.state, ['kept', 'on-hold']), eq(bookings.status, 'cancelled')))
    .limit(limit);
  return rows.map(({ payment }) => payment);
}

/** Payments that came in, or of which something went back, since then. */
export async function listPaymentsSince(db: Database, since: Date): Promise<readonly PaymentRow[]> {
  const lately = db.select({ id: refunds.paymentId }).from(refunds).where(gte(refunds.wantedAt, since));
  return db
    .select()
    .from(payments)
    .where(or(gte(payments.settledAt, since), inArray(payments.id, lately)));
}

/**
 * Takes an amount off what is left of a payment. Answers the payment as it is then, or `undefined` when less is left.
 * Whatever is given back whole pays for nothing any more.
 */
export async function takeOff(
  tx: Database,
  part: { paymentId: string; amountMinor: number },
): Promise<PaymentRow | undefined> {
  const { paymentId, amountMinor } = part;
  const [row] = await tx
    .update(payments)
    .set({
      refundedMinor: sql`${payments.refundedMinor} + ${amountMinor}`,
      state: sql`case when ${payments.refundedMinor} + ${amountMinor} = ${payments.amountMinor} then 'given-back' else ${payments.state} end`,
    })
    .where(and(eq(payments.id, paymentId), sql`${payments.refundedMinor} + ${amountMinor} <= ${payments.amountMinor}`))
    .returning();
  return row;
}

/** A refund that failed: its money is still here. */
export async function putBackOn(tx: Database, part: { paymentId: string; amountMinor: number }): Promise<void> {
  await tx
    .update(payments)
    .set({ refundedMinor: sql`${payments.refundedMinor} - ${part.amountMinor}` })
    .where(eq(payments.id, part.paymentId));
}

/** Notes that an event came. `true`: it was dealt with before. */
export async function noteEvent(
  db: Database,
  event: { provider: string; eventId: string; now: Date },
): Promise<boolean> {
  const { provider, eventId, now } = event;
  await db.insert(providerEvents).values({ provider, eventId, receivedAt: now }).onConflictDoNothing();
  const [row] = await db
    .select({ handledAt: providerEvents.handledAt })
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId)));
  return row?.handledAt != null;
}

export async function setEventHandled(
  db: Database,
  event: { provider: string; eventId: string; now: Date },
): Promise<void> {
  await db
    .update(providerEvents)
    .set({ handledAt: event.now })
    .where(and(eq(providerEvents.provider, event.provider), eq(providerEvents.eventId, event.eventId)));
}

/** Providers send an event again for days, not for months. */
export async function forgetOldEvents(db: Database, before: Date): Promise<void> {
  await db.delete(providerEvents).where(lt(providerEvents.receivedAt, before));
}

export async function insertLogLine(
  tx: Database,
  line: { bookingId: string; paymentId: string | null; byName?: string | null; what: string; at: Date },
): Promise<void> {
  await tx.insert(paymentLog).values({ id: uuidv7(), ...line });
}

export async function listLog(db: Database, paymentId: string) {
  return db.select().from(paymentLog).where(eq(paymentLog.paymentId, paymentId)).orderBy(paymentLog.id);
}

export interface PaymentWithBooking {
  readonly payment: PaymentRow;
  readonly booking: BookingRow;
}

export async function findPaymentWithBooking(db: Database, id: string): Promise<PaymentWithBooking | undefined> {
  const [row] = await db
    .select({ payment: payments, booking: bookings })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .where(eq(payments.id, id));
  return row;
}

/** A page of what came in, newest first, after the payment `after`. */
export async function listPayments(
  db: Database,
  page: {
    state: PaymentRow['state'] | undefined;
    search: PaymentSearch | undefined;
    limit: number;
    after: string | undefined;
  },
): Promise<readonly PaymentWithBooking[]> {
  const { state, search, limit, after } = page;
  return db
    .select({ payment: payments, booking: bookings })
    .from(payments)
    .innerJoin(bookings, eq(bookings.id, payments.bookingId))
    .where(
      and(
        state && eq(payments.state, state),
        after === undefined ? undefined : lt(payments.id, after),
        search && matching(search),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(limit);
}

/** What an admin typed, as the different things that it may be. */
export interface PaymentSearch {
  readonly text: string;
  readonly id: string | undefined;
  readonly receiptNumber: number | undefined;
}

function matching({ text, id, receiptNumber }: PaymentSearch): SQL | undefined {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return or(
    ilike(bookings.patientName, pattern),
    ilike(bookings.email, pattern),
    eq(payments.transactionId, text),
    eq(payments.bankReference, text),
    id === undefined ? undefined : or(eq(payments.bookingId, id), eq(payments.id, id)),
    receiptNumber === undefined ? undefined : eq(payments.receiptNumber, receiptNumber),
  );
}

/** The latest bookings of a patient for which money came or may be under way. */
export async function listBookingsWithMoney(
  db: Database,
  of: { patientId: string; limit: number },
): Promise<readonly BookingRow[]> {
  const paid = db.select({ id: payments.bookingId }).from(payments);
  const open = db
    .select({ id: paymentOrders.bookingId })
    .from(paymentOrders)
    .where(inArray(paymentOrders.state, STILL_OPEN));
  return db
    .select()
    .from(bookings)
    .where(and(eq(bookings.patientId, of.patientId), or(inArray(bookings.id, paid), inArray(bookings.id, open))))
    .orderBy(desc(bookings.startsAt), desc(bookings.id))
    .limit(of.limit);
}

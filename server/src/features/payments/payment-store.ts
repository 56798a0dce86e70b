import type { PaymentDifference, PaymentWay } from '@openhours/contract/payment.ts';
import { and, desc, eq, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { bookingColumns, bookings, isForOther } from '../../database/schema/booking.ts';
import {
  paymentBooks,
  paymentColumns,
  paymentDifferences,
  paymentLog,
  paymentOrders,
  payments,
  receiptCounter,
} from '../../database/schema/payments.ts';
import { withinSpans } from '../../database/within-spans.ts';
import type { BookingRow } from '../booking/index.ts';
import { matchesPerson, searchPeople } from '../identity/index.ts';
import { findRules, type Span } from '../schedule/index.ts';
import { type Due, isOpen } from './order-store.ts';
import type { DifferenceRow, PaymentRow } from './payment-rows.ts';

/** Payments, their log, and differences between a provider's books and ours. */

/** Writes a payment. Must run in a transaction that has locked its booking and checked that the payment is new. */
export async function insertPayment(tx: Database, payment: typeof payments.$inferInsert): Promise<PaymentRow> {
  const [row] = await tx.insert(payments).values(payment).returning({ id: payments.id });
  const written = row && (await findPayment(tx, row.id));
  if (!written) throw new Error('A payment was not written');
  return written;
}

export async function updatePayment(
  tx: Database,
  { id, ...change }: Pick<PaymentRow, 'id'> & Partial<Pick<PaymentRow, 'state' | 'compareAt' | 'heldBecause'>>,
): Promise<void> {
  await tx.update(payments).set(change).where(eq(payments.id, id));
}

/** Gives a payment the next receipt number. Other transactions that need one wait until this one ends. */
export async function numberReceipt(tx: Database, paymentId: string): Promise<void> {
  const { timeZone } = await findRules(tx);
  const receiptYear = sql<number>`extract(year from ${payments.settledAt} at time zone ${timeZone})::int`;
  const next = { last: sql`${receiptCounter.last} + 1` };
  const [counter] = await tx.update(receiptCounter).set(next).returning();
  const isUnnumbered = and(eq(payments.id, paymentId), isNull(payments.receiptNumber));
  await tx.update(payments).set({ receiptNumber: counter?.last, receiptYear }).where(isUnnumbered);
}

export async function findPayment(db: Database, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(paymentBooks).where(eq(paymentBooks.id, id));
  return row;
}

export async function findPaymentByTransaction(
  db: Database,
  { provider, transactionId }: { provider: string; transactionId: string },
): Promise<PaymentRow | undefined> {
  const isIt = and(eq(paymentBooks.provider, provider), eq(paymentBooks.transactionId, transactionId));
  const [row] = await db.select().from(paymentBooks).where(isIt);
  return row;
}

/** Those of a provider's transactions that are known payments. */
export async function listKnownTransactions(
  db: Database,
  { provider, transactionIds }: { provider: string; transactionIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const isIt = and(eq(payments.provider, provider), inArray(payments.transactionId, [...transactionIds]));
  const rows = await db.select({ id: payments.transactionId }).from(payments).where(isIt);
  return new Set(rows.map(({ id }) => id));
}

/** Whether another payment has the same bank reference: then the provider cannot be asked to refund this one. */
export async function isBankReferenceRepeated(
  db: Database,
  { id, provider, bankReference }: Pick<PaymentRow, 'id' | 'provider' | 'bankReference'>,
): Promise<boolean> {
  if (bankReference === null) return false;
  const isOther = and(eq(payments.provider, provider), eq(payments.bankReference, bankReference), ne(payments.id, id));
  return (await db.$count(payments, isOther)) > 0;
}

/** Newest first. */
export async function listPaymentsOfBookings(db: Database, ids: readonly string[]): Promise<readonly PaymentRow[]> {
  const ofBookings = inArray(paymentBooks.bookingId, [...ids]);
  return ids.length === 0 ? [] : db.select().from(paymentBooks).where(ofBookings).orderBy(desc(paymentBooks.id));
}

/** Payments that are due for comparison with the provider's books, longest overdue first. */
export async function listPaymentsToCompare(
  db: Database,
  { provider, by, limit }: Due,
): Promise<readonly PaymentRow[]> {
  const isDue = and(eq(paymentBooks.provider, provider), lte(paymentBooks.compareAt, by));
  return db.select().from(paymentBooks).where(isDue).orderBy(paymentBooks.compareAt).limit(limit);
}

export interface PaymentWithBooking {
  readonly payment: PaymentRow;
  readonly booking: BookingRow;
}

const withBooking = (db: Database) =>
  db
    .select({ payment: paymentColumns, booking: bookingColumns })
    .from(paymentBooks)
    .innerJoin(bookings, eq(bookings.id, paymentBooks.bookingId));

export async function findPaymentWithBooking(db: Database, id: string): Promise<PaymentWithBooking | undefined> {
  const [row] = await withBooking(db).where(eq(paymentBooks.id, id));
  return row;
}

export async function listPaymentsWithBookings(db: Database, ids: readonly string[]) {
  return ids.length === 0 ? [] : withBooking(db).where(inArray(paymentBooks.id, [...ids]));
}

interface PaymentPage {
  readonly state: PaymentRow['state'] | undefined;
  readonly way: PaymentWay | undefined;
  /** `undefined`: at any time. */
  readonly paidWithin: readonly Span[] | undefined;
  readonly search: PaymentSearch | undefined;
  readonly limit: number;
  readonly after: string | undefined;
}

/** A page of payments, the last one paid first, after the payment `after`. Indexes serve the common filters. */
export async function listPayments(
  db: Database,
  { state, way, paidWithin, search, limit, after }: PaymentPage,
): Promise<readonly PaymentWithBooking[]> {
  const isIt = and(
    state && eq(paymentBooks.state, state),
    way && isPaidBy(way),
    paidWithin && withinSpans(paymentBooks.paidAt, paidWithin),
    after === undefined
      ? undefined
      : sql`(${paymentBooks.paidAt}, ${paymentBooks.id}) < (select p.paid_at, p.id from payments p where p.id = ${after})`,
    search && (await matching(db, search)),
  );
  return withBooking(db).where(isIt).orderBy(desc(paymentBooks.paidAt), desc(paymentBooks.id)).limit(limit);
}

function isPaidBy(way: PaymentWay): SQL | undefined {
  const { via, method } = paymentBooks;
  if (way === 'card' || way === 'hosted-page' || way === 'clinic') return eq(via, way);
  return and(eq(via, 'clinic'), eq(method, way));
}

/** An admin's search text, parsed in each way that it can be. */
interface PaymentSearch {
  readonly text: string;
  readonly id: string | undefined;
  /** A booking's. */
  readonly reference: string | undefined;
  readonly receiptNumber: number | undefined;
}

/** Up to this many, the payments of the bookings found are looked up by the bookings' ids. */
const FEW = 1000;

async function matching(db: Database, { text, id, reference, receiptNumber }: PaymentSearch): Promise<SQL | undefined> {
  const them = await searchPeople(db, matchesPerson(text), { withDeleted: true });
  const isWanted = or(
    them.include(bookings.patientId),
    and(isForOther, them.include(bookings.treatedId)),
    reference === undefined ? undefined : eq(bookings.reference, reference),
  );
  const ids = them.areMany ? undefined : await idsIfFew(db, isWanted);
  const isOne = (of: typeof paymentBooks | typeof payments) =>
    or(
      // With more, each payment's booking is compared instead: a page is full soon.
      ids ? sql`${of.bookingId} = any(${ids}::uuid[])` : isWanted,
      eq(of.transactionId, text),
      eq(of.bankReference, text),
      id === undefined ? undefined : or(eq(of.bookingId, id), eq(of.id, id)),
      receiptNumber === undefined ? undefined : eq(of.receiptNumber, receiptNumber),
    );
  if (!ids) return isOne(paymentBooks);
  // An array, because PostgreSQL expects a payment for each of the bookings. From about a hundred bookings on, it would
  // look for a page of them by reading all payments, newest first.
  const found = db.select({ id: payments.id }).from(payments).where(isOne(payments));
  return sql`${paymentBooks.id} = any(array(${found}))`;
}

/** Their ids as PostgreSQL writes an array, or `undefined` if they are more than `FEW`. */
async function idsIfFew(db: Database, isWanted: SQL | undefined): Promise<string | undefined> {
  const found = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(isWanted)
    .limit(FEW + 1);
  return found.length > FEW ? undefined : `{${found.map(({ id }) => id).join(',')}}`;
}

/** A patient's latest bookings with payments or open orders. */
export async function listBookingsWithMoney(
  db: Database,
  { patientId, limit }: { patientId: string; limit: number },
): Promise<readonly BookingRow[]> {
  const one = { one: sql`1` };
  const isPaymentOf = eq(payments.bookingId, bookings.id);
  const isOpenOrderOf = and(eq(paymentOrders.bookingId, bookings.id), isOpen);
  // With `exists`, PostgreSQL would read all payments and orders first for a patient with many bookings.
  const hasMoney = sql`coalesce(
    (${db.select(one).from(payments).where(isPaymentOf).limit(1)}),
    (${db.select(one).from(paymentOrders).where(isOpenOrderOf).limit(1)})) is not null`;
  const ofPatient = db
    .select(bookingColumns)
    .from(bookings)
    .where(and(eq(bookings.patientId, patientId), hasMoney));
  return ofPatient.orderBy(desc(bookings.startsAt), desc(bookings.id)).limit(limit);
}

type LogLine = Omit<typeof paymentLog.$inferInsert, 'id'>;

/** Writes a line of the payment log, which never changes. */
export async function insertLogLine(tx: Database, line: LogLine): Promise<void> {
  await tx.insert(paymentLog).values({ id: uuidv7(), ...line });
}

export async function listLog(db: Database, paymentId: string) {
  return db.select().from(paymentLog).where(eq(paymentLog.paymentId, paymentId)).orderBy(paymentLog.id);
}

interface DifferenceKey {
  readonly kind: PaymentDifference['kind'];
  readonly provider: string;
  readonly transactionId: string;
}

export interface Difference extends DifferenceKey {
  readonly via: DifferenceRow['via'];
  readonly bookingId?: string | null;
  readonly paymentId?: string | null;
  /** A sentence for the admin. */
  readonly message: string;
}

/** The payment or refund that a difference is about. */
export function aboutOf({ via, provider, transactionId, bookingId, id }: PaymentRow) {
  return { via, provider, transactionId, bookingId, paymentId: id };
}

/**
 * Lists a difference, once for as long as it lasts. A dismissed one is listed again if its text has changed. Its payment
 * is compared again soon, because the difference may be temporary. `false`: it is listed or dismissed already.
 */
export async function noteDifference(db: Database, difference: Difference, now: Date): Promise<boolean> {
  const { message, paymentId } = difference;
  const { provider, transactionId, kind, goneAt } = paymentDifferences;
  const noted = await db
    .insert(paymentDifferences)
    .values({ id: uuidv7(), ...difference, seenAt: now })
    .onConflictDoUpdate({
      target: [provider, transactionId, kind],
      targetWhere: isNull(goneAt),
      set: { message, dismissedAt: null },
      setWhere: ne(paymentDifferences.message, message),
    })
    .returning({ id: paymentDifferences.id });
  if (paymentId) {
    const soon = new Date(now.getTime() + 3_600_000).toISOString();
    const compareAt = sql`least(${payments.compareAt}, ${soon}::timestamptz)`;
    await db.update(payments).set({ compareAt }).where(eq(payments.id, paymentId));
  }
  return noted.length > 0;
}

/** Ends a difference. */
export async function endDifference(db: Database, of: DifferenceKey, now: Date): Promise<void> {
  const { provider, transactionId, kind, goneAt } = paymentDifferences;
  const isIt = and(eq(provider, of.provider), eq(transactionId, of.transactionId), eq(kind, of.kind), isNull(goneAt));
  await db.update(paymentDifferences).set({ goneAt: now }).where(isIt);
}

const isListed = and(isNull(paymentDifferences.goneAt), isNull(paymentDifferences.dismissedAt));

/** Current differences that are not dismissed, newest first. */
export async function listDifferences(db: Database): Promise<readonly DifferenceRow[]> {
  return db.select().from(paymentDifferences).where(isListed).orderBy(desc(paymentDifferences.id)).limit(500);
}

/** Dismisses a difference. `undefined`: it is not listed. */
export async function setDismissed(db: Database, id: string, now: Date): Promise<DifferenceRow | undefined> {
  const isIt = and(eq(paymentDifferences.id, id), isListed);
  const [row] = await db.update(paymentDifferences).set({ dismissedAt: now }).where(isIt).returning();
  return row;
}

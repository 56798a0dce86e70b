import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { priceOf } from '@openhours/contract/money.ts';
import type {
  AdminPayment,
  AdminPaymentDetail,
  BookingPayments,
  Payment,
  PaymentDifference,
  PaymentEntry,
  Receipt,
  Refund,
  RefundStatement,
  UnpaidRefund,
} from '@openhours/contract/payment.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Database } from '../../database/database.ts';
import { type BookingRow, bookedPrice } from '../booking/index.ts';
import { addressOf, type ShownClinic } from '../clinic/index.ts';
import { listOpenOrders, type OrderRow } from './order-store.ts';
import type { DifferenceRow, PaymentRow, RefundRow } from './payment-rows.ts';
import { type listLog, listPaymentsOfBookings, type PaymentWithBooking } from './payment-store.ts';
import { listRefunds } from './refund-store.ts';
import { amountOf, payableOutOf, receiptText, unreturnedOf, whyNotPayable, whyRefunded } from './rules.ts';

/** What is shown with payments: refunds, also those of other payments. */
interface Shown {
  readonly refunds: readonly RefundRow[];
}

/** A payment as its patient sees it. */
function presentPayment(row: PaymentRow, { refunds }: Shown): Payment {
  const { currency } = row;
  const receiptNumber = receiptText(row);
  return {
    _id: row.id,
    bookingId: row.bookingId,
    via: row.via,
    ...(row.method === null ? {} : { method: row.method }),
    ...(row.takenByName === null ? {} : { takenBy: row.takenByName }),
    transactionId: row.transactionId,
    amount: priceOf(amountOf(row)),
    refunded: priceOf({ minor: row.refundedMinor, currency }),
    currency,
    state: row.state === 'released' ? 'refunded' : row.state,
    ...(row.disputed ? { disputed: true } : {}),
    ...(receiptNumber === undefined ? {} : { receiptNumber }),
    paidAt: row.paidAt.toISOString(),
    refunds: refunds.filter(({ paymentId }) => paymentId === row.id).map((refund) => presentRefund(refund, row)),
  };
}

function presentRefund(row: RefundRow, payment: PaymentRow): Refund {
  return {
    _id: row.id,
    amount: priceOf(amountOf(row)),
    state: row.state === 'requested' ? 'pending' : row.state,
    why: whyRefunded(row.cause),
    kind: wayBackOf(row, payment),
    ...(row.method === null ? {} : { method: row.method }),
    requestedAt: row.requestedAt.toISOString(),
    ...(row.doneAt === null ? {} : { doneAt: row.doneAt.toISOString() }),
  };
}

function wayBackOf(refund: RefundRow, { via, method }: PaymentRow): Refund['kind'] {
  if (refund.method !== null) return 'payout';
  if (refund.cause === 'correction') return 'correction';
  if (refund.cause === 'disputed') return 'bank';
  if (method === 'insurance') return 'insurance';
  return via === 'clinic' ? 'at-clinic' : 'online';
}

interface MoneyRows extends Shown {
  readonly payments: readonly PaymentRow[];
  readonly orders: readonly OrderRow[];
}

/** The payment status of a booking. The rows may include those of other bookings. `orders` are the open ones. */
function presentBookingPayments(booking: BookingRow, rows: MoneyRows, isStaff: boolean): BookingPayments {
  const orders = rows.orders.filter(({ bookingId }) => bookingId === booking.id);
  return {
    bookingId: booking.id,
    isOwn: !isStaff,
    paid: booking.paid,
    price: priceOf(bookedPrice(booking)),
    currency: booking.currency,
    underWay: orders.some(({ state }) => state === 'processing'),
    ...(orders.length > 0 && { awaited: true as const }),
    payments: rows.payments
      .filter(({ bookingId }) => bookingId === booking.id)
      .map((payment) => presentPayment(payment, rows)),
    can: isStaff ? whatStaffCan(booking, rows) : { take: false, correct: [], payOut: [] },
  };
}

function whatStaffCan(booking: BookingRow, { payments, refunds }: MoneyRows): BookingPayments['can'] {
  const here = payments.filter(({ bookingId, via }) => bookingId === booking.id && via === 'clinic');
  const ids = new Set(here.map(({ id }) => id));
  const price = bookedPrice(booking);
  const whyNot = whyNotPayable({ ...booking, price }, { price, unreturned: unreturnedOf(booking, payments) });
  return {
    take: whyNot === undefined || whyNot === 'BEING_REFUNDED' || whyNot === 'REFUND_FAILED',
    correct: here.filter(({ amountMinor, returnedMinor }) => returnedMinor < amountMinor).map(({ id }) => id),
    payOut: refunds.filter(({ paymentId, state }) => ids.has(paymentId) && state === 'requested').map(({ id }) => id),
  };
}

export function presentReceipt(
  { payment, booking }: PaymentWithBooking,
  rest: { number: string; refunds: readonly RefundRow[]; from: ShownClinic },
): Receipt {
  const { texts } = rest.from;
  return {
    number: rest.number,
    from: texts.legalName || rest.from.name,
    address: addressOf(rest.from),
    taxNumber: texts.taxNumber,
    footer: texts.receiptFooter,
    patient: booking.patientName,
    email: booking.email,
    treatment: booking.treatmentName,
    ...(booking.doctorName === null ? {} : { doctorName: booking.doctorName }),
    appointmentDate: mediumDateFromIso(booking.day),
    slot: slotLabel(booking),
    bookingId: booking.id,
    bookingReference: booking.reference,
    payment: presentPayment(payment, { refunds: rest.refunds }),
  };
}

export function presentAdminPayment({ payment, booking }: PaymentWithBooking, shown: Shown): AdminPayment {
  return {
    ...presentPayment(payment, shown),
    patient: booking.patientName,
    email: booking.email,
    treatment: booking.treatmentName,
    appointmentDate: mediumDateFromIso(booking.day),
    slot: slotLabel(booking),
    bookingReference: booking.reference,
    bookingState: booking.state,
    ...(payment.heldBecause === null ? {} : { heldBecause: payment.heldBecause }),
  };
}

/**
 * The refunds of a payment that its provider failed to make and an admin may record as paid in another way; none for an
 * appointment of their own.
 */
function presentUnpaid({ payment, booking }: PaymentWithBooking, { refunds, readerId }: ShownToAdmin): UnpaidRefund[] {
  if (booking.patientId === readerId) return [];
  const own = refunds.filter(({ paymentId }) => paymentId === payment.id);
  return own
    .map((refund) => ({ refund, left: payableOutOf(refund, { payment, refunds: own }) }))
    .filter(({ left }) => left.minor > 0)
    .map(({ refund, left }) => ({ _id: refund.id, amount: priceOf(left), currency: left.currency }));
}

interface ShownToAdmin extends Shown {
  readonly readerId: string;
}

export function presentAdminPaymentDetail(
  found: PaymentWithBooking,
  shown: ShownToAdmin & { log: Awaited<ReturnType<typeof listLog>>; canState: RefundStatement[] },
): AdminPaymentDetail {
  const isPayout = ({ method, state }: RefundRow) => method !== null && state === 'succeeded';
  const isOwn = found.booking.patientId === shown.readerId;
  return {
    ...presentAdminPayment(found, shown),
    log: shown.log.map(presentLogLine),
    canPayOut: presentUnpaid(found, shown),
    canCorrect: isOwn ? [] : shown.refunds.filter(isPayout).map(({ id }) => id),
    canState: shown.canState,
  };
}

function presentLogLine({ at, byName, what }: Awaited<ReturnType<typeof listLog>>[number]): PaymentEntry {
  return { at: at.toISOString(), by: byName ?? 'the system', what };
}

/** @param of.payments those of all differences */
export function presentDifference(
  row: DifferenceRow,
  { payments, ...shown }: ShownToAdmin & { payments: readonly PaymentWithBooking[] },
): PaymentDifference {
  const found = row.kind === 'refund-failed' && payments.find(({ payment }) => payment.id === row.paymentId);
  return {
    _id: row.id,
    kind: row.kind,
    via: row.via,
    transactionId: row.transactionId,
    ...(row.bookingId === null ? {} : { bookingId: row.bookingId }),
    ...(row.paymentId === null ? {} : { paymentId: row.paymentId }),
    message: row.message,
    seenAt: row.seenAt.toISOString(),
    canPayOut: found ? presentUnpaid(found, shown) : [],
  };
}

/** The payments and refunds of these bookings as their patient sees them, latest first. */
export async function listPaymentsMadeFor(db: Database, bookingIds: readonly string[]): Promise<Payment[]> {
  const payments = await listPaymentsOfBookings(db, bookingIds);
  const refunds = await listRefunds(
    db,
    payments.map(({ id }) => id),
  );
  return payments.map((payment) => presentPayment(payment, { refunds }));
}

/** The payments of these bookings, and whether more are pending. `isStaff`: for those who may take payments for them. */
export async function presentMoneyOf(
  db: Database,
  found: readonly BookingRow[],
  { isStaff }: { isStaff: boolean },
): Promise<BookingPayments[]> {
  const ids = found.map(({ id }) => id);
  const [payments, orders] = await Promise.all([listPaymentsOfBookings(db, ids), listOpenOrders(db, ids)]);
  const refunds = await listRefunds(
    db,
    payments.map(({ id }) => id),
  );
  return found.map((booking) => presentBookingPayments(booking, { payments, refunds, orders }, isStaff));
}

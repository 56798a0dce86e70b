import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type {
  AdminPayment,
  BookingPayments,
  Payment,
  PaymentDifference,
  Receipt,
  Refund,
} from '@openhours/contract/payment.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { priceOf } from '../../money.ts';
import type { BookingRow } from '../booking/index.ts';
import type { listDifferences } from './difference-store.ts';
import type { RefundRow } from './refund-store.ts';
import { receiptText, whyGivenBack } from './rules.ts';
import type { PaymentRow, PaymentWithBooking } from './store.ts';

/** A payment as its patient sees it. `refunds` may hold those of other payments, too. */
export function presentPayment(row: PaymentRow, refunds: readonly RefundRow[]): Payment {
  const { currency } = row;
  return {
    _id: row.id,
    bookingId: row.bookingId,
    via: row.via,
    transactionId: row.transactionId,
    amount: priceOf({ minor: row.amountMinor, currency }),
    refunded: priceOf({ minor: row.refundedMinor, currency }),
    currency,
    state: row.state,
    ...(row.receiptNumber === null ? {} : { receiptNumber: receiptText(row.receiptNumber, row.settledAt) }),
    paidAt: row.paidAt.toISOString(),
    refunds: refunds.filter(({ paymentId }) => paymentId === row.id).map((refund) => presentRefund(refund, currency)),
  };
}

function presentRefund(row: RefundRow, currency: string): Refund {
  return {
    _id: row.id,
    amount: priceOf({ minor: row.amountMinor, currency }),
    state: row.state === 'wanted' ? 'under-way' : row.state,
    why: whyGivenBack(row.cause),
    wantedAt: row.wantedAt.toISOString(),
    ...(row.doneAt === null ? {} : { doneAt: row.doneAt.toISOString() }),
  };
}

/** What a booking's money looks like. `payments` and `refunds` may hold those of other bookings, too. */
export function presentBookingPayments(
  booking: BookingRow,
  rows: { payments: readonly PaymentRow[]; refunds: readonly RefundRow[]; underWay: boolean },
): BookingPayments {
  const { currency } = booking;
  return {
    bookingId: booking.id,
    paid: booking.paid,
    price: priceOf({ minor: booking.priceMinor, currency }),
    currency,
    underWay: rows.underWay,
    payments: rows.payments
      .filter(({ bookingId }) => bookingId === booking.id)
      .map((payment) => presentPayment(payment, rows.refunds)),
  };
}

export function presentReceipt(
  { payment, booking }: PaymentWithBooking,
  rest: { receiptNumber: number; refunds: readonly RefundRow[]; from: string },
): Receipt {
  return {
    number: receiptText(rest.receiptNumber, payment.settledAt),
    from: rest.from,
    patient: booking.patientName,
    email: booking.email,
    treatment: booking.treatmentName,
    ...(booking.doctorName === null ? {} : { doctorName: booking.doctorName }),
    appointmentDate: mediumDateFromIso(booking.day),
    slot: slotLabel(booking),
    bookingId: booking.id,
    payment: presentPayment(payment, rest.refunds),
  };
}

export function presentAdminPayment(
  { payment, booking }: PaymentWithBooking,
  refunds: readonly RefundRow[],
): AdminPayment {
  return {
    ...presentPayment(payment, refunds),
    patient: booking.patientName,
    email: booking.email,
    treatment: booking.treatmentName,
    appointmentDate: mediumDateFromIso(booking.day),
    slot: slotLabel(booking),
    bookingStatus: booking.status,
    ...(payment.heldBecause === null ? {} : { heldBecause: payment.heldBecause }),
  };
}

export function presentDifference(row: Awaited<ReturnType<typeof listDifferences>>[number]): PaymentDifference {
  return {
    _id: row.id,
    kind: row.kind,
    via: row.via,
    transactionId: row.transactionId,
    ...(row.bookingId === null ? {} : { bookingId: row.bookingId }),
    ...(row.paymentId === null ? {} : { paymentId: row.paymentId }),
    message: row.message,
    seenAt: row.seenAt.toISOString(),
  };
}

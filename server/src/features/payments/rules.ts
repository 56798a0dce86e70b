import type { EarlierPayment } from '@openhours/contract/booking.ts';
import type { BookingState } from '@openhours/contract/booking-state.ts';
import { isSameAmount, type Money } from '@openhours/contract/money.ts';
import type { payableRefusals, recordRefusals } from '@openhours/contract/payment-refusals.ts';
import type { PaymentRow, RefundRow } from './payment-rows.ts';

/** Why money is refunded. */
export type RefundCause =
  | 'admin'
  | 'cancelled'
  | 'moved'
  | 'paid-otherwise'
  | 'wrong-amount'
  | 'rejected'
  | 'provider'
  | 'correction'
  | 'disputed';

/** The facts about a booking that decide whether it can be paid for. */
interface PayableBooking {
  readonly state: BookingState;
  readonly paid: boolean;
  readonly earlierPayment: EarlierPayment | null;
  readonly price: Money;
}

export type PayableRefusal = keyof typeof payableRefusals;
export type RecordRefusal = keyof typeof recordRefusals;
/** Those that do not depend on the way to pay. */
export type BookingRefusal = Exclude<
  PayableRefusal,
  'WHICH_BOOKING' | 'UNDER_WAY' | 'AMOUNT_NOT_TAKEN' | 'NOT_OFFERED'
>;

/**
 * Why a booking cannot be paid for now, or `undefined`. While the clinic has any money for it, even on hold, it cannot be
 * paid for again, except for what the front desk owes the patient. 'BEING_REFUNDED' and 'REFUND_FAILED' are only about
 * payments online: staff can take the price from a patient who stands before them while an earlier payment is on its way
 * back, or its refund has failed. Pure.
 *
 * @param offered.price the price that the payer was shown
 * @param offered.unreturned see `unreturnedOf`
 */
export function whyNotPayable(
  booking: PayableBooking,
  offered: { price: Money | undefined; unreturned: readonly Unreturned[] },
): BookingRefusal | undefined {
  if (booking.state === 'cancelled') return 'BOOKING_CANCELLED';
  if (keepsItsPayment(booking)) return 'ALREADY_PAID';
  if (booking.price.minor === 0) return 'NOTHING_TO_PAY';
  if (!offered.price || !isSameAmount(booking.price, offered.price)) return 'PRICE_DIFFERS';
  if (offered.unreturned.includes('on-hold')) return 'ON_HOLD';
  if (booking.earlierPayment === 'refund-failed' || offered.unreturned.includes('refund-failed'))
    return 'REFUND_FAILED';
  return offered.unreturned.length > 0 ? 'BEING_REFUNDED' : undefined;
}

type Unreturned = 'on-hold' | EarlierPayment;

/**
 * Online payments of a booking that do not pay for it, or only until they are refunded, and are not fully refunded. One that was
 * taken at the clinic is given back there, where the booking may be paid at the same time. Pure.
 */
export function unreturnedOf(
  booking: { readonly id: string },
  payments: readonly Pick<
    PaymentRow,
    'bookingId' | 'via' | 'state' | 'amountMinor' | 'refundedMinor' | 'returnedMinor'
  >[],
): readonly Unreturned[] {
  return payments
    .filter(({ bookingId, via }) => bookingId === booking.id && via !== 'clinic')
    .filter(({ amountMinor, returnedMinor }) => returnedMinor < amountMinor)
    .filter(({ state, amountMinor, refundedMinor }) => state !== 'paid' || amountMinor === refundedMinor)
    .map(({ state, amountMinor, refundedMinor }) => {
      if (amountMinor === refundedMinor) return 'being-refunded';
      return state === 'on-hold' ? 'on-hold' : 'refund-failed';
    });
}

/** What happens with a new payment, as an event of `transitions.ts`. */
type Verdict =
  | { readonly event: 'pay' }
  | { readonly event: 'hold'; readonly because: string }
  | { readonly event: 'release'; readonly cause: RefundCause };

/**
 * Whether a booking is paid, by a payment that stays. A new payment replaces one that is being refunded whole, and one whose
 * refund failed after a move to a higher price: the new one may have been under way by then. Pure.
 */
export function keepsItsPayment({ paid, earlierPayment }: Pick<PayableBooking, 'paid' | 'earlierPayment'>): boolean {
  return paid && earlierPayment === null;
}

/** Decides about a charge that has succeeded according to the provider. The booking is locked. */
export function judge(charge: {
  readonly amount: Money;
  readonly ordered: Money;
  readonly risky: boolean;
  readonly booking: Pick<PayableBooking, 'state' | 'paid' | 'earlierPayment' | 'price'>;
}): Verdict {
  const { amount, ordered, booking } = charge;
  if (booking.state === 'cancelled') return { event: 'release', cause: 'cancelled' };
  if (keepsItsPayment(booking)) return { event: 'release', cause: 'paid-otherwise' };
  if (!isSameAmount(amount, ordered) || !isSameAmount(amount, booking.price)) {
    return { event: 'release', cause: 'wrong-amount' };
  }
  if (charge.risky) return { event: 'hold', because: 'The provider has doubts about the payer.' };
  return { event: 'pay' };
}

/** The amount of an order, a payment or a refund. */
export function amountOf(row: { readonly amountMinor: number; readonly currency: string }): Money {
  return { minor: row.amountMinor, currency: row.currency };
}

/** How much of their payment the bank took back after a dispute. */
export function takenBackMinor(refunds: readonly Pick<RefundRow, 'cause' | 'state' | 'amountMinor'>[]): number {
  const isTakenBack = ({ cause, state }: (typeof refunds)[number]) => cause === 'disputed' && state !== 'failed';
  return refunds.filter(isTakenBack).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** How much of their payment went back without its provider: the bank took it back, or the clinic paid it. */
export function returnedOtherwiseMinor(
  refunds: readonly Pick<RefundRow, 'cause' | 'state' | 'amountMinor' | 'method'>[],
): number {
  const payouts = refunds.filter(({ method, state }) => method !== null && state === 'succeeded');
  return payouts.reduce((sum, { amountMinor }) => sum + amountMinor, takenBackMinor(refunds));
}

/**
 * How much of a refund that its provider failed to make the clinic can pay in another way. Nothing if one of the same amount was
 * requested after it, or if nothing is left of the payment. Pure.
 *
 * @param of.refunds all of the payment
 */
export function payableOutOf(
  failed: FailedRefund,
  { payment, refunds }: { payment: Parameters<typeof leftOf>[0]; refunds: readonly FailedRefund[] },
): Money {
  const left = leftOf(payment);
  const { doneAt } = failed;
  const isFailed = failed.state === 'failed' && failed.method === null && failed.cause !== 'disputed';
  const isReplaced = refunds.some(
    ({ id, state, method, amountMinor, requestedAt }) =>
      id !== failed.id &&
      amountMinor === failed.amountMinor &&
      doneAt !== null &&
      requestedAt >= doneAt &&
      // Not by a payout that was corrected.
      !(method !== null && state === 'failed'),
  );
  return { ...left, minor: isFailed && !isReplaced ? Math.min(left.minor, failed.amountMinor) : 0 };
}

type FailedRefund = Pick<RefundRow, 'id' | 'state' | 'method' | 'cause' | 'amountMinor' | 'requestedAt' | 'doneAt'>;

/** The amount of a payment that is neither refunded nor in a pending refund. */
export function leftOf(payment: { amountMinor: number; refundedMinor: number; currency: string }): Money {
  return { minor: payment.amountMinor - payment.refundedMinor, currency: payment.currency };
}

/** The price that a payment pays for: its amount without what was refunded because the price became lower. Pure. */
export function pricePaidBy(
  payment: Pick<PaymentRow, 'amountMinor' | 'currency'>,
  refunds: readonly Pick<RefundRow, 'cause' | 'state' | 'amountMinor'>[],
): Money {
  const { minor, currency } = amountOf(payment);
  const lowered = refunds.filter(({ cause, state }) => cause === 'moved' && state !== 'failed');
  return { minor: lowered.reduce((rest, { amountMinor }) => rest - amountMinor, minor), currency };
}

/**
 * Whether the last of what paid for an appointment went back without a reason in the appointment: the clinic decided it, or the
 * bank after a dispute. Pure.
 *
 * @param payment as it was before the last of it went back
 * @param refunds all of its refunds, in the order in which they were requested
 */
export function isGivenBackByClinicOrBank(
  payment: { readonly state: string },
  refunds: readonly { readonly state: string; readonly cause: RefundCause }[],
): boolean {
  const last = refunds.findLast(({ state }) => state !== 'failed');
  return payment.state === 'paid' && last !== undefined && ['admin', 'provider', 'disputed'].includes(last.cause);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FIRST_PAUSE = 3 * MINUTE;
const LONGEST_PAUSE = 6 * HOUR;

/** When to ask a provider again: after 3 minutes, then after twice as long each time, at most 6 hours. */
export function askAgainAt(now: Date, timesAsked: number): Date {
  return new Date(now.getTime() + Math.min(FIRST_PAUSE * 2 ** Math.min(timesAsked, 10), LONGEST_PAUSE));
}

const LONGEST_WAIT = 15 * MINUTE;

/** The same for an order that is asked about now. A patient whose payment is being processed waits for the answer. */
export function askAboutOrderAgainAt(
  now: Date,
  { state, timesAsked }: { state: 'open' | 'processing' | 'closed'; timesAsked: number },
): Date {
  const later = askAgainAt(now, timesAsked + 1).getTime();
  return new Date(state === 'processing' ? Math.min(later, now.getTime() + LONGEST_WAIT) : later);
}

/** Banks accept disputes for up to eighteen months. */
const COMPARED_FOR = 548 * DAY;

/**
 * When to compare a payment with the provider's books again: hourly at first, then at growing intervals of at most a
 * week. `null`: never, because nothing can change any more.
 */
export function compareAgainAt(now: Date, changedAt: Date): Date | null {
  const age = now.getTime() - changedAt.getTime();
  if (age > COMPARED_FOR) return null;
  return new Date(now.getTime() + Math.min(Math.max(age / 4, HOUR), 7 * DAY));
}

/** An open order is given up after this time, when nobody can still be at the card entry or on the hosted page. */
export const ORDER_LIVES_MINUTES = 24 * 60;
/** A hosted page that was opened within this time is returned again instead of opening another. */
export const PAGE_LIVES_MINUTES = 10;

/** How old something is. */
export function isOlderThan(minutes: number, since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() > minutes * MINUTE;
}

/**
 * How long to wait for what another request began: until `deadlineMillis` after its start. Never longer than
 * `deadlineMillis`, even if the clock that recorded the start was ahead.
 */
export function waitMillis(deadlineMillis: number, { since, now }: { since: Date; now: Date }): number {
  return deadlineMillis - Math.max(0, now.getTime() - since.getTime());
}

/**
 * Converts a part of a payment to the currency that the provider charged. All parts together never exceed the charge, and
 * the part that leaves nothing of the payment leaves nothing of the charge either.
 *
 * @param payment.refunded the parts that were refunded or are being refunded
 * @returns minor units of the charge
 */
export function takenPart(
  partMinor: number,
  payment: Pick<PaymentRow, 'amountMinor' | 'takenMinor'> & {
    readonly refunded: readonly Pick<RefundRow, 'amountMinor' | 'takenMinor'>[];
  },
): number {
  const { amountMinor, takenMinor, refunded } = payment;
  const left = refunded.reduce((rest, part) => rest - part.amountMinor, amountMinor);
  const takenLeft = refunded.reduce((rest, part) => rest - part.takenMinor, takenMinor);
  if (partMinor === left) return takenLeft;
  // The product may exceed the safe integers.
  return Math.min(takenLeft, Number((BigInt(takenMinor) * BigInt(partMinor)) / BigInt(amountMinor)));
}

/** Why a payment is refunded, in a sentence for the patient. */
export function whyRefunded(cause: RefundCause): string {
  switch (cause) {
    case 'cancelled':
      return 'The appointment was cancelled.';
    case 'moved':
      return 'The price of the appointment changed when it was moved.';
    case 'paid-otherwise':
      return 'The appointment was already paid for.';
    case 'wrong-amount':
      return 'The amount was not the price of the appointment.';
    case 'rejected':
      return 'The clinic could not accept this payment.';
    case 'correction':
      return 'This payment was recorded by mistake.';
    case 'disputed':
      return 'It was disputed at the bank, which decided for the payer.';
    case 'admin':
    case 'provider':
      return 'The clinic decided this refund.';
  }
}

/** 'R-2026-000123'; undefined without a number. It alone is unique: it never starts again, and the year is for people. */
export function receiptText({
  receiptNumber,
  receiptYear,
}: Pick<PaymentRow, 'receiptNumber' | 'receiptYear'>): string | undefined {
  if (receiptNumber === null || receiptYear === null) return undefined;
  return `R-${receiptYear}-${String(receiptNumber).padStart(6, '0')}`;
}

/** The number in a typed receipt number, whatever its year; or `undefined`. */
export function receiptNumberIn(text: string): number | undefined {
  const digits = /^R-\d{4}-(\d{6,9})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

import type { payableRefusals, recordRefusals } from '@openhours/contract/payment-refusals.ts';

/** Why money goes back. */
export type RefundCause = 'admin' | 'cancelled' | 'paid-otherwise' | 'wrong-amount' | 'rejected' | 'provider';

export interface Amount {
  readonly minor: number;
  readonly currency: string;
}

/** What decides whether a booking can be paid for. */
export interface PayableBooking {
  readonly status: 'confirmed' | 'cancelled';
  readonly paid: boolean;
  readonly price: Amount;
}

export type PayableRefusal = keyof typeof payableRefusals;
export type RecordRefusal = keyof typeof recordRefusals;

/** Why a booking cannot be paid for now, or `undefined`. `offered`: what the patient says it costs. */
export function whyNotPayable(
  booking: PayableBooking,
  offered: { priceMinor: number | undefined; isOnHold: boolean },
): PayableRefusal | undefined {
  if (booking.status === 'cancelled') return 'BOOKING_CANCELLED';
  if (booking.paid) return 'ALREADY_PAID';
  if (booking.price.minor === 0) return 'NOTHING_TO_PAY';
  if (booking.price.minor !== offered.priceMinor) return 'PRICE_DIFFERS';
  return offered.isOnHold ? 'ON_HOLD' : undefined;
}

/** What is done with money that has come. */
export type Verdict =
  | { readonly kind: 'keep' }
  | { readonly kind: 'hold'; readonly because: string }
  | { readonly kind: 'give-back'; readonly cause: RefundCause };

/**
 * Judges a charge that the provider itself says has succeeded. Whether another payment is kept already is not asked here
 * alone: the constraint `one_live_payment_per_booking` has the last word.
 */
export function judge(charge: {
  readonly amount: Amount;
  readonly ordered: Amount;
  readonly risky: boolean;
  readonly booking: PayableBooking;
}): Verdict {
  const { amount, ordered, booking } = charge;
  if (booking.status === 'cancelled') return { kind: 'give-back', cause: 'cancelled' };
  if (booking.paid) return { kind: 'give-back', cause: 'paid-otherwise' };
  if (!isSameAmount(amount, ordered) || !isSameAmount(amount, booking.price)) {
    return { kind: 'give-back', cause: 'wrong-amount' };
  }
  if (charge.risky) return { kind: 'hold', because: 'The provider has doubts about the payer.' };
  return { kind: 'keep' };
}

/** To the cent, and in the same currency. */
export function isSameAmount(a: Amount, b: Amount): boolean {
  return a.minor === b.minor && a.currency === b.currency;
}

/** What the patient is told about money that goes back. */
export function whyGivenBack(cause: RefundCause): string {
  switch (cause) {
    case 'cancelled':
      return 'The appointment was cancelled, so you get your money back.';
    case 'paid-otherwise':
      return 'The appointment was already paid, so you get the second payment back.';
    case 'wrong-amount':
      return 'The amount was not the price of the appointment, so you get your money back.';
    case 'rejected':
      return 'The clinic could not accept this payment, so you get your money back.';
    case 'admin':
    case 'provider':
      return 'The clinic gave this back to you.';
  }
}

const MINUTE = 60_000;
const FIRST_QUESTION_MINUTES = 3;
const LONGEST_PAUSE_MINUTES = 360;

/** When a provider is asked again about something open: after 3 minutes, then ever later, at most 6 hours. */
export function askAgainAt(now: Date, timesAsked: number): Date {
  const pause = Math.min(FIRST_QUESTION_MINUTES * 2 ** Math.min(timesAsked, 10), LONGEST_PAUSE_MINUTES);
  return new Date(now.getTime() + pause * MINUTE);
}

/** After this long nobody is still at the card entry or on the hosted page: an open order is given up. */
export const ORDER_LIVES_MINUTES = 24 * 60;
/** A hosted page that was opened this recently is shown again instead of opening another. */
export const PAGE_LIVES_MINUTES = 10;

/** How old something is. */
export function isOlderThan(minutes: number, since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() > minutes * MINUTE;
}

/** The part of what the provider took that belongs to a part of what was paid; never more than all of it together. */
export function takenPart(part: number, payment: { amountMinor: number; takenMinor: number }): number {
  return Math.floor((payment.takenMinor * part) / payment.amountMinor);
}

/** 'R-2026-000123'. */
export function receiptText(receiptNumber: number, keptAt: Date): string {
  return `R-${keptAt.getUTCFullYear()}-${String(receiptNumber).padStart(6, '0')}`;
}

/** The number in a receipt's text as somebody types it, or `undefined`. */
export function receiptNumberIn(text: string): number | undefined {
  const digits = /^R-\d{4}-(\d{6,9})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
}

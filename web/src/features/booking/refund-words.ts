import type { Refund } from '@openhours/contract/booking.ts';
import { amountText, decimalsOf } from '@openhours/contract/money.ts';
import { payoutPhrases } from '@openhours/contract/money-words.ts';
import type { PaymentAmounts } from '@openhours/contract/payment.ts';
import { refundSentences } from '@openhours/contract/refund-sentences.ts';

/** Where the money of a cancelled booking is: a line for each refund, and lines for the part that the clinic still has. Pure. */
export function refundWords(payments: readonly PaymentAmounts[]): readonly string[] {
  return payments.flatMap((payment) =>
    payment.disputed
      ? disputedLines(payment)
      : [...payment.refunds.flatMap((refund) => lineOf(refund, payment.currency)), ...restLines(payment)],
  );
}

/** The bank decides about a disputed payment, so no refund that was only requested is promised. */
function disputedLines({ amount, currency, refunds }: PaymentAmounts): readonly string[] {
  const returned = refunds.filter(({ state }) => state === 'succeeded');
  const rest = exactly(
    returned.reduce((left, refund) => left - refund.amount, amount),
    currency,
  );
  return [
    ...returned.flatMap((refund) => lineOf(refund, currency)),
    ...(rest > 0 ? [`Disputed at the bank: ${amountText(rest, currency)}`] : []),
  ];
}

const exactly = (sum: number, currency: string): number => Number(sum.toFixed(decimalsOf(currency)));

/** A correction is no refund. */
function lineOf(
  { amount, state, kind, method = 'transfer' }: PaymentAmounts['refunds'][number],
  currency: string,
): readonly string[] {
  if (kind === 'correction' || state === 'failed') return [];
  const text = amountText(amount, currency);
  if (kind === 'payout') return [`Refunded ${payoutPhrases[method]}: ${text}`];
  if (kind === 'bank') return [`Returned by the bank: ${text}`];
  if (kind === 'insurance')
    return [`${state === 'succeeded' ? 'Settled' : 'To be settled'} with your insurance: ${text}`];
  if (state === 'succeeded') return [`Refunded: ${text}`];
  return [kind === 'at-clinic' ? `You get back ${text} at the clinic` : `Refund on its way: ${text}`];
}

/** Lines for the part that is neither refunded nor being refunded. A failed refund may have been replaced by a later one. */
function restLines({ state, amount, refunded, currency, refunds }: PaymentAmounts): readonly string[] {
  const exact = (sum: number): number => exactly(sum, currency);
  const failed = refunds
    .filter((refund) => refund.state === 'failed' && refund.kind !== 'payout')
    .reduce((sum, refund) => sum + refund.amount, 0);
  const delayed = exact(Math.min(amount - refunded, failed));
  const kept = state === 'paid' ? exact(amount - refunded - delayed) : 0;
  const text = amountText(kept, currency);
  return [
    ...(delayed > 0 ? [`Refund delayed: ${amountText(delayed, currency)}. The clinic is looking into it.`] : []),
    ...(kept > 0 ? [refunds.length === 0 ? `Paid ${text}, not refunded` : `Not refunded: ${text}`] : []),
  ];
}

/**
 * Says what is refunded after a cancellation: to the patient, or to the staff who cancelled. Pure.
 *
 * @param of.refunds one for each currency
 * @param of.count how many appointments were cancelled
 */
export function cancelledText(
  { refunds, count = 1 }: { refunds: readonly Refund[]; count?: number },
  by: 'patient' | 'staff',
): string {
  const how = refunds.map((refund) =>
    refundSentences(refund, {
      online: (amount) => `${amount} is being refunded.`,
      ...(by === 'staff' ? refundsByStaff : refundsToYou),
    }),
  );
  return [count === 1 ? 'Appointment cancelled.' : `${count} appointments cancelled.`, ...how].join(' ').trimEnd();
}

const refundsToYou = {
  atClinic: (amount: string) => `You get ${amount} back at the clinic.`,
  byInsurance: (amount: string) => `We settle ${amount} with your insurance.`,
};

/** What staff have to do for a refund. Nothing happens by itself with what was not paid online. */
export const refundsByStaff = {
  atClinic: (amount: string) => `Give ${amount} back to the patient at the clinic, and record it under Payment.`,
  byInsurance: (amount: string) => `Settle ${amount} with the insurance, and record it under Payment.`,
};

import { payoutPhrases } from '@openhours/contract/money-words.ts';
import type { ClinicMethod, Payment, PaymentWay, Refund } from '@openhours/contract/payment.ts';
import { instantText } from '../../clinic/instant.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

/** How staff take a payment at the clinic. */
export const methodNames: Record<ClinicMethod, string> = {
  cash: 'Cash',
  terminal: 'Card terminal',
  insurance: 'Insurance',
};

/** The ways to pay, for a column or a filter. */
export const wayNames: Record<PaymentWay, string> = {
  card: 'Card',
  'hosted-page': 'Payment page',
  clinic: 'At the clinic',
  ...methodNames,
};

const howPaid: Record<ClinicMethod | 'card' | 'hosted-page', string> = {
  card: 'by card',
  'hosted-page': 'on the payment page',
  cash: 'in cash at the clinic',
  terminal: 'by card at the clinic',
  insurance: 'by insurance',
};

type Way = Pick<Payment, 'via' | 'method'>;

/** 'by card', 'in cash at the clinic'. */
export function howPaidText({ via, method = 'cash' }: Way): string {
  return howPaid[via === 'clinic' ? method : via];
}

/** 'Card', 'Cash', for a column. */
export function wayText({ via, method = 'cash' }: Way): string {
  return wayNames[via === 'clinic' ? method : via];
}

/** 'by card on May 1, 2026, 10:00 AM', in the clinic's time. */
export function paidOnText({ paidAt, ...way }: Way & Pick<Payment, 'paidAt'>): string {
  return `${howPaidText(way)} on ${instantText(paidAt)}`;
}

/** Who reads about a refund. */
export type Reader = 'patient' | 'staff';

/** The state of a refund in words. */
export function refundText(
  { state, kind, method = 'transfer' }: Pick<Refund, 'state' | 'kind' | 'method'>,
  reader: Reader,
): string {
  if (kind === 'payout') {
    const text = `refunded ${payoutPhrases[method]}`;
    return state === 'failed' ? `was recorded as ${text} by mistake` : text;
  }
  if (kind === 'correction') return 'corrected';
  if (kind === 'bank') return state === 'failed' ? 'returned to the clinic by the bank' : 'taken back by the bank';
  if (kind === 'insurance')
    return state === 'succeeded' ? 'settled with the insurance' : 'to be settled with the insurance';
  if (kind === 'at-clinic') return state === 'succeeded' ? 'refunded at the clinic' : 'to be refunded at the clinic';
  switch (state) {
    case 'succeeded':
      return 'refunded';
    case 'pending':
      return 'being refunded';
    case 'failed':
      return reader === 'patient' ? 'could not be refunded; the clinic is looking into it' : 'could not be refunded';
  }
}

/**
 * The state of a payment, in words. A payment that was recorded by mistake is not called refunded. Nor is one while the
 * clinic still has a part of it, because a refund has failed or is pending.
 */
export function wordsOf({
  state,
  refunds,
  amount,
  refunded,
  disputed,
}: Pick<Payment, 'state' | 'refunds' | 'amount' | 'refunded' | 'disputed'>): (typeof stateWords)[Payment['state']] {
  if (disputed && state === 'paid') return { text: 'Disputed', forAdmin: 'Disputed', tone: 'warning' };
  if (state === 'paid' && refunded >= amount && refunds.some(isUnderWay)) {
    return { text: 'Being refunded', forAdmin: 'Being refunded', tone: 'warning' };
  }
  if (state !== 'refunded') return stateWords[state];
  if (refunded < amount || isAnyPending(refunds))
    return { text: 'To be refunded', forAdmin: 'To be refunded', tone: 'warning' };
  if (refunds.at(-1)?.kind === 'bank') return { text: 'Disputed', forAdmin: 'Lost in a dispute', tone: 'warning' };
  const isCorrected = refunds.every(({ kind }) => kind === 'correction');
  return isCorrected ? { text: 'Corrected', forAdmin: 'Corrected', tone: 'neutral' } : stateWords.refunded;
}

/** The label of the sum of the refunds on a receipt. */
export function refundsTerm(refunds: Payment['refunds']): string {
  if (refunds.every(({ kind }) => kind === 'correction')) return 'Corrected';
  return isAnyPending(refunds) ? 'Refunded or to be refunded' : 'Refunded';
}

const isUnderWay = ({ state, kind }: Refund) => state === 'pending' && kind === 'online';

const isAnyPending = (refunds: Payment['refunds']): boolean => refunds.some(({ state }) => state === 'pending');

/** The states of a payment, in words for its patient and for admins. */
export const stateWords: Record<Payment['state'], { text: string; forAdmin: string; tone: BadgeTone }> = {
  paid: { text: 'Paid', forAdmin: 'Paid', tone: 'positive' },
  'on-hold': { text: 'Being checked', forAdmin: 'On hold', tone: 'warning' },
  refunded: { text: 'Refunded', forAdmin: 'Refunded', tone: 'neutral' },
};

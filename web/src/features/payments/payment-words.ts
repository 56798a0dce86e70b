import type { Payment, Refund } from '@openhours/contract/payment.ts';
import { instantText } from '../../clinic/instant.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

/** 'by card on May 1, 2026, 10:00 AM', in the clinic's time. */
export function paidOnText({ via, paidAt }: Pick<Payment, 'via' | 'paidAt'>): string {
  return `${via === 'card' ? 'by card' : 'on the payment page'} on ${instantText(paidAt)}`;
}

/** The state of a refund in words. */
export function refundText({ state }: Pick<Refund, 'state'>): string {
  switch (state) {
    case 'succeeded':
      return 'refunded';
    case 'pending':
      return 'being refunded';
    case 'failed':
      return 'could not be refunded; the clinic looks into it';
  }
}

/** The states of a payment, in words for its patient and for admins. */
export const stateWords: Record<Payment['state'], { text: string; forAdmin: string; tone: BadgeTone }> = {
  paid: { text: 'Paid', forAdmin: 'Paid', tone: 'positive' },
  'on-hold': { text: 'Being checked', forAdmin: 'On hold', tone: 'warning' },
  refunded: { text: 'Refunded', forAdmin: 'Refunded', tone: 'neutral' },
};

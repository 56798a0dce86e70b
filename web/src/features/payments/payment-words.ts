import type { Payment, Refund } from '@openhours/contract/payment.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { clinicTimeZone } from '../schedule/clinic-day.ts';

/** 'by card on May 1, 2026, 10:00 AM', in the clinic's time. */
export function paidOnText({ via, paidAt }: Pick<Payment, 'via' | 'paidAt'>): string {
  return `${via === 'card' ? 'by card' : 'on the payment page'} on ${instantText(paidAt)}`;
}

/** An instant as it was at the clinic. */
export function instantText(iso: string): string {
  const timeZone = clinicTimeZone();
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(iso));
}

/** How a refund stands, as a person says it. */
export function refundText({ state }: Pick<Refund, 'state'>): string {
  switch (state) {
    case 'given-back':
      return 'given back';
    case 'under-way':
      return 'on its way back';
    case 'failed':
      return 'could not be given back; the clinic looks into it';
  }
}

/** The states of a payment, as its patient and as an admin reads them. */
export const stateWords: Record<Payment['state'], { text: string; forAdmin: string; tone: BadgeTone }> = {
  kept: { text: 'Paid', forAdmin: 'Kept', tone: 'positive' },
  'on-hold': { text: 'Being checked', forAdmin: 'On hold', tone: 'warning' },
  'given-back': { text: 'Given back', forAdmin: 'Given back', tone: 'neutral' },
};

import type { MoneyMethod } from './money-total.ts';
import type { PayoutMethod } from './payment.ts';

/** How money came in or went out, as staff read it. */
export const moneyMethodNames: Readonly<Record<MoneyMethod, string>> = {
  card: 'Card, online',
  'hosted-page': 'Payment page',
  cash: 'Cash',
  terminal: 'Card terminal',
  insurance: 'Insurance',
  transfer: 'Bank transfer',
};

/** How the clinic paid a refund itself: '$140.00 refunded by bank transfer'. */
export const payoutPhrases: Readonly<Record<PayoutMethod, string>> = {
  transfer: 'by bank transfer',
  cash: 'in cash at the clinic',
  terminal: 'to a card at the clinic',
};

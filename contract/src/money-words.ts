import type { MoneyMethod } from './money-total.ts';

/** How money came in or went out, as staff read it. */
export const moneyMethodNames: Readonly<Record<MoneyMethod, string>> = {
  card: 'Card, online',
  'hosted-page': 'Payment page',
  cash: 'Cash',
  terminal: 'Card terminal',
  insurance: 'Insurance',
};

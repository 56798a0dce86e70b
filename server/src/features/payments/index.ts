/** What other features may import from payments. */
export { receiptMessage, refundMessage } from './mail-payment.ts';
export { type MoneySum, totalsOf } from './money-totals.ts';
export { listPaymentsMadeFor } from './presenter.ts';
export { refundCancellation, refundMove } from './refund-payment.ts';

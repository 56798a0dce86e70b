/** What other features may import from payments. */
export { composeReceipt, composeRefund } from './mail-payment.ts';
export { listPaymentsMadeFor } from './presenter.ts';
export { refundCancellation, refundMove } from './refund-payment.ts';

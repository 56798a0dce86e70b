/** What other features may import from payments. */
export { listPaymentsMadeFor } from './presenter.ts';
export { refundCancellation } from './refund-payment.ts';

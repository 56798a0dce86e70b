/** The door of payments for other features. */
export { listPaymentsMadeFor } from './presenter.ts';
export { refundCancellation } from './refund-payment.ts';

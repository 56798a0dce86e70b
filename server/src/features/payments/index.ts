/** The door of payments for other features. */
export type { MoneyDesk } from './money-desk.ts';
export { refundCancelledBooking } from './refund-cancelled-booking.ts';

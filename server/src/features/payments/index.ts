/** The door of payments for other features. */
export { cancelAndGiveBack } from './cancel-and-give-back.ts';
export type { MoneyDesk } from './money-desk.ts';
export { listPaymentsMadeFor } from './payments-made.ts';

import type { paymentBooks, paymentDifferences, refunds } from '../../database/schema/payments.ts';

export type PaymentRow = typeof paymentBooks.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;
export type DifferenceRow = typeof paymentDifferences.$inferSelect;

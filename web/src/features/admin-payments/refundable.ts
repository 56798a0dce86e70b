import { decimalsOf } from '@openhours/contract/money.ts';
import type { Payment } from '@openhours/contract/payment.ts';

/** The amount of a payment that is neither refunded nor being refunded, without floating-point errors. */
export function leftOf({ amount, refunded, currency }: Pick<Payment, 'amount' | 'refunded' | 'currency'>): number {
  return Number((amount - refunded).toFixed(decimalsOf(currency)));
}

/**
 * Whether an admin is offered a refund: some of the payment is left. A payment on hold is approved or refused instead. After
 * a refund that failed, another one is needed, because the booking cannot be paid while the clinic has this money.
 */
export function isRefundable(payment: Pick<Payment, 'state' | 'amount' | 'refunded' | 'currency'>): boolean {
  return payment.state !== 'on-hold' && leftOf(payment) > 0;
}

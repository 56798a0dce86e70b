import { amountText, decimalsOf } from '@openhours/contract/money.ts';
import type { AdminPayment, Payment } from '@openhours/contract/payment.ts';
import { decimalsText, typedAmount } from '../../clinic/typed-amount.ts';

/** The amount of a payment that is neither refunded nor being refunded, without floating-point errors. */
export function leftOf({ amount, refunded, currency }: Pick<Payment, 'amount' | 'refunded' | 'currency'>): number {
  return Number((amount - refunded).toFixed(decimalsOf(currency)));
}

/** What an admin has to know about the amount of a refund, as sentences. */
export function refundHint(
  payment: Pick<Payment, 'state' | 'amount' | 'refunded' | 'currency'> & Pick<AdminPayment, 'bookingState'>,
): string {
  const left = `${amountText(leftOf(payment), payment.currency)} can still be refunded.`;
  return payment.state === 'paid' && payment.bookingState === 'booked'
    ? `${left} If you refund all of it, the appointment stays booked and is to be paid at the clinic.`
    : left;
}

/** The error of a typed amount to refund. */
export function refundFault(text: string, { left, currency }: { left: number; currency: string }): string | undefined {
  const amount = typedAmount(text, currency);
  if (amount === 'too-many-decimals') return decimalsText('An amount', currency);
  if (amount === 'not-a-number' || amount === 0) return "Enter an amount, like '20' or '49.50'.";
  return amount > left ? 'That is more than can still be refunded.' : undefined;
}

/**
 * Whether an admin is offered a refund: some of the payment is left. A payment on hold is approved or refused instead. After
 * a refund that failed, another one is needed, because the booking cannot be paid while the clinic has this money.
 */
export function isRefundable(payment: Pick<Payment, 'state' | 'amount' | 'refunded' | 'currency'>): boolean {
  return payment.state !== 'on-hold' && leftOf(payment) > 0;
}

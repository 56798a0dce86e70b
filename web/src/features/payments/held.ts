import type { Payment } from '@openhours/contract/payment.ts';

/** Whether this payment keeps the booking from being paid: the clinic checks it, or its refund has failed. */
export function isHeld({ state, amount, refunded }: Pick<Payment, 'state' | 'amount' | 'refunded'>): boolean {
  return state === 'on-hold' || (state === 'refunded' && refunded < amount);
}

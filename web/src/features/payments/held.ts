import type { Payment } from '@openhours/contract/payment.ts';

/** Whether the server takes no other payment meanwhile: the clinic checks it, or has the money because its refund failed. */
export function isHeld({ state, amount, refunded }: Pick<Payment, 'state' | 'amount' | 'refunded'>): boolean {
  return state === 'on-hold' || (state === 'refunded' && refunded < amount);
}

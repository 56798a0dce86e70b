import { expect, it } from 'vitest';
import { isRefundable, leftOf } from './refundable.ts';

const payment = { state: 'paid', amount: 140.3, refunded: 0, currency: 'USD' } as const;

it('offers a refund of what is left, also after a failed refund', () => {
  expect(isRefundable(payment)).toBe(true);
  expect(isRefundable({ ...payment, state: 'refunded' })).toBe(true);
  expect(isRefundable({ ...payment, state: 'refunded', refunded: 140.3 })).toBe(false);
  expect(isRefundable({ ...payment, refunded: 140.3 })).toBe(false);
  expect(leftOf({ ...payment, refunded: 140.1 })).toBe(0.2);
});

it('offers no refund of a payment on hold, which is approved or refused', () => {
  expect(isRefundable({ ...payment, state: 'on-hold' })).toBe(false);
});

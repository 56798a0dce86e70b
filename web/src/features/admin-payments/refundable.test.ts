import { expect, it } from 'vitest';
import { isRefundable, leftOf, refundFault, refundHint } from './refundable.ts';

const payment = { state: 'paid', amount: 140.3, refunded: 0, currency: 'USD' } as const;

it('offers a refund of what is left, also after a failed refund', () => {
  expect(isRefundable(payment)).toBe(true);
  expect(isRefundable({ ...payment, state: 'refunded' })).toBe(true);
  expect(isRefundable({ ...payment, state: 'refunded', refunded: 140.3 })).toBe(false);
  expect(isRefundable({ ...payment, refunded: 140.3 })).toBe(false);
  expect(leftOf({ ...payment, refunded: 140.1 })).toBe(0.2);
});

it('says that an appointment stays booked if all of its payment is refunded', () => {
  const hint = (bookingState: 'booked' | 'cancelled', other: object = {}) =>
    refundHint({ ...payment, bookingState, ...other });
  const left = '$140.30 can still be refunded.';
  expect(hint('booked')).toBe(
    `${left} If you refund all of it, the appointment stays booked and is to be paid at the clinic.`,
  );
  expect(hint('cancelled')).toBe(left);
  // Another payment pays for it.
  expect(hint('booked', { state: 'refunded' })).toBe(left);
});

it('offers no refund of a payment on hold, which is approved or refused', () => {
  expect(isRefundable({ ...payment, state: 'on-hold' })).toBe(false);
});

it('refuses amounts that nobody can mean, and more than is left', () => {
  const fault = (text: string) => refundFault(text, { left: 1400, currency: 'USD' });
  expect(['20', '20,50', '1400'].map(fault)).toEqual([undefined, undefined, undefined]);
  expect(fault('1,000')).toBe('An amount in USD has at most 2 decimals.');
  expect(fault('0')).toBe("Enter an amount, like '20' or '49.50'.");
  expect(fault('1400.01')).toBe('That is more than can still be refunded.');
});

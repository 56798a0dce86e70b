import type { Payment, PaymentState } from '@openhours/contract/payment.ts';
import { expect, it } from 'vitest';
import { readReturn, returnWords } from './return-words.ts';

const unpaid = { paid: false, payments: [] };
const paymentOf = (state: PaymentState): Payment => ({
  _id: 'p',
  bookingId: 'b',
  via: 'hosted-page',
  transactionId: 't',
  amount: 140,
  refunded: 0,
  currency: 'USD',
  state,
  paidAt: '2026-05-01T10:00:00.000Z',
  refunds: [],
});
const back = (how: 'success' | 'failed' | 'cancelled' | 'pending') => ({ how, bookingId: 'b' });

it('shows paid if the clinic has recorded the payment, whatever the URL says', () => {
  for (const how of ['success', 'failed', 'cancelled', 'pending'] as const) {
    expect(returnWords(back(how), { ...unpaid, paid: true }).text).toContain('is paid');
  }
});

it('does not show paid because of the URL alone', () => {
  for (const money of [undefined, unpaid]) {
    expect(returnWords(back('success'), money)).toMatchObject({ isWaiting: true, tone: 'plain' });
  }
});

it('shows that the payment failed or was cancelled', () => {
  expect(returnWords(back('failed'), unpaid).text).toContain('failed');
  expect(returnWords(back('cancelled'), unpaid).text).toContain('cancelled');
});

it('says that money comes back only for a payment that was never accepted', () => {
  const refunded = { ...unpaid, payments: [paymentOf('refunded')] };
  expect(returnWords(back('success'), refunded).text).toContain('could not be accepted');
  for (const how of ['failed', 'cancelled'] as const) {
    expect(returnWords(back(how), refunded).text).toContain('not paid yet');
  }
  const accepted = { ...unpaid, payments: [{ ...paymentOf('refunded'), receiptNumber: 'R-2026-000123' }] };
  expect(returnWords(back('success'), { ...accepted, awaited: true }).isWaiting).toBe(true);
  expect(returnWords(back('success'), accepted)).toMatchObject({ isWaiting: false, tone: 'plain' });
});

it('asks not to pay again while a payment is on hold', () => {
  const onHold = { ...unpaid, payments: [paymentOf('on-hold')] };
  expect(returnWords(back('success'), onHold).text).toContain('do not pay again');
});

it('ignores unknown outcomes in the URL', () => {
  expect(readReturn(new URLSearchParams('payment=paid&booking=b'))).toBeUndefined();
  expect(readReturn(new URLSearchParams('booking=b'))).toBeUndefined();
  expect(readReturn(new URLSearchParams('payment=failed&booking=b'))).toEqual(back('failed'));
});

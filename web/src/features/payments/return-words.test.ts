import { expect, it } from 'vitest';
import { readReturn, returnWords } from './return-words.ts';

const unpaid = { paid: false, payments: [] };
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

it('ignores unknown outcomes in the URL', () => {
  expect(readReturn(new URLSearchParams('payment=paid&booking=b'))).toBeUndefined();
  expect(readReturn(new URLSearchParams('booking=b'))).toBeUndefined();
  expect(readReturn(new URLSearchParams('payment=failed&booking=b'))).toEqual(back('failed'));
});

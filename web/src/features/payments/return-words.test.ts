import { expect, it } from 'vitest';
import { readReturn, returnWords } from './return-words.ts';

const unpaid = { paid: false, payments: [] };
const back = (how: 'success' | 'failed' | 'cancelled' | 'pending') => ({ how, bookingId: 'b' });

it('says paid when the clinic says so, whatever the address says', () => {
  for (const how of ['success', 'failed', 'cancelled', 'pending'] as const) {
    expect(returnWords(back(how), { ...unpaid, paid: true }).text).toContain('is paid');
  }
});

it('never says paid because the address does', () => {
  for (const money of [undefined, unpaid]) {
    expect(returnWords(back('success'), money)).toMatchObject({ isWaiting: true, tone: 'plain' });
  }
});

it('says plainly that it failed or was cancelled', () => {
  expect(returnWords(back('failed'), unpaid).text).toContain('failed');
  expect(returnWords(back('cancelled'), unpaid).text).toContain('cancelled');
});

it('reads no word that it does not know', () => {
  expect(readReturn(new URLSearchParams('payment=paid&booking=b'))).toBeUndefined();
  expect(readReturn(new URLSearchParams('booking=b'))).toBeUndefined();
  expect(readReturn(new URLSearchParams('payment=failed&booking=b'))).toEqual(back('failed'));
});

import { expect, it } from 'vitest';
import { countText } from './count-text.ts';

const dollars = { amount: 6720, currency: 'USD' };

it.each([
  [{ count: 364 }, '364 appointments'],
  [{ count: 10_000, isMore: true }, 'More than 10,000 appointments'],
  [{ count: 10_000, isMore: true, toPay: [dollars] }, 'More than 10,000 appointments, at least $6,720 to pay'],
  [{ count: 1, toPay: [{ amount: 60, currency: 'USD' }] }, '1 appointment, $60 to pay'],
  [{ count: 113, toPay: [{ amount: 60, currency: 'EUR' }, dollars] }, '113 appointments, €60.00 and $6,720 to pay'],
])('says how many there are, and what is to be paid in each currency: %j', (counted, text) => {
  expect(countText({ isMore: false, ...counted })).toBe(text);
});

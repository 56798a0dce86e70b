import { expect, test } from 'vitest';
import { counted } from './counted.ts';

test.each([
  [0, '0 bookings'],
  [1, '1 booking'],
  [2, '2 bookings'],
  [1200, '1200 bookings'],
])('%i is followed by the noun in the right number', (count, text) => {
  expect(counted(count, 'booking')).toBe(text);
});

test('a plural that needs more than an s is given', () => {
  expect([1, 2].map((count) => counted(count, 'treatment is', 'treatments are'))).toEqual([
    '1 treatment is',
    '2 treatments are',
  ]);
});

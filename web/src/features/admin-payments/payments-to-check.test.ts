import { expect, it } from 'vitest';
import { paymentsToCheckText } from './payments-to-check.ts';

it('names only what an admin has to look at', () => {
  expect(paymentsToCheckText({ held: 0, differences: 0 })).toBe('');
  expect(paymentsToCheckText({ held: 1, differences: 0 })).toBe('1 payment on hold');
  expect(paymentsToCheckText({ held: 2, differences: 1 })).toBe(
    '2 payments on hold, 1 difference from the payment provider',
  );
});

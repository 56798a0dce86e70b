import { expect, it } from 'vitest';
import { typedAmount } from './typed-amount.ts';

it.each([
  ['60', 'USD', 60],
  [' 49.50 ', 'USD', 49.5],
  ['49,5', 'EUR', 49.5],
  ['6000', 'JPY', 6000],
  ['1,250', 'KWD', 1.25],
])('reads %s in %s', (text, currency, amount) => {
  expect(typedAmount(text, currency)).toBe(amount);
});

it.each([
  ['1,000', 'USD'],
  ['1.000', 'EUR'],
  ['1,000', 'JPY'],
  ['0.001', 'USD'],
])('refuses %s in %s, which may mean a thousand', (text, currency) => {
  expect(typedAmount(text, currency)).toBe('too-many-decimals');
});

it.each(['', '-5', '$20', '1e2', '1,000.50', '5.', 'free'])("does not read '%s'", (text) => {
  expect(typedAmount(text, 'USD')).toBe('not-a-number');
});

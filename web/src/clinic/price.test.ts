import { expect, it } from 'vitest';
import { priceText, sumText } from './price.ts';

it.each([
  [60, 'USD', '$60'],
  [12.5, 'USD', '$12.50'],
  [1234.05, 'USD', '$1234.05'],
  [1200, 'USD', '$1200'],
  [6000, 'JPY', '¥6,000'],
  [4.25, 'KWD', 'KWD\u00A04.250'],
])('%d %s is shown as %s', (price, currency, text) => {
  expect(priceText({ price, currency })).toBe(text);
});

it.each([
  [140, 'USD', '$140'],
  [12_340, 'USD', '$12,340'],
  [12_340.5, 'USD', '$12,340.50'],
  [60, 'EUR', '€60.00'],
  [12_000, 'JPY', '¥12,000'],
])('the sum of %d %s is shown as %s', (amount, currency, text) => {
  expect(sumText(amount, currency)).toBe(text);
});

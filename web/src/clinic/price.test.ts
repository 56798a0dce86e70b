import { expect, it } from 'vitest';
import { priceText } from './price.ts';

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

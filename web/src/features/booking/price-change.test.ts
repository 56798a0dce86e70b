import { expect, it } from 'vitest';
import { priceChangeText } from './price-change.ts';

it('says what a moved appointment costs now, if that is another price', () => {
  const booking = { price: 140, currency: 'USD' };
  const text = (next: object) => priceChangeText(booking, { ...booking, ...next });
  expect(text({})).toBeUndefined();
  expect(text({ price: 120 })).toBe('The price is now $120.00 instead of $140.00.');
  expect(text({ currency: 'EUR' })).toBe('The price is now €140.00 instead of $140.00.');
});

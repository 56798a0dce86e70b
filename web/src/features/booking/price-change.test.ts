import { expect, it } from 'vitest';
import { priceChangeText } from './price-change.ts';

const booking = { price: 140, currency: 'USD', paid: true };

it('says what a new price means for the payment', () => {
  const text = (next: object, paid = true) => priceChangeText({ ...booking, paid }, { ...booking, ...next });
  expect(text({})).toBeUndefined();
  expect(text({ price: 120 })).toBe('The price is now $120.00 instead of $140.00. The difference is refunded.');
  const all = 'We refund what you paid. Once that is done, please pay the new price.';
  expect(text({ price: 150 })).toBe(`The price is now $150.00 instead of $140.00. ${all}`);
  expect(text({ currency: 'EUR' })).toBe(`The price is now €140.00 instead of $140.00. ${all}`);
  expect(text({ price: 150 }, false)).toBe('The price is now $150.00 instead of $140.00.');
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountText, decimalsOf, moneyFromPrice, priceOf } from './money.ts';

describe('money', () => {
  it.each([
    ['JPY', 0, 6000, '¥6,000'],
    ['USD', 2, 49.5, '$49.50'],
    ['USD', 2, 1234.5, '$1,234.50'],
    ['EUR', 2, 49.5, '€49.50'],
    ['BDT', 2, 500, 'BDT\u00A0500.00'],
    ['KWD', 3, 4.25, 'KWD\u00A04.250'],
    // ISO 4217's values; Intl writes HUF and IDR without decimals in some versions.
    ['HUF', 2, 2000, 'HUF\u00A02,000.00'],
    ['IDR', 2, 150_000, 'IDR\u00A0150,000.00'],
    ['ISK', 0, 9000, 'ISK\u00A09,000'],
    ['UGX', 0, 50_000, 'UGX\u00A050,000'],
    ['CLF', 4, 1.5, 'CLF\u00A01.5000'],
  ])('in %s has %i decimals, and %d reads %s', (currency, decimals, amount, text) => {
    expect(decimalsOf(currency)).toBe(decimals);
    expect(amountText(amount, currency)).toBe(text);
  });

  it('survives the round trip over the wire, in every currency', () => {
    const currencies = fc.constantFrom(...Intl.supportedValuesOf('currency'));
    fc.assert(
      fc.property(currencies, fc.integer({ min: 0, max: 2 ** 31 - 1 }), (currency, minor) => {
        expect(moneyFromPrice(priceOf({ minor, currency }), currency)).toEqual({ minor, currency });
      }),
    );
  });

  it.each([
    [60.5, 'JPY'],
    [60.005, 'USD'],
    [4.0005, 'KWD'],
    [2 ** 31, 'JPY'],
    [2 ** 31 / 100, 'USD'],
  ])('refuses %d %s as an amount', (price, currency) => {
    expect(moneyFromPrice(price, currency)).toBeUndefined();
  });
});

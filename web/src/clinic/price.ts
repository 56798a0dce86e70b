import { amountText } from '@openhours/contract/money.ts';

/**
 * A price in the sentences 'Price: …' and 'Please pay …', where the specification requires '$' and then the price:
 * '$60', or '$12.50' if it has cents. Other currencies have their usual format: '¥6,000'.
 */
export function priceText({ price, currency }: { price: number; currency: string }): string {
  return currency === 'USD' ? `$${price.toFixed(Number.isInteger(price) ? 0 : 2)}` : amountText(price, currency);
}

/** A sum of prices: like them without the cents of whole dollars, and in groups of three digits: '$12,340'. */
export function sumText(amount: number, currency: string): string {
  const text = amountText(amount, currency);
  return currency === 'USD' && Number.isInteger(amount) ? text.replace(/\.00$/, '') : text;
}

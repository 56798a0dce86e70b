import { amountText } from '@openhours/contract/money.ts';

/**
 * A price in the sentences 'Price: …' and 'Please pay …', where the specification requires '$' and the plain number:
 * '$60', '$12.5'. Other currencies have their usual format: '¥6,000'.
 */
export function priceText({ price, currency }: { price: number; currency: string }): string {
  return currency === 'USD' ? `$${price}` : amountText(price, currency);
}

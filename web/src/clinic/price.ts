import { amountText } from '@openhours/contract/money.ts';

/**
 * A price within the sentences 'Price: …' and 'Please pay …', which the specification fixes as 'Price: $' and
 * 'Please pay $' followed by the number: '$60', '$12.5'. Other currencies read as they do everywhere else: '¥6,000'.
 */
export function priceText({ price, currency }: { price: number; currency: string }): string {
  return currency === 'USD' ? `$${price}` : amountText(price, currency);
}

/** An amount in the smallest unit of its currency (cents of a dollar). All arithmetic on money is on these. */
export interface Money {
  readonly minor: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** Asking Intl takes longer than all else that is done for a price. */
const knownDecimals = new Map<string, number>();

/** How many decimals a currency has: 2 for USD, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  const known = knownDecimals.get(currency);
  if (known !== undefined) return known;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  knownDecimals.set(currency, maximumFractionDigits);
  return maximumFractionDigits;
}

/** The number that stands for an amount on the wire: 49.5 for 4950 cents. */
export function priceOf({ minor, currency }: Money): number {
  return Number((minor / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency)));
}

/** The amount that a number on the wire stands for, or `undefined` when it has more decimals than the currency. */
export function moneyFromPrice(price: number, currency: string): Money | undefined {
  const scale = 10 ** decimalsOf(currency);
  const minor = Math.round(price * scale);
  return Math.abs(minor / scale - price) < 1e-9 ? { minor, currency } : undefined;
}

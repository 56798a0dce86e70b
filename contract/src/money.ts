/** An amount in the smallest unit of its currency (cents of a dollar). All arithmetic on money uses these. */
export interface Money {
  readonly minor: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** Whether two amounts are equal, to the cent and in the same currency. */
export function isSameAmount(a: Money, b: Money): boolean {
  return a.minor === b.minor && a.currency === b.currency;
}

/** The largest amount that a database column holds, in minor units. */
const MAX_MINOR = 2 ** 31 - 1;

/**
 * ISO 4217's minor units, for currencies that don't have two. Not from Intl: its data differ from ISO's and between
 * versions of Node and browsers, so an upgrade could change the meaning of stored amounts.
 */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
]);

/** How many decimals a currency has: 2 for USD, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  return DECIMALS.get(currency) ?? 2;
}

/** Cached: creating an Intl.NumberFormat takes longer than formatting. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency);
  if (known) return known;
  const decimals = decimalsOf(currency);
  const made = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  formats.set(currency, made);
  return made;
}

/** An amount as a number on the wire: 49.5 for 4950 cents. */
export function priceOf({ minor, currency }: Money): number {
  const decimals = decimalsOf(currency);
  return Number((minor / 10 ** decimals).toFixed(decimals));
}

/**
 * Reads an amount from a number on the wire; `undefined` if it has more decimals than the currency or is more than the
 * database holds.
 */
export function moneyFromPrice(price: number, currency: string): Money | undefined {
  const scale = 10 ** decimalsOf(currency);
  const minor = Math.round(price * scale);
  return Math.abs(minor / scale - price) < 1e-9 && Math.abs(minor) <= MAX_MINOR ? { minor, currency } : undefined;
}

/** Formats an amount for people, as `amountText` does. */
export function moneyText(money: Money): string {
  return amountText(priceOf(money), money.currency);
}

/** Formats a number on the wire for people, with its currency's decimals: '$60.00', '¥6,000', 'KWD 60.000'. */
export function amountText(amount: number, currency: string): string {
  return formatOf(currency).format(amount);
}

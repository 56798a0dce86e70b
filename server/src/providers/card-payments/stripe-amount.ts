import { decimalsOf, type Money } from '@openhours/contract/money.ts';

// https://docs.stripe.com/currencies: all other currencies have two decimals at Stripe, including some that have none
// (ISK, UGX) or three (IQD) in ISO 4217.
const NO_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
const THREE_DECIMALS = new Set('BHD JOD KWD OMR TND'.split(' '));

/** The difference between Stripe's decimals and ours: 2 for ISK, 0 for USD and JPY, -2 for MGA. */
function moreDecimals(currency: string): number {
  const decimals = NO_DECIMALS.has(currency) ? 0 : THREE_DECIMALS.has(currency) ? 3 : 2;
  return decimals - decimalsOf(currency);
}

/**
 * An amount for Stripe's API, with the currency in lower case. `undefined`: it has more decimals than Stripe supports.
 * With three decimals, the last digit must be 0.
 */
export function stripeAmount({ minor, currency }: Money): { amount: number; currency: string } | undefined {
  const more = moreDecimals(currency);
  const amount = more < 0 ? minor / 10 ** -more : minor * 10 ** more;
  const isSupported = Number.isInteger(amount) && (!THREE_DECIMALS.has(currency) || amount % 10 === 0);
  return isSupported ? { amount, currency: currency.toLowerCase() } : undefined;
}

/** An amount of Stripe's API in our units, rounded if Stripe has smaller ones. */
export function moneyFromStripe(amount: number, currency: string): Money {
  const code = currency.toUpperCase();
  const more = moreDecimals(code);
  return { minor: more < 0 ? amount * 10 ** -more : Math.round(amount / 10 ** more), currency: code };
}

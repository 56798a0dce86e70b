import { badParameter, missing } from './failure.ts';
import { type FormTree, integer, requiredText } from './form.ts';

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

export function readCurrency(tree: FormTree): string {
  const asked = requiredText(tree, 'currency');
  const currency = asked.toLowerCase();
  if (!currencies.has(currency)) {
    throw badParameter(`Invalid currency: ${asked}. Stripe currently supports these currencies: usd, eur, gbp, …`, {
      param: 'currency',
    });
  }
  return currency;
}

/** An amount to be charged, in minor units, within Stripe's limits. */
export function readAmount(tree: FormTree, currency: string): number {
  const amount = integer(tree, 'amount');
  if (amount === undefined) throw missing('amount');
  if (amount < 50) {
    throw badParameter(`Amount must be at least ${money(50, currency)} ${currency}`, {
      code: 'amount_too_small',
      param: 'amount',
    });
  }
  if (amount > 99_999_999) {
    throw badParameter(`Amount must be no more than ${money(99_999_999, currency)}`, {
      code: 'amount_too_large',
      param: 'amount',
    });
  }
  refuseTooPrecise(amount, currency);
  return amount;
}

/** With three decimals, the last digit must be 0 (https://docs.stripe.com/currencies#three-decimal). */
export function refuseTooPrecise(amount: number, currency: string): void {
  if (threeDecimals.has(currency) && amount % 10 !== 0) {
    throw badParameter(`Invalid amount. The last digit of amounts in ${currency} must be 0.`, { param: 'amount' });
  }
}

// https://docs.stripe.com/currencies: the currencies without two decimals at Stripe, which differ from Intl's.
const noDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const threeDecimals = new Set('bhd jod kwd omr tnd'.split(' '));

/** A formatted amount, '$50.00'. */
export function money(minorUnits: number, currency: string): string {
  const decimals = noDecimals.has(currency) ? 0 : threeDecimals.has(currency) ? 3 : 2;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits }).format(minorUnits / 10 ** decimals);
}

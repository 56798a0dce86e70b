import { priceOf } from '@openhours/contract/money.ts';
import type { MoneyMethod, MoneyTotal } from '@openhours/contract/money-total.ts';

/** Movements of one kind, added up. The amount is in minor units, and negative for what went out or never came in. */
export interface MoneySum {
  readonly kind: 'payment' | 'refund' | 'correction' | 'payout-correction';
  readonly method: MoneyMethod;
  readonly currency: string;
  readonly count: number;
  readonly amountMinor: number;
}

const METHODS: readonly MoneyMethod[] = ['card', 'hosted-page', 'cash', 'terminal', 'insurance', 'transfer'];

/**
 * The totals of each method and currency, in a fixed order: the rule for the takings of a day and the statistics. A corrected
 * payment does not count (`MoneyTotal`), nor does a corrected payout. Without those in which all is zero. Pure.
 */
export function totalsOf(sums: readonly MoneySum[]): MoneyTotal[] {
  const currencies = [...new Set(sums.map(({ currency }) => currency))].toSorted();
  return METHODS.flatMap((method) =>
    currencies.flatMap((currency) => {
      const these = sums.filter((one) => one.method === method && one.currency === currency);
      const of = (kind: MoneySum['kind'], what: 'count' | 'amountMinor') =>
        these.filter((one) => one.kind === kind).reduce((sum, one) => sum + one[what], 0);
      const payments = of('payment', 'count') - of('correction', 'count');
      const received = of('payment', 'amountMinor') + of('correction', 'amountMinor');
      const refunded = 0 - of('refund', 'amountMinor') - of('payout-correction', 'amountMinor');
      if (payments === 0 && received === 0 && refunded === 0) return [];
      return {
        method,
        currency,
        payments,
        received: priceOf({ minor: received, currency }),
        refunded: priceOf({ minor: refunded, currency }),
        total: priceOf({ minor: received - refunded, currency }),
      };
    }),
  );
}

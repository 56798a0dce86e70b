import { type Ledger, newId, nowSeconds } from './ledger.ts';
import type { BalanceTransaction } from './objects.ts';

interface Entry {
  category: BalanceTransaction['reporting_category'];
  /** Minor units: positive to the clinic, negative from it. */
  amount: number;
  currency: string;
  /** The cause: a charge, a refund or a dispute. */
  source: string;
  /** Stripe's fee, in minor units. */
  fee?: number;
}

/** Writes an entry on the clinic's balance. */
export function enter(ledger: Ledger, { category, amount, currency, source, fee = 0 }: Entry): BalanceTransaction {
  const isDispute = category === 'dispute' || category === 'dispute_reversal';
  return ledger.balance.add({
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: nowSeconds(),
    balance_type: 'payments',
    created: nowSeconds(),
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0 ? [] : [{ amount: fee, application: null, currency, description: 'Stripe fee', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'available',
    type: isDispute ? 'adjustment' : category,
  });
}

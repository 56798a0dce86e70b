import { amountText } from '@openhours/contract/money.ts';

/** An amount of money in a table. */
export function Amount({ amount, currency }: { amount: number; currency: string }) {
  return <span className="whitespace-nowrap tabular-nums">{amountText(amount, currency)}</span>;
}

import type { Refund } from './booking.ts';
import { amountText, decimalsOf } from './money.ts';

type Part = 'online' | 'atClinic' | 'byInsurance';

/**
 * One sentence for each part of a refund that is not 0: what goes back the way it came online, what staff give back at the
 * clinic, and what is settled with an insurance. `says` words each part, given its amount ('$50.00'). Pure.
 */
export function refundSentences(
  { amount, atClinic, byInsurance, currency }: Refund,
  says: Readonly<Record<Part, (amount: string) => string>>,
): string {
  const online = Number((amount - atClinic - byInsurance).toFixed(decimalsOf(currency)));
  const parts: readonly [Part, number][] = [
    ['online', online],
    ['atClinic', atClinic],
    ['byInsurance', byInsurance],
  ];
  return parts.flatMap(([part, sum]) => (sum > 0 ? [says[part](amountText(sum, currency))] : [])).join(' ');
}

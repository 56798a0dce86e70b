import { amountText } from '@openhours/contract/money.ts';
import type { Payment } from '@openhours/contract/payment.ts';

/** What became of the money of a cancelled booking: a line for each refund. Corrections are no refunds. Pure. */
export function refundWords(payments: readonly Pick<Payment, 'currency' | 'refunds'>[]): readonly string[] {
  const refunds = payments.flatMap((payment) =>
    payment.refunds.flatMap((refund) =>
      refund.kind === 'correction' ? [] : [{ ...refund, currency: payment.currency }],
    ),
  );
  return refunds.map(({ amount, currency, state, kind }) => {
    const text = amountText(amount, currency);
    if (state === 'succeeded') return `Refunded: ${text}`;
    if (kind === 'at-clinic') return `You get back ${text} at the clinic`;
    return state === 'pending'
      ? `Refund on its way: ${text}`
      : `Refund delayed: ${text}. The clinic is looking into it.`;
  });
}

import { amountText } from '@openhours/contract/money.ts';
import type { BookingPayments, Payment, Refund } from '@openhours/contract/payment.ts';

type Corrected = Pick<Payment, '_id' | 'amount' | 'currency' | 'receiptNumber' | 'paidAt' | 'refunds'>;

/**
 * The question before a payment is corrected. What is corrected is the payment without what was refunded already; refunds
 * that are still due are cancelled.
 *
 * @param payments all of the appointment
 * @param paidAt 'May 1, 2026, 10:00 AM'
 */
export function correctionQuestion(
  corrected: Corrected,
  { payments, paidAt }: { payments: readonly Corrected[]; paidAt: string },
): string {
  const { amount, currency, receiptNumber = '', refunds } = corrected;
  const sumOf = (wanted: Refund['state']) =>
    refunds.filter(({ state }) => state === wanted).reduce((sum, refund) => sum + refund.amount, 0);
  const left = amountText(amount - sumOf('succeeded'), currency);
  const due = sumOf('pending');
  return [
    `Was the payment of ${left} (${paidAt}) recorded by mistake?`,
    `It stays in the records with a correcting entry, and receipt ${receiptNumber} is no longer valid.`,
    ...(due > 0 ? [`The refund of ${amountText(due, currency)} that is still due is cancelled.`] : []),
    ...refundedTogether(corrected, payments).map(
      (refund) => `The refund of ${refund} that was recorded together with it stays recorded.`,
    ),
    'If the patient gets money back, an admin refunds it instead.',
  ].join(' ');
}

/** What was given back of other payments by the same press (`payOut`). */
function refundedTogether({ _id, paidAt }: Corrected, payments: readonly Corrected[]): readonly string[] {
  const others = payments.filter((other) => other._id !== _id);
  return others.flatMap(({ currency, refunds }) =>
    refunds
      .filter(({ kind, doneAt }) => kind === 'at-clinic' && doneAt === paidAt)
      .map(({ amount }) => amountText(amount, currency)),
  );
}

/** What is said once it is corrected. After a move to another price, a later payment may pay for the appointment. */
export function correctedText({ paid }: Pick<BookingPayments, 'paid'>): string {
  return `The payment is corrected. The appointment is ${paid ? 'still paid by another payment' : 'not paid'}.`;
}

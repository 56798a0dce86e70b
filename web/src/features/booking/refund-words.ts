import type { Refund } from '@openhours/contract/booking.ts';
import { amountText } from '@openhours/contract/money.ts';
import type { Payment } from '@openhours/contract/payment.ts';

type Paid = Pick<Payment, 'state' | 'amount' | 'currency' | 'refunds'>;

/** What became of the money of a cancelled booking: a line for each payment that is kept, and for each refund. Pure. */
export function refundWords(payments: readonly Paid[]): readonly string[] {
  return payments.flatMap(({ state, amount, currency, refunds }) =>
    refunds.length === 0 && state === 'paid'
      ? [`Paid ${amountText(amount, currency)}, not refunded`]
      : refunds.flatMap((refund) => lineOf(refund, currency)),
  );
}

/** A correction is no refund. */
function lineOf({ amount, state, kind }: Paid['refunds'][number], currency: string): readonly string[] {
  if (kind === 'correction') return [];
  const text = amountText(amount, currency);
  if (state === 'succeeded') return [`Refunded: ${text}`];
  if (kind === 'at-clinic') return [`You get back ${text} at the clinic`];
  if (state === 'pending') return [`Refund on its way: ${text}`];
  return [`Refund delayed: ${text}. The clinic is looking into it.`];
}

/** Says what is refunded after a cancellation: to the patient, or to the staff who cancelled. Pure. */
export function cancelledText({ amount, atClinic, currency }: Refund, by: 'patient' | 'staff'): string {
  const online = amount > atClinic ? ` ${amountText(amount - atClinic, currency)} is being refunded.` : '';
  if (atClinic === 0) return `Appointment cancelled.${online}`;
  const cash = amountText(atClinic, currency);
  const there =
    by === 'patient'
      ? `You get ${cash} back at the clinic.`
      : `Give ${cash} back to the patient at the clinic, and record it.`;
  return `Appointment cancelled.${online} ${there}`;
}

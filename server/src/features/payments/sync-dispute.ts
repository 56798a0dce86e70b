import type { Database } from '../../database/database.ts';
import { priceOf } from '../../money.ts';
import { endDifference, noteDifference } from './difference-store.ts';
import type { MoneyDesk } from './money-desk.ts';
import type { PaymentRow } from './store.ts';

/**
 * Tells the admin of a payment that its payer disputes, until the clinic is found right. The answer is given at the
 * provider; our books stay as they are, since the provider decides what becomes of the money.
 */
export async function syncDispute(
  db: Database,
  { payment, now, desk }: { payment: PaymentRow; now: Date; desk: MoneyDesk },
): Promise<void> {
  const { provider, transactionId, via, bookingId, id: paymentId } = payment;
  if (desk.cards?.name !== provider) return;
  const dispute = await desk.cards.findDispute(transactionId);
  const difference = { provider, transactionId, kind: 'disputed' as const };
  if (!dispute || dispute.state === 'won') return endDifference(db, difference, now);
  const amount = `${priceOf(dispute.amount)} ${dispute.amount.currency}`;
  const message =
    dispute.state === 'lost'
      ? `The payer disputed ${amount} (${dispute.reason}), and the bank gave it back to them.`
      : `The payer disputes ${amount} (${dispute.reason}). Please answer at the provider.`;
  await noteDifference(db, { ...difference, via, bookingId, paymentId, message }, now);
}

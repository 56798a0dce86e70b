import { moneyText } from '@openhours/contract/money.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { CardPayments } from '../../providers/card-payments/port.ts';
import type { Moment } from './books.ts';
import { listDifference } from './payment-log.ts';
import { aboutOf, endDifference, type PaymentRow } from './payment-store.ts';
import { refundCancelledBooking } from './refund-payment.ts';
import { next } from './transitions.ts';

/**
 * Lists a disputed payment for the admins until the clinic wins the dispute. Then the payment is refunded if its booking was
 * cancelled meanwhile.
 */
export async function syncDispute(
  db: Database,
  payment: PaymentRow,
  { cards, now, jobs }: Moment & { cards: CardPayments },
): Promise<void> {
  const dispute = await cards.findDispute(payment.transactionId);
  if (!dispute) return;
  const { bookingId } = payment;
  const difference = { ...aboutOf(payment), kind: 'disputed' as const };
  // Listing or ending a difference twice has no effect.
  const outcome = next('dispute', 'listed', dispute.state);
  if (outcome.kind === 'to' && outcome.state === 'none') {
    return inTransaction(db, async (tx) => {
      await endDifference(tx, difference, now);
      await refundCancelledBooking(tx, { bookingId, now, jobs });
    });
  }
  const amount = moneyText(dispute.amount);
  const message =
    dispute.state === 'lost'
      ? `The payer disputed ${amount} (${dispute.reason}), and the bank gave it back to them.`
      : `The payer disputes ${amount} (${dispute.reason}). Please answer at the provider.`;
  await listDifference(db, { ...difference, message }, now);
}

import { moneyText } from '@openhours/contract/money.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { CardPayments } from '../../providers/card-payments/port.ts';
import { type Moment, recordLostDispute, undoLostDispute } from './books.ts';
import { listDifference } from './payment-log.ts';
import type { PaymentRow } from './payment-rows.ts';
import { aboutOf, endDifference } from './payment-store.ts';
import { lockPayment, refundCancelledBooking, refundMoveAfterDispute } from './refund-payment.ts';
import { listRefunds } from './refund-store.ts';
import { takenBackMinor } from './rules.ts';
import { next } from './transitions.ts';

/**
 * Asks the provider about the dispute of a payment. While it is open, it is listed for the admins. If the clinic loses, what
 * the bank took back is recorded, so that the booking can be paid again at the clinic. If it wins, the payment counts. What its
 * booking's cancellation or new price asks for meanwhile is refunded then, also of what the bank has left. Safe to repeat.
 */
export async function syncDispute(
  db: Database,
  unlocked: PaymentRow,
  { cards, ...moment }: Moment & { cards: CardPayments },
): Promise<void> {
  const dispute = await cards.findDispute(unlocked.transactionId);
  if (!dispute) return;
  const { amount, reason, state: event } = dispute;
  await inTransaction(db, async (tx) => {
    const payment = (await lockPayment(tx, unlocked.id)) ?? unlocked;
    const isLost = takenBackMinor(await listRefunds(tx, [payment.id])) > 0;
    const outcome = next('dispute', isLost ? 'lost' : payment.disputed ? 'listed' : 'none', event);
    if (outcome.kind !== 'to') return;
    const { now } = moment;
    const difference = { ...aboutOf(payment), kind: 'disputed' as const };
    const list = (message: string) => listDifference(tx, { ...difference, message }, now);
    const disputed = `${moneyText(amount)} (${reason})`;
    if (outcome.effects.includes('list a difference')) {
      await list(`The payer disputes ${disputed}. Please answer at the provider.`);
    }
    if (outcome.effects.includes('record what the bank took back')) {
      const isRecorded = await recordLostDispute(tx, payment, { amount, ...moment });
      if (isRecorded) await endDifference(tx, difference, now);
      else {
        await list(
          `The payer disputed ${disputed}, and the bank gave it back to them, though a refund was under way or made.`,
        );
      }
    }
    if (outcome.effects.includes('end the difference')) await endDifference(tx, difference, now);
    if (outcome.effects.includes('record that the bank returned it')) await undoLostDispute(tx, payment, moment);
    if (outcome.effects.includes('refund what its booking asks for')) {
      await refundCancelledBooking(tx, { bookingId: payment.bookingId, ...moment });
      await refundMoveAfterDispute(tx, { paymentId: payment.id, ...moment });
    }
  });
}

import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { priceOf } from '../../money.ts';
import type { ProviderRefund } from '../../providers/provider-refund.ts';
import { lockBooking, setPaid } from '../booking/index.ts';
import { noteRefund } from './carry-out-refund.ts';
import type { MoneyDesk } from './money-desk.ts';
import { insertRefund, listRefunds } from './refund-store.ts';
import { insertLogLine, type PaymentRow, takeOff } from './store.ts';

/**
 * Brings our refunds of a card payment in line with the provider's: how ours stand, and those that somebody made at the
 * provider itself.
 */
export async function syncRefunds(
  db: Database,
  { payment, now, desk }: { payment: PaymentRow; now: Date; desk: MoneyDesk },
): Promise<void> {
  if (desk.cards?.name !== payment.provider) return;
  const theirs = await desk.cards.listRefunds(payment.transactionId);
  const ours = await listRefunds(db, [payment.id]);
  for (const refund of theirs) {
    const mine = ours.find(({ id, reference }) => id === refund.refundId || reference === refund.reference);
    if (mine) await noteRefund(db, { refundId: mine.id, answer: refund, now });
    else if (refund.state !== 'failed') await adopt(db, { payment, refund, now });
  }
}

async function adopt(
  db: Database,
  { payment, refund, now }: { payment: PaymentRow; refund: ProviderRefund; now: Date },
): Promise<void> {
  const { id: paymentId, bookingId, currency } = payment;
  await db.transaction(async (tx) => {
    await lockBooking(tx, bookingId);
    const isDone = refund.state === 'given-back';
    const made = await insertRefund(tx, {
      id: uuidv7(),
      paymentId,
      amountMinor: refund.amount.minor,
      state: isDone ? 'given-back' : 'under-way',
      cause: 'provider',
      reference: refund.reference ?? null,
      wantedAt: now,
      askAt: now,
      doneAt: isDone ? now : null,
    });
    if (!made) return;
    const after = await takeOff(tx, { paymentId, amountMinor: refund.amount.minor });
    if (!after) throw new Error('The provider gave more back than was paid');
    if (after.state === 'given-back' && payment.state === 'kept') await setPaid(tx, { bookingId, paid: false });
    const amount = `${priceOf({ minor: refund.amount.minor, currency })} ${currency}`;
    await insertLogLine(tx, { bookingId, paymentId, what: `${amount} given back at the provider itself.`, at: now });
  });
}

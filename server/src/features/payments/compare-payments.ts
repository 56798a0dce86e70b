import type { Database } from '../../database/database.ts';
import { type Money, priceOf } from '../../money.ts';
import type { CardCharge } from '../../providers/card-payments/port.ts';
import { askAboutOrder } from './ask-about-order.ts';
import { type Difference, endDifference, listDifferences, noteDifference } from './difference-store.ts';
import type { MoneyDesk } from './money-desk.ts';
import { findOrder, listOrdersSince, setOrderReference } from './order-store.ts';
import { isSameAmount } from './rules.ts';
import { findPaymentByTransaction, listPaymentsSince, type PaymentRow } from './store.ts';
import { syncDispute } from './sync-dispute.ts';
import { syncRefunds } from './sync-refunds.ts';

const DAYS_COMPARED = 3;
const DAY_MILLIS = 86_400_000;
const DIFFERS = ['missing-charge', 'amount-differs', 'refund-differs'] as const;

/**
 * Lays what the providers have of the last days beside what we have. What we missed is settled; what then still differs
 * is noted for the admin, until it does not any more. Answers how much differs.
 */
export async function comparePayments(db: Database, { now, desk }: { now: Date; desk: MoneyDesk }): Promise<number> {
  const since = new Date(now.getTime() - DAYS_COMPARED * DAY_MILLIS);
  const charges = new Map((await desk.cards?.listSince(since))?.map((charge) => [charge.reference, charge]));
  for (const charge of charges.values()) {
    if (charge.state === 'succeeded' && charge.live === desk.cards?.live) await placeCharge(db, { charge, now, desk });
  }
  for (const order of await listOrdersSince(db, since)) {
    if (order.via === 'hosted-page' && order.state === 'closed') await askAboutOrder(db, { order, now, desk });
  }

  for (const payment of await listPaymentsSince(db, since)) {
    const { provider, transactionId } = payment;
    if (provider !== desk.cards?.name && provider !== desk.hosted?.name) continue;
    const difference =
      payment.via === 'card'
        ? await compareCard(db, { payment, charge: charges.get(transactionId), now, desk })
        : await comparePage(payment, desk);
    for (const kind of DIFFERS) {
      if (kind !== difference?.kind) await endDifference(db, { provider, transactionId, kind }, now);
    }
    if (difference) await noteDifference(db, difference, now);
  }
  return (await listDifferences(db)).length;
}

/** A charge that succeeded and that we have no payment for is settled through its order; without one, it is noted. */
async function placeCharge(
  db: Database,
  { charge, now, desk }: { charge: CardCharge; now: Date; desk: MoneyDesk },
): Promise<void> {
  const provider = desk.cards?.name ?? '';
  const transactionId = charge.reference;
  const unknown = { provider, transactionId, kind: 'unknown-charge' as const };
  if (await findPaymentByTransaction(db, { provider, transactionId })) return endDifference(db, unknown, now);

  const order = charge.orderId === undefined ? undefined : await findOrder(db, charge.orderId);
  if (order) {
    await setOrderReference(db, { id: order.id, reference: transactionId });
    const stands = await askAboutOrder(db, { order: { ...order, reference: transactionId }, now, desk });
    if (stands === 'settled') return endDifference(db, unknown, now);
  }
  const message = `The provider took ${written(charge.received)} that was not asked for here.`;
  await noteDifference(db, { ...unknown, via: 'card', message }, now);
}

async function compareCard(
  db: Database,
  {
    payment,
    charge: listed,
    now,
    desk,
  }: { payment: PaymentRow; charge: CardCharge | undefined; now: Date; desk: MoneyDesk },
): Promise<Difference | undefined> {
  const about = aboutOf(payment);
  if (listed?.disputed) await syncDispute(db, { payment, now, desk });
  const charge = listed ?? (await desk.cards?.find(payment.transactionId));
  if (charge?.state !== 'succeeded') {
    return { ...about, kind: 'missing-charge', message: 'The provider does not know this payment as succeeded.' };
  }
  if (!isSameAmount(charge.received, { minor: payment.amountMinor, currency: payment.currency })) {
    return { ...about, kind: 'amount-differs', message: `The provider says that ${written(charge.received)} came in.` };
  }
  if (charge.refunded.minor === payment.refundedMinor) return undefined;

  await syncRefunds(db, { payment, now, desk });
  const { provider, transactionId } = payment;
  const [after, again] = await Promise.all([
    findPaymentByTransaction(db, { provider, transactionId }),
    desk.cards?.find(transactionId),
  ]);
  // A refund of ours that has not reached the provider yet is on its way; only more there than here differs.
  if (!after || !again || again.refunded.minor <= after.refundedMinor) return undefined;
  return { ...about, kind: 'refund-differs', message: `The provider gave ${written(again.refunded)} back.` };
}

async function comparePage(payment: PaymentRow, desk: MoneyDesk): Promise<Difference | undefined> {
  const about = aboutOf(payment);
  const charge = await desk.hosted?.find({ reference: payment.transactionId, validationId: undefined });
  if (charge?.state !== 'succeeded') {
    return { ...about, kind: 'missing-charge', message: 'The provider does not know this payment as succeeded.' };
  }
  if (isSameAmount(charge.amount, { minor: payment.amountMinor, currency: payment.currency })) return undefined;
  return { ...about, kind: 'amount-differs', message: `The provider says that ${written(charge.amount)} came in.` };
}

function aboutOf({ via, provider, transactionId, bookingId, id }: PaymentRow) {
  return { via, provider, transactionId, bookingId, paymentId: id };
}

function written(money: Money): string {
  return `${priceOf(money)} ${money.currency}`;
}

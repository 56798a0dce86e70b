import type { Database } from '../../database/database.ts';
import { priceOf } from '../../money.ts';
import type { ProviderRefund } from '../../providers/provider-refund.ts';
import { lockBooking } from '../booking/index.ts';
import { endDifference, noteDifference } from './difference-store.ts';
import type { MoneyDesk } from './money-desk.ts';
import { claimRefund, findRefund, type RefundRow, setRefundAskAt, setRefundState } from './refund-store.ts';
import { askAgainAt, takenPart } from './rules.ts';
import { insertLogLine, type PaymentRow, putBackOn } from './store.ts';

/** Longer than a provider is ever waited for, with all repetitions. Who crashed with a refund in hand loses it then. */
const LEASE_MILLIS = 60_000;

/**
 * Asks the provider for a refund that was decided, or how it stands, and notes the answer. It may be done any number of
 * times: the provider gives money back once for each id.
 */
export async function carryOutRefund(
  db: Database,
  { refundId, now, desk }: { refundId: string; now: Date; desk: MoneyDesk },
): Promise<void> {
  const found = await findRefund(db, refundId);
  if (!found || (found.refund.state !== 'wanted' && found.refund.state !== 'under-way')) return;
  const { refund, payment } = found;
  const claim = { id: refund.id, now, until: new Date(now.getTime() + LEASE_MILLIS) };
  if (!(await claimRefund(db, claim))) return;
  try {
    const answer = await askProvider({ refund, payment, desk });
    await noteRefund(db, { refundId, answer, now });
  } catch (error) {
    await setRefundAskAt(db, { id: refund.id, askAt: now });
    throw error;
  }
  await setRefundAskAt(db, { id: refund.id, askAt: askAgainAt(now, refund.timesAsked) });
}

async function askProvider({
  refund,
  payment,
  desk,
}: {
  refund: RefundRow;
  payment: PaymentRow;
  desk: MoneyDesk;
}): Promise<ProviderRefund> {
  const { id: refundId, amountMinor } = refund;
  const { provider, transactionId, currency, bankReference, takenCurrency } = payment;
  if (desk.cards?.name === provider) {
    return desk.cards.refund({ reference: transactionId, refundId, amount: { minor: amountMinor, currency } });
  }
  if (desk.hosted?.name === provider && bankReference !== null) {
    const amount = { minor: takenPart(amountMinor, payment), currency: takenCurrency };
    return refund.reference === null
      ? desk.hosted.refund({ bankReference, refundId, amount, reason: refund.reason || refund.cause })
      : desk.hosted.findRefund({ reference: refund.reference, refundId, amount });
  }
  return {
    reference: undefined,
    refundId,
    amount: { minor: amountMinor, currency },
    state: 'failed',
    failure: 'the provider that took this payment is not among the settings any more',
  };
}

/** Notes what the provider says of one of our refunds, from whatever side we hear it. */
export async function noteRefund(
  db: Database,
  { refundId, answer, now }: { refundId: string; answer: ProviderRefund; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await findRefund(tx, refundId);
    if (!found) return;
    const { payment, refund } = found;
    await lockBooking(tx, payment.bookingId);
    const isNews = await setRefundState(tx, {
      id: refundId,
      state: answer.state,
      reference: answer.reference ?? refund.reference,
      failure: answer.failure ?? null,
      doneAt: answer.state === 'under-way' ? null : now,
    });
    if (!isNews) return;

    const { provider, transactionId, bookingId, id: paymentId, via, currency } = payment;
    const amount = `${priceOf({ minor: refund.amountMinor, currency })} ${currency}`;
    const what = {
      'under-way': `The provider is giving ${amount} back.`,
      'given-back': `The provider gave ${amount} back.`,
      failed: `The provider did not give ${amount} back: ${answer.failure ?? 'it did not say why'}.`,
    }[answer.state];
    await insertLogLine(tx, { bookingId, paymentId, what, at: now });
    const difference = { provider, transactionId, kind: 'refund-failed' as const };
    if (answer.state === 'failed') {
      await putBackOn(tx, { paymentId, amountMinor: refund.amountMinor });
      await noteDifference(tx, { ...difference, via, bookingId, paymentId, message: what }, now);
    } else if (answer.state === 'given-back') {
      await endDifference(tx, difference, now);
    }
  });
}

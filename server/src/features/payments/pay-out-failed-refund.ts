import { moneyText } from '@openhours/contract/money.ts';
import { payoutPhrases } from '@openhours/contract/money-words.ts';
import type { PayoutMethod } from '@openhours/contract/payment.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { lockBooking } from '../booking/index.ts';
import { type Actor, type Moment, moveRefund, payOutFailed } from './books.ts';
import { auditMoney } from './payment-log.ts';
import { findRefund, type RefundWithPayment } from './refund-store.ts';
import { amountOf } from './rules.ts';

/**
 * Payouts: the clinic itself pays what a provider failed to refund, for example because the card has expired. Nobody can be
 * asked about this money: what an admin records is what happened, as with money taken at the clinic.
 */

type Locked =
  | ({ readonly kind: 'locked' } & RefundWithPayment)
  | Refused<'NOT_FOUND'>
  // Else one person could record money that nobody got.
  | Refused<'OWN_APPOINTMENT'>;

type PaidOut =
  | { readonly kind: 'recorded'; readonly refundId: string; readonly paymentId: string }
  | Refused<'NOT_FOUND' | 'OWN_APPOINTMENT' | 'NOTHING_TO_PAY_OUT'>;

/** Records that the clinic paid a failed refund in another way. */
export function payOutFailedRefund(
  db: Database,
  { refundId, method, by }: { refundId: string; method: PayoutMethod; by: Actor },
  moment: Moment,
): Promise<PaidOut> {
  return inTransaction(db, async (tx): Promise<PaidOut> => {
    const locked = await lock(tx, refundId, by);
    if (locked.kind === 'refused') return locked;
    const { payment } = locked;
    const id = await payOutFailed(tx, locked, { method, by, ...moment });
    const made = id === undefined ? undefined : await findRefund(tx, id);
    if (!made) return { kind: 'refused', code: 'NOTHING_TO_PAY_OUT' };
    const about = `${moneyText(amountOf(made.refund))} ${payoutPhrases[method]}`;
    await auditMoney(tx, payment, { by, what: 'pay-out-failed-refund', about, now: moment.now });
    return { kind: 'recorded', refundId: made.refund.id, paymentId: payment.id };
  });
}

type Corrected =
  | { readonly kind: 'corrected'; readonly paymentId: string }
  | Refused<'NOT_FOUND' | 'OWN_APPOINTMENT' | 'NOTHING_TO_CORRECT'>;

/** Records that a payout was recorded by mistake. The failed refund can then be paid out again. */
export function correctPayout(
  db: Database,
  { refundId, by }: { refundId: string; by: Actor },
  moment: Moment,
): Promise<Corrected> {
  return inTransaction(db, async (tx): Promise<Corrected> => {
    const locked = await lock(tx, refundId, by);
    if (locked.kind === 'refused') return locked;
    const { refund, payment } = locked;
    const { method, state } = refund;
    if (method === null || state === 'failed') return { kind: 'refused', code: 'NOTHING_TO_CORRECT' };
    const amount = amountOf(refund);
    const said = { refundId, reference: undefined, amount, state: 'failed' } as const;
    await moveRefund(tx, locked, { said, by, ...moment });
    const about = `${moneyText(amount)} ${payoutPhrases[method]}`;
    await auditMoney(tx, payment, { by, what: 'correct-payout', about, now: moment.now });
    return { kind: 'corrected', paymentId: payment.id };
  });
}

/** Locks the booking of a refund, and reads the refund again. */
async function lock(tx: Database, refundId: string, by: Actor): Promise<Locked> {
  const unlocked = await findRefund(tx, refundId);
  const booking = unlocked && (await lockBooking(tx, unlocked.payment.bookingId));
  const found = booking && (await findRefund(tx, refundId));
  if (!found) return { kind: 'refused', code: 'NOT_FOUND' };
  if (booking.patientId === by.personId) return { kind: 'refused', code: 'OWN_APPOINTMENT' };
  return { kind: 'locked', ...found };
}

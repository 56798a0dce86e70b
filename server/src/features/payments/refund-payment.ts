import type { Database } from '../../database/database.ts';
import { moneyFromPrice, priceOf } from '../../money.ts';
import { lockBooking } from '../booking/index.ts';
import { carryOutRefund } from './carry-out-refund.ts';
import { giveBack } from './give-back.ts';
import type { MoneyDesk } from './money-desk.ts';
import { findRefundByRequest } from './refund-store.ts';
import { findPayment } from './store.ts';

export interface RefundWish {
  readonly paymentId: string;
  /** `undefined`: all that is left. */
  readonly amount: number | undefined;
  readonly reason: string;
  readonly requestKey: string | undefined;
}

export type RefundOutcome =
  | { readonly kind: 'wanted'; readonly refundId: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'more-than-left'; readonly left: number };

/** An admin gives a payment back, whole or in part. The provider is asked at once, and by a job should that fail. */
export async function refundPayment(
  db: Database,
  {
    wish,
    admin,
    now,
    desk,
  }: { wish: RefundWish; admin: { personId: string; name: string }; now: Date; desk: MoneyDesk },
): Promise<RefundOutcome> {
  const outcome = await db.transaction((tx) => decide(tx, { wish, admin, now, desk }));
  if (outcome.kind === 'wanted') {
    // Its job asks again: nothing is lost should the provider not answer now.
    await carryOutRefund(db, { refundId: outcome.refundId, now, desk }).catch(() => undefined);
  }
  return outcome;
}

async function decide(
  tx: Database,
  {
    wish,
    admin,
    now,
    desk,
  }: { wish: RefundWish; admin: { personId: string; name: string }; now: Date; desk: MoneyDesk },
): Promise<RefundOutcome> {
  const { paymentId, requestKey, reason } = wish;
  const unlocked = await findPayment(tx, paymentId);
  if (!unlocked) return { kind: 'not-found' };
  await lockBooking(tx, unlocked.bookingId);
  const payment = (await findPayment(tx, paymentId)) ?? unlocked;
  if (requestKey !== undefined) {
    const earlier = await findRefundByRequest(tx, { paymentId, requestKey });
    if (earlier) return { kind: 'wanted', refundId: earlier.id };
  }

  const { currency } = payment;
  const leftMinor = payment.amountMinor - payment.refundedMinor;
  const amountMinor = wish.amount === undefined ? leftMinor : moneyFromPrice(wish.amount, currency)?.minor;
  const by = { ...admin, reason };
  const refundId =
    amountMinor === undefined || amountMinor === 0
      ? undefined
      : await giveBack(tx, { payment, amountMinor, cause: 'admin', by, requestKey, now, jobs: desk.jobs });
  return refundId === undefined
    ? { kind: 'more-than-left', left: priceOf({ minor: leftMinor, currency }) }
    : { kind: 'wanted', refundId };
}

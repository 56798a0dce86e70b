import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { retryingDeadlocks } from '../../database/retrying-deadlocks.ts';
import { type Money, priceOf } from '../../money.ts';
import type { Jobs } from '../../providers/jobs/port.ts';
import { lockBooking, setPaid } from '../booking/index.ts';
import { giveBack } from './give-back.ts';
import { TELL_JOB } from './money-desk.ts';
import { hurryOtherOrders, type OrderRow, setOrderState } from './order-store.ts';
import { judge, type RefundCause } from './rules.ts';
import { findPaymentByTransaction, insertLogLine, insertPayment, numberReceipt, type PaymentRow } from './store.ts';

/** A charge of which the provider itself said, when asked by us, that it has succeeded. */
export interface ProvenCharge {
  readonly transactionId: string;
  readonly bankReference?: string | undefined;
  readonly amount: Money;
  /** The same in the currency that the provider took, where it converted. */
  readonly taken?: Money;
  readonly risky: boolean;
  readonly paidAt: Date | undefined;
}

export type Settled =
  | { readonly kind: PaymentRow['state']; readonly payment: PaymentRow }
  /** The transaction serves another booking, or the bank knows it under another one. */
  | { readonly kind: 'not-this-booking' };

/**
 * The one way in which money that came is put to its booking: kept, held or given back, in one transaction, and each
 * transaction of a provider once. Repeating it, in any order and any number at once, gives the same answer.
 */
export async function settlePayment(
  db: Database,
  settling: { order: OrderRow; charge: ProvenCharge; now: Date; jobs: Jobs },
): Promise<Settled> {
  return retryingDeadlocks(() => db.transaction((tx) => settle(tx, settling)));
}

async function settle(
  tx: Database,
  { order, charge, now, jobs }: { order: OrderRow; charge: ProvenCharge; now: Date; jobs: Jobs },
): Promise<Settled> {
  const booking = await lockBooking(tx, order.bookingId);
  if (!booking) throw new Error('An order without a booking');
  const { provider } = order;
  const { transactionId, amount } = charge;
  const known = await findPaymentByTransaction(tx, { provider, transactionId });
  if (known) return knownPayment(known, order);

  const verdict = judge({
    amount,
    ordered: { minor: order.amountMinor, currency: order.currency },
    risky: charge.risky,
    booking: {
      status: booking.status,
      paid: booking.paid,
      price: { minor: booking.priceMinor, currency: booking.currency },
    },
  });
  const row = newPayment({ order, charge, now });
  await setOrderState(tx, { id: order.id, state: 'settled' });

  if (verdict.kind === 'keep') {
    const kept = await insertPayment(tx, { ...row, state: 'kept' });
    if (kept) return keep(tx, { payment: kept, now, jobs });
  }
  if (verdict.kind === 'hold') {
    const held = await insertPayment(tx, { ...row, state: 'on-hold', heldBecause: verdict.because });
    if (!held) return { kind: 'not-this-booking' };
    await log(tx, held, `came in and is on hold: ${verdict.because}`, now);
    return { kind: 'on-hold', payment: held };
  }

  // A constraint refused to keep it: another payment of the booking is, or the bank knows this one under another order.
  const cause: RefundCause = verdict.kind === 'give-back' ? verdict.cause : 'paid-otherwise';
  const surplus = await insertPayment(tx, { ...row, state: 'given-back' });
  if (!surplus) return { kind: 'not-this-booking' };
  await log(tx, surplus, `came in and cannot be kept (${cause}).`, now);
  await giveBack(tx, { payment: surplus, amountMinor: surplus.amountMinor, cause, now, jobs });
  return { kind: 'given-back', payment: surplus };
}

/** What follows from keeping a payment: its booking is paid, its receipt numbered, its patient told. */
export async function keep(
  tx: Database,
  { payment, now, jobs }: { payment: PaymentRow; now: Date; jobs: Jobs },
): Promise<Settled> {
  await setPaid(tx, { bookingId: payment.bookingId, paid: true });
  await numberReceipt(tx, payment.id);
  await hurryOtherOrders(tx, { bookingId: payment.bookingId, now });
  await log(tx, payment, 'came in and pays for the booking.', now);
  await jobs.send(tx, { name: TELL_JOB, data: { paymentId: payment.id } });
  return { kind: 'kept', payment };
}

function knownPayment(payment: PaymentRow, order: OrderRow): Settled {
  return payment.bookingId === order.bookingId ? { kind: payment.state, payment } : { kind: 'not-this-booking' };
}

function newPayment({ order, charge, now }: { order: OrderRow; charge: ProvenCharge; now: Date }) {
  const { amount, taken = amount } = charge;
  return {
    id: uuidv7(),
    bookingId: order.bookingId,
    orderId: order.id,
    via: order.via,
    provider: order.provider,
    transactionId: charge.transactionId,
    bankReference: charge.bankReference ?? null,
    amountMinor: amount.minor,
    currency: amount.currency,
    takenMinor: taken.minor,
    takenCurrency: taken.currency,
    paidAt: charge.paidAt ?? now,
    settledAt: now,
  };
}

function log(tx: Database, payment: PaymentRow, what: string, at: Date): Promise<void> {
  const { id, bookingId, amountMinor, currency, via } = payment;
  const amount = `${priceOf({ minor: amountMinor, currency })} ${currency}`;
  const by = via === 'card' ? 'by card' : 'on the hosted page';
  return insertLogLine(tx, { bookingId, paymentId: id, what: `${amount}, paid ${by}, ${what}`, at });
}

import { isSameAmount, type Money, moneyText } from '@openhours/contract/money.ts';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { CardCharge, CardPayments } from '../../providers/card-payments/port.ts';
import type { HostedPayments, HostedSuccess } from '../../providers/hosted-page/port.ts';
import type { Jobs } from '../../providers/jobs/port.ts';
import {
  type BookingRow,
  bookAgain,
  bookedPrice,
  findBooking,
  giveTimeToPay,
  lockBooking,
  lockForPayment,
} from '../booking/index.ts';
import { type Actor, addPayment, type Moment, movePayment, replacePayment } from './books.ts';
import {
  hurryOpenOrders,
  isBeingPaidAnotherWay,
  lockOrder,
  type OrderRow,
  postponeOrder,
  setOrderState,
} from './order-store.ts';
import { auditMoney, listDifference, log, publishPayment } from './payment-log.ts';
import type { PaymentRow } from './payment-rows.ts';
import { aboutOf, findPayment, findPaymentByTransaction, isBankReferenceRepeated } from './payment-store.ts';
import { amountOf, isOlderThan, judge, keepsItsPayment, ORDER_LIVES_MINUTES } from './rules.ts';
import { type EventOf, next } from './transitions.ts';

/** The dependencies of the use cases of payments. */
export interface PaymentServices {
  /** Unset where the clinic does not take money this way. */
  readonly cards: CardPayments | undefined;
  readonly hosted: HostedPayments | undefined;
  readonly jobs: Jobs;
  readonly log: Logger;
}

/** A charge that has succeeded according to the provider's answer to our request. */
interface ProvenCharge {
  readonly transactionId: string;
  readonly bankReference?: string | undefined;
  readonly amount: Money;
  /** The amount in the currency that the provider charged, if it converted. */
  readonly taken?: Money;
  readonly risky: boolean;
  readonly paidAt: Date | undefined;
}

export function provenByCard({ reference, received, paidAt }: CardCharge): ProvenCharge {
  return { transactionId: reference, amount: received, risky: false, paidAt };
}

function provenOnPage(charge: HostedSuccess): ProvenCharge {
  const { reference, bankReference, amount, taken, risky, paidAt } = charge;
  return { transactionId: reference, bankReference, amount, taken, risky, paidAt };
}

/**
 * Records a payment for its booking, in one transaction. All code that records payments calls this. Safe to repeat in
 * any order and in parallel: each transaction of a provider becomes one payment.
 */
export async function settlePayment(
  db: Database,
  { order, charge, now, jobs }: Moment & { order: OrderRow; charge: ProvenCharge },
): Promise<PaymentRow> {
  const { provider, bookingId } = order;
  const { transactionId, amount, taken = amount } = charge;
  const settle = async (tx: Database) => {
    const found = await lockForPayment(tx, bookingId);
    if (!found) throw new Error('An order without a booking');
    // It may have changed since the caller read it.
    const { state } = (await lockOrder(tx, order.id)) ?? order;
    const outcome = next('order', state, 'succeeded');
    if (outcome.kind === 'to') await setOrderState(tx, { id: order.id, state, to: outcome.state });
    const known = await findPaymentByTransaction(tx, { provider, transactionId });
    if (known) return known;

    const ordered = amountOf(order);
    const price = bookedPrice(found);
    const isRight = isSameAmount(amount, ordered) && isSameAmount(amount, price) && !charge.risky;
    const booking = isRight ? await bookAgain(tx, { booking: found, now }) : found;
    const verdict = judge({
      amount,
      ordered,
      risky: charge.risky,
      booking: { ...booking, price },
    });
    if (verdict.event === 'pay') await replacePayment(tx, bookingId, { now, jobs });
    const payment = await addPayment(
      tx,
      {
        id: uuidv7(),
        bookingId,
        orderId: order.id,
        via: order.via,
        provider,
        transactionId,
        bankReference: charge.bankReference ?? null,
        amountMinor: amount.minor,
        currency: amount.currency,
        takenMinor: taken.minor,
        takenCurrency: taken.currency,
        heldBecause: verdict.event === 'hold' ? verdict.because : null,
        paidAt: charge.paidAt ?? now,
        settledAt: now,
        compareAt: now,
      },
      { ...verdict, now, jobs },
    );
    const by = order.via === 'card' ? 'by card' : 'on the payment page';
    const rest = {
      pay: '.',
      hold: `. On hold: ${payment.heldBecause}`,
      release: ', but it cannot pay for the appointment.',
    }[verdict.event];
    await log(tx, payment, { what: `${moneyText(amount)} paid ${by}${rest}`, at: now });
    if (await isBankReferenceRepeated(tx, payment)) {
      const message = `The bank gave several payments the reference ${payment.bankReference}. Please refund them at the provider itself.`;
      await listDifference(tx, { ...aboutOf(payment), kind: 'bank-reference-repeated', message }, now);
    }
    return payment;
  };
  return inTransaction(db, settle);
}

export interface HoldDecision {
  readonly paymentId: string;
  readonly decision: 'approve' | 'reject';
  readonly by: Actor;
}

type HoldOutcome = { readonly kind: 'decided' } | Refused<'NOT_FOUND' | 'NOT_ON_HOLD'>;

/**
 * Applies an admin's decision about a payment on hold. If approved, it pays for its booking. If the booking was paid
 * otherwise or cancelled meanwhile, the remaining amount is refunded, unless it was too late to cancel free of charge.
 */
export async function decideOnHold(
  db: Database,
  { paymentId, decision, by }: HoldDecision,
  { now, jobs }: Moment,
): Promise<HoldOutcome> {
  return inTransaction(db, async (tx): Promise<HoldOutcome> => {
    const unlocked = await findPayment(tx, paymentId);
    if (!unlocked) return { kind: 'refused', code: 'NOT_FOUND' };
    const booking = await lockBooking(tx, unlocked.bookingId);
    const payment = await findPayment(tx, paymentId);
    if (payment?.state !== 'on-hold') return { kind: 'refused', code: 'NOT_ON_HOLD' };

    const decided = decision === 'approve' ? 'Approved' : 'Refused';
    await log(tx, payment, { what: `${decided}: ${by.reason}`, byName: by.name, at: now });
    const about = moneyText(amountOf(payment));
    await auditMoney(tx, payment, { by, what: `${decision}-payment`, about, now });
    const back = (cause: 'rejected' | 'cancelled' | 'paid-otherwise') =>
      movePayment(tx, payment, { event: 'release', cause, by, now, jobs });
    if (decision === 'reject') await back('rejected');
    else if (booking === undefined || isToRefund(booking)) await back('cancelled');
    else if (keepsItsPayment(booking)) await back('paid-otherwise');
    else {
      await replacePayment(tx, booking.id, { now, jobs });
      await movePayment(tx, payment, { event: 'pay', now, jobs });
    }
    return { kind: 'decided' };
  });
}

function isToRefund({ state, cancelRefund }: BookingRow): boolean {
  return state === 'cancelled' && cancelRefund !== 'none';
}

/** A card order that never reached the provider is given up after this time. No browser has a client secret for it. */
const UNREACHED_MINUTES = 60;

interface Question {
  readonly order: OrderRow;
  readonly now: Date;
  readonly services: PaymentServices;
  /** The validation id of a notification, with which the hosted page's provider can be asked more exactly. */
  readonly validationId?: string | undefined;
}

type Answer =
  | { readonly event: Exclude<EventOf<'order'>, 'succeeded'> }
  | { readonly event: 'succeeded'; readonly charge: ProvenCharge };

/**
 * Asks the provider for the state of an order, and applies the answer. A payment is settled, whatever our state of the
 * order was. An order that is no longer needed is closed at the provider, so that it cannot be paid.
 */
export async function askAboutOrder(db: Database, question: Question): Promise<OrderRow['state'] | 'settled'> {
  const { order, now, services } = question;
  await postponeOrder(db, order, now);
  const answer = order.via === 'card' ? await askAboutCard(db, question) : await askAboutPage(question);
  if (!answer) return order.state;
  if (answer.event === 'succeeded') {
    await settlePayment(db, { order, charge: answer.charge, now, jobs: services.jobs });
    return 'settled';
  }
  return moveOrder(db, { order, event: answer.event, now });
}

/** Changes the state of an order according to the transitions. Only `settlePayment` records payments. */
export async function moveOrder(
  db: Database,
  { order, event, now }: { order: OrderRow; event: Answer['event']; now: Date },
): Promise<OrderRow['state']> {
  const outcome = next('order', order.state, event);
  if (outcome.kind === 'to') {
    await inTransaction(db, async (tx) => {
      const booking = await lockBooking(tx, order.bookingId);
      const isMoved = await setOrderState(tx, { ...order, to: outcome.state });
      if (!isMoved || !booking) return;
      if (outcome.effects.includes('give time to pay')) await giveTimeToPay(tx, { booking, now });
      if (outcome.effects.includes('ask about open orders')) await hurryOpenOrders(tx, booking.id, now);
      if ([order.state, outcome.state].includes('processing')) await publishPayment(tx, booking);
    });
    return outcome.state;
  }
  if (outcome.kind === 'differs') {
    const { via, provider, reference, bookingId } = order;
    const message = 'The provider is processing a payment that was closed.';
    const about = { via, provider, transactionId: reference ?? order.id, bookingId };
    await listDifference(db, { ...about, kind: outcome.difference, message }, now);
  }
  return order.state;
}

async function askAboutCard(db: Database, { order, now, services: { cards } }: Question): Promise<Answer | undefined> {
  if (cards?.name !== order.provider) return undefined;
  if (order.reference === null) {
    return isOlderThan(UNREACHED_MINUTES, order.createdAt, now) ? { event: 'ended' } : undefined;
  }
  let charge = await cards.find(order.reference);
  if (charge?.state === 'open' && (await isOfNoUse(db, order, now))) charge = await cards.close(order.reference);
  if (!charge || charge.live !== cards.live || charge.state === 'closed') return { event: 'ended' };
  return charge.state === 'succeeded' ? { event: 'succeeded', charge: provenByCard(charge) } : { event: charge.state };
}

async function askAboutPage({ order, now, services: { hosted }, validationId }: Question): Promise<Answer | undefined> {
  if (hosted?.name !== order.provider || order.reference === null) return undefined;
  const charge = await hosted.find({ reference: order.reference, validationId });
  if (charge && charge.reference !== order.reference) return undefined;
  if (charge?.state === 'succeeded') return { event: 'succeeded', charge: provenOnPage(charge) };
  // A hosted page cannot be closed. It expires; a payment before that is settled by its notification.
  if (charge?.state === 'closed' || isOlderThan(ORDER_LIVES_MINUTES, order.createdAt, now)) return { event: 'ended' };
  return { event: 'open' };
}

/**
 * Whether an order should no longer be paid: its booking is paid, being paid another way or cancelled, or it has been open
 * for a day.
 */
async function isOfNoUse(db: Database, order: OrderRow, now: Date): Promise<boolean> {
  if (isOlderThan(ORDER_LIVES_MINUTES, order.createdAt, now)) return true;
  const booking = await findBooking(db, order.bookingId);
  if (!booking || booking.paid || booking.state === 'cancelled') return true;
  return isBeingPaidAnotherWay(db, order);
}

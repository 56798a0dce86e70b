import type { Money } from '@openhours/contract/money.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { retryingDeadlocks } from '../../database/retrying-deadlocks.ts';
import type { CardCharge, CardPayments } from '../../providers/card-payments/port.ts';
import type { HostedPayments, HostedSuccess } from '../../providers/hosted-page/port.ts';
import type { Jobs } from '../../providers/jobs/port.ts';
import type { MailSender } from '../../providers/mail/port.ts';
import { findBooking, lockBooking } from '../booking/index.ts';
import { type Admin, addPayment, listDifference, log, type Moment, movePayment } from './books.ts';
import { lockOrder, type OrderRow, postponeOrder, setOrderState } from './order-store.ts';
import {
  aboutOf,
  findPayment,
  findPaymentByTransaction,
  isBankReferenceRepeated,
  type PaymentRow,
} from './payment-store.ts';
import { amountText, isOlderThan, judge, ORDER_LIVES_MINUTES } from './rules.ts';
import { type EventOf, next } from './transitions.ts';

/** What the use cases of payments work with. */
export interface PaymentServices {
  /** Unset where the clinic does not take money this way. */
  readonly cards: CardPayments | undefined;
  readonly hosted: HostedPayments | undefined;
  readonly jobs: Jobs;
  readonly mail: MailSender;
  readonly productName: string;
  readonly publicUrl: string;
}

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

export function provenByCard({ reference, received, paidAt }: CardCharge): ProvenCharge {
  return { transactionId: reference, amount: received, risky: false, paidAt };
}

export function provenOnPage(charge: HostedSuccess): ProvenCharge {
  const { reference, bankReference, amount, taken, risky, paidAt } = charge;
  return { transactionId: reference, bankReference, amount, taken, risky, paidAt };
}

/**
 * The one way in which money that came is put to its booking, in one transaction, and each transaction of a provider
 * once. Repeating it, in any order and any number at once, gives the same payment.
 */
export async function settlePayment(
  db: Database,
  { order, charge, now, jobs }: Moment & { order: OrderRow; charge: ProvenCharge },
): Promise<PaymentRow> {
  const { provider, bookingId } = order;
  const { transactionId, amount, taken = amount } = charge;
  const settle = async (tx: Database) => {
    const booking = await lockBooking(tx, bookingId);
    if (!booking) throw new Error('An order without a booking');
    // It may have moved since the caller read it.
    const { state } = (await lockOrder(tx, order.id)) ?? order;
    const outcome = next('order', state, 'succeeded');
    if (outcome.kind === 'to') await setOrderState(tx, { id: order.id, state, to: outcome.state });
    const known = await findPaymentByTransaction(tx, { provider, transactionId });
    if (known) return known;

    const price = { minor: booking.priceMinor, currency: booking.currency };
    const verdict = judge({
      amount,
      ordered: { minor: order.amountMinor, currency: order.currency },
      risky: charge.risky,
      booking: { status: booking.status, paid: booking.paid, price },
    });
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
    const by = order.via === 'card' ? 'by card' : 'on the hosted page';
    const what = {
      pay: 'pays for the booking.',
      hold: `is on hold: ${payment.heldBecause}`,
      release: `cannot pay for the booking (${verdict.event === 'release' ? verdict.cause : ''}).`,
    }[verdict.event];
    await log(tx, payment, { what: `${amountText(amount)}, paid ${by}, ${what}`, at: now });
    if (await isBankReferenceRepeated(tx, payment)) {
      const message = `The bank gave several payments the reference ${payment.bankReference}. Please refund them at the provider itself.`;
      await listDifference(tx, { ...aboutOf(payment), kind: 'bank-reference-repeated', message }, now);
    }
    return payment;
  };
  return retryingDeadlocks(() => db.transaction(settle));
}

export interface HoldDecision {
  readonly paymentId: string;
  readonly decision: 'approve' | 'reject';
  readonly by: Admin;
}

/**
 * An admin decides about a payment on hold. Approved, it pays for its booking, if that can still be paid for: if it was
 * cancelled or paid otherwise meanwhile, what is left of the money is refunded.
 */
export async function decideOnHold(
  db: Database,
  { paymentId, decision, by }: HoldDecision,
  { now, jobs }: Moment,
): Promise<'decided' | 'not-found' | 'not-on-hold'> {
  return db.transaction(async (tx) => {
    const unlocked = await findPayment(tx, paymentId);
    if (!unlocked) return 'not-found';
    const booking = await lockBooking(tx, unlocked.bookingId);
    const payment = await findPayment(tx, paymentId);
    if (payment?.state !== 'on-hold') return 'not-on-hold';

    await log(tx, payment, { what: `${decision}: ${by.reason}`, byName: by.name, at: now });
    const back = (cause: 'rejected' | 'cancelled' | 'paid-otherwise') =>
      movePayment(tx, payment, { event: 'release', cause, by, now, jobs });
    if (decision === 'reject') await back('rejected');
    else if (booking?.status !== 'confirmed') await back('cancelled');
    else if (booking.paid) await back('paid-otherwise');
    else await movePayment(tx, payment, { event: 'pay', now, jobs });
    return 'decided';
  });
}

/** A card order whose provider was never reached is given up after this: nobody can hold its client secret. */
const UNREACHED_MINUTES = 60;

interface Question {
  readonly order: OrderRow;
  readonly now: Date;
  readonly services: PaymentServices;
  /** What a notification said, under which the hosted page's provider can be asked more exactly. */
  readonly validationId?: string | undefined;
}

type Answer =
  | { readonly event: Exclude<EventOf<'order'>, 'succeeded'> }
  | { readonly event: 'succeeded'; readonly charge: ProvenCharge };

/**
 * Asks the provider how an order is, and does what follows: what it says wins. Money that came is settled, whatever we
 * thought of the order; an order that is of no use any more is closed at the provider, so that no money can come.
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

/** Moves an order as the transitions say; that money came is `settlePayment`'s to write. */
export async function moveOrder(
  db: Database,
  { order, event, now }: { order: OrderRow; event: Answer['event']; now: Date },
): Promise<OrderRow['state']> {
  const outcome = next('order', order.state, event);
  if (outcome.kind === 'to') {
    await setOrderState(db, { ...order, to: outcome.state });
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
  // Such a page cannot be closed. It expires, and money that comes all the same is settled by its notification.
  if (charge?.state === 'closed' || isOlderThan(ORDER_LIVES_MINUTES, order.createdAt, now)) return { event: 'ended' };
  return { event: 'open' };
}

/** Nobody should pay on it any more: its booking is paid or cancelled, or it has been open for a day. */
async function isOfNoUse(db: Database, order: OrderRow, now: Date): Promise<boolean> {
  if (isOlderThan(ORDER_LIVES_MINUTES, order.createdAt, now)) return true;
  const found = await findBooking(db, order.bookingId);
  return !found || found.booking.paid || found.booking.status === 'cancelled';
}

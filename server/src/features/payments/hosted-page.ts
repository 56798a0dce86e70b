import { setTimeout as sleep } from 'node:timers/promises';
import { moneyText } from '@openhours/contract/money.ts';
import type { RefundStatement } from '@openhours/contract/payment.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type HostedPayments, type HostedSuccess, shortId } from '../../providers/hosted-page/port.ts';
import type { ProviderRefund } from '../../providers/provider-refund.ts';
import { ProviderUnavailable } from '../../providers/provider-unavailable.ts';
import { type BookingRow, bookedPrice, giveTimeAfterOutage, lockBooking } from '../booking/index.ts';
import { type Actor, adoptRefund, type Moment, moveRefund } from './books.ts';
import { chooseBooking, type NotPayable, type PaymentRequest } from './card-payment.ts';
import {
  closeUnopenedOrder,
  countOrders,
  findOpenOrder,
  findOrder,
  insertOrder,
  isBeingPaidAnotherWay,
  type OrderRow,
  setOrderPage,
} from './order-store.ts';
import { auditMoney, listDifference } from './payment-log.ts';
import type { PaymentRow, RefundRow } from './payment-rows.ts';
import { aboutOf, endDifference, isBankReferenceRepeated } from './payment-store.ts';
import { lockPayment } from './refund-payment.ts';
import { listRefunds } from './refund-store.ts';
import { amountOf, isOlderThan, leftOf, PAGE_LIVES_MINUTES, waitMillis } from './rules.ts';
import { askAboutOrder, type PaymentServices } from './settle-payment.ts';

type PageOpened = { readonly kind: 'opened'; readonly url: string } | NotPayable;

/** How often to wait for a parallel request that was faster. */
const TRIES = 4;
const WAIT_MILLIS = 100;
/** More than enough time to write the page's address. */
const GRACE_MILLIS = 1_000;

/**
 * Opens the provider's page for a booking. Returns a recently opened, unused page again. Parallel requests get one page:
 * the first to write its order requests it, the others wait.
 */
export async function openHostedPage(
  db: Database,
  { request, now, services }: { request: PaymentRequest; now: Date; services: PaymentServices },
): Promise<PageOpened> {
  const { hosted } = services;
  if (!hosted) return { kind: 'refused', code: 'NOT_OFFERED' };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = await chooseBooking(db, request);
    if (before.kind !== 'chosen') return before;
    const { booking } = before;
    if (await isBeingPaidAnotherWay(db, { bookingId: booking.id, via: 'hosted-page' })) {
      return { kind: 'refused', code: 'UNDER_WAY' };
    }
    const requestKey = `page ${await countOrders(db, { bookingId: booking.id, via: 'hosted-page' })}`;

    const open = await findOpenOrder(db, { bookingId: booking.id, via: 'hosted-page' });
    if (open?.pageUrl === null) {
      const url = await pageOfFirst(db, { order: open, deadlineMillis: hosted.deadlineMillis + GRACE_MILLIS, now });
      if (url === undefined) continue;
      return { kind: 'opened', url };
    }
    if (open) {
      const state = await askAboutOrder(db, { order: open, now, services });
      const isFresh = !isOlderThan(PAGE_LIVES_MINUTES, open.createdAt, now);
      const isSamePrice = open.amountMinor === booking.priceMinor && open.currency === booking.currency;
      if (state === 'open' && isFresh && isSamePrice) return { kind: 'opened', url: open.pageUrl };
      const after = await chooseBooking(db, request);
      if (after.kind !== 'chosen') return after;
    }

    const opened = await openPage(db, { booking, requestKey, now, hosted });
    if (opened) return opened;
  }
  throw new ProviderUnavailable('The hosted page that was asked for first did not open.');
}

/** `undefined`: a parallel request was faster. */
async function openPage(
  db: Database,
  { booking, requestKey, now, hosted }: { booking: BookingRow; requestKey: string; now: Date; hosted: HostedPayments },
): Promise<PageOpened | undefined> {
  const id = uuidv7();
  const reference = shortId(id);
  const order = {
    id,
    bookingId: booking.id,
    via: 'hosted-page' as const,
    provider: hosted.name,
    reference,
    amountMinor: booking.priceMinor,
    currency: booking.currency,
    requestKey,
    createdAt: now,
  };
  if (!(await insertOrder(db, order))) return undefined;

  const answer = await hosted
    .open({
      reference,
      amount: bookedPrice(booking),
      patient: { name: booking.patientName, email: booking.email, phone: booking.phone },
    })
    .catch(async (error: unknown) => {
      // This page will never open, so the next request must not wait for it.
      await closeUnopenedOrder(db, id);
      if (error instanceof ProviderUnavailable) await giveTimeToTryAgain(db, { bookingId: booking.id, now });
      throw error;
    });
  if (answer.kind === 'opened') {
    await setOrderPage(db, id, answer.url);
    return answer;
  }
  await closeUnopenedOrder(db, id);
  if (answer.kind === 'amount-refused') return { kind: 'refused', code: 'AMOUNT_NOT_TAKEN' };
  if (answer.kind === 'currency-refused') return { kind: 'refused', code: 'NOT_OFFERED' };
  // The provider has answered, and would answer the same later: more time to pay would not help the patient.
  throw new ProviderUnavailable(`The hosted page was refused: ${answer.why}.`);
}

/** For a patient who could not pay, as for a card whose provider did not answer (`askAboutBooking`). */
function giveTimeToTryAgain(db: Database, { bookingId, now }: { bookingId: string; now: Date }): Promise<void> {
  return inTransaction(db, async (tx) => {
    const booking = await lockBooking(tx, bookingId);
    if (booking) await giveTimeAfterOutage(tx, { booking, now });
  });
}

/**
 * Waits for the page of a parallel request. If it does not come within the provider's deadline, that request has
 * crashed: returns `undefined`, and another page may be opened.
 */
async function pageOfFirst(
  db: Database,
  { order, deadlineMillis, now }: { order: OrderRow; deadlineMillis: number; now: Date },
): Promise<string | undefined> {
  const leftMillis = waitMillis(deadlineMillis, { since: order.createdAt, now });
  for (let waited = 0; waited < leftMillis; waited += WAIT_MILLIS) {
    const first = await findOrder(db, order.id);
    if (first?.state !== 'open') return undefined;
    if (first.pageUrl !== null) return first.pageUrl;
    await sleep(WAIT_MILLIS);
  }
  await closeUnopenedOrder(db, order.id);
  return undefined;
}

/**
 * Lists additional payments on the page of a payment: one page can be paid twice, and we keep one payment for each.
 *
 * @returns what the provider says of the payment itself
 */
export async function syncTries(
  db: Database,
  payment: PaymentRow,
  { run: { now }, hosted }: { run: { now: Date }; hosted: HostedPayments },
): Promise<HostedSuccess | undefined> {
  const paid = await hosted.listPaid(payment.transactionId);
  const ours = paid.find(({ bankReference }) => (bankReference ?? null) === payment.bankReference) ?? paid[0];
  for (const other of paid) {
    if (other === ours) continue;
    const transactionId = other.bankReference ?? other.reference;
    const message = `The page of payment ${payment.transactionId} was paid once more: ${moneyText(other.amount)}, which the bank calls ${transactionId}. Please refund it at the provider itself.`;
    await listDifference(db, { ...aboutOf(payment), transactionId, kind: 'unknown-charge', message }, now);
  }
  return ours;
}

/** The decisions about a payment's refunds that an admin may make because the bank used its reference twice. */
export async function listStatements(
  db: Database,
  payment: PaymentRow,
  refunds: readonly RefundRow[],
): Promise<RefundStatement[]> {
  if (!(await isBankReferenceRepeated(db, payment))) return [];
  if (refunds.some(isUnanswered)) return ['refunded', 'not-refunded'];
  return leftOf(payment).minor > 0 ? ['refunded'] : [];
}

/** Requested, and not known to be accepted by the provider. */
const isUnanswered = ({ state, reference }: RefundRow): boolean => state === 'requested' && reference === null;

type StatementOutcome = { readonly kind: 'stated' } | Refused<'NOT_FOUND' | 'NOTHING_TO_STATE'>;

/**
 * Records what an admin found at the provider, as an event. If the provider contradicts it later, the provider counts.
 *
 * @param found.reference the provider's name for the refund
 */
export async function stateRefund(
  db: Database,
  found: { paymentId: string; statement: RefundStatement; reference: string; by: Actor },
  { now, jobs }: Moment,
): Promise<StatementOutcome> {
  const { paymentId, statement, by } = found;
  return inTransaction(db, async (tx): Promise<StatementOutcome> => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) return { kind: 'refused', code: 'NOT_FOUND' };
    const refunds = await listRefunds(tx, [paymentId]);
    if (!(await listStatements(tx, payment, refunds)).includes(statement))
      return { kind: 'refused', code: 'NOTHING_TO_STATE' };
    const refund = refunds.find(isUnanswered);
    const amount = refund ? amountOf(refund) : leftOf(payment);
    const about = { refundId: refund?.id, amount };
    const said: ProviderRefund =
      statement === 'refunded'
        ? { ...about, reference: found.reference, state: 'succeeded' }
        : { ...about, reference: undefined, state: 'failed', failure: 'an admin looked there' };
    if (refund) await moveRefund(tx, { refund, payment }, { said, by, now, jobs });
    else await adoptRefund(tx, payment, { said, by, now, jobs });
    await endDifference(tx, { ...payment, kind: 'bank-reference-repeated' }, now);
    const stated = `${moneyText(amount)}, ${statement === 'refunded' ? '' : 'not '}refunded at the provider`;
    await auditMoney(tx, payment, { by, what: 'state-refund', about: stated, now });
    return { kind: 'stated' };
  });
}

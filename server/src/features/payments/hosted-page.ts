import { setTimeout as sleep } from 'node:timers/promises';
import type { RefundStatement } from '@openhours/contract/payment.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { type HostedPayments, type HostedSuccess, shortId } from '../../providers/hosted-page/port.ts';
import type { ProviderRefund } from '../../providers/provider-refund.ts';
import { ProviderUnavailable } from '../../providers/provider-unavailable.ts';
import type { BookingRow } from '../booking/index.ts';
import { type Admin, adoptRefund, listDifference, type Moment, moveRefund } from './books.ts';
import { chooseBooking, type NotPayable, type PayWish } from './card-payment.ts';
import {
  closeUnopenedOrder,
  countOrders,
  findOpenOrder,
  findOrder,
  insertOrder,
  listRefunds,
  type OrderRow,
  setOrderPage,
} from './order-store.ts';
import { aboutOf, endDifference, isBankReferenceRepeated, type PaymentRow, type RefundRow } from './payment-store.ts';
import { lockPayment } from './refund-payment.ts';
import { amountText, isOlderThan, leftOf, PAGE_LIVES_MINUTES } from './rules.ts';
import { askAboutOrder, type PaymentServices } from './settle-payment.ts';

export type PageOpened = { readonly kind: 'opened'; readonly url: string } | NotPayable;

/** So often somebody else, who was faster, is waited for. */
const TRIES = 4;
const WAIT_MILLIS = 100;
/** What writing the page down takes, generously. */
const GRACE_MILLIS = 1_000;

/**
 * Opens the provider's page for a booking. A page that was opened a moment ago and not used is shown again, and clicks at
 * the same time come to one page: the first that writes its order asks for it, the others wait.
 */
export async function openHostedPage(
  db: Database,
  { wish, now, services }: { wish: PayWish; now: Date; services: PaymentServices },
): Promise<PageOpened> {
  const { hosted } = services;
  if (!hosted) return { kind: 'refused', code: 'NOT_OFFERED' };
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = await chooseBooking(db, wish);
    if (before.kind !== 'chosen') return before;
    const { booking } = before;
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
      if (state === 'open' && isFresh) return { kind: 'opened', url: open.pageUrl };
      const after = await chooseBooking(db, wish);
      if (after.kind !== 'chosen') return after;
    }

    const opened = await openPage(db, { booking, requestKey, now, hosted });
    if (opened) return opened;
  }
  throw new ProviderUnavailable('The hosted page that was asked for first did not open.');
}

/** `undefined`: somebody else was faster. */
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
      amount: { minor: booking.priceMinor, currency: booking.currency },
      description: 'Appointment',
      patient: { name: booking.patientName, email: booking.email, phone: booking.phone },
    })
    .catch(async (error: unknown) => {
      // Nobody will ever have that page: whoever tries next must not wait for it.
      await closeUnopenedOrder(db, id);
      throw error;
    });
  if (answer.kind === 'opened') {
    await setOrderPage(db, id, answer.url);
    return answer;
  }
  await closeUnopenedOrder(db, id);
  if (answer.kind === 'amount-refused') return { kind: 'refused', code: 'AMOUNT_NOT_TAKEN' };
  throw new ProviderUnavailable(`The hosted page was refused: ${answer.why}.`);
}

/**
 * The page that somebody else asked for, as soon as it is there. Where it does not come within the provider's deadline,
 * they have died: nobody has their page, and `undefined` says that another may be opened.
 */
async function pageOfFirst(
  db: Database,
  { order, deadlineMillis, now }: { order: OrderRow; deadlineMillis: number; now: Date },
): Promise<string | undefined> {
  const leftMillis = deadlineMillis - (now.getTime() - order.createdAt.getTime());
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
 * Lists what else was paid on the page of a payment: one page can be paid twice, and we keep one payment for each.
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
    const message = `The page of payment ${payment.transactionId} was paid once more: ${amountText(other.amount)}, which the bank calls ${transactionId}. Please refund it at the provider itself.`;
    await listDifference(db, { ...aboutOf(payment), transactionId, kind: 'unknown-charge', message }, now);
  }
  return ours;
}

/** What an admin may say of a payment's refunds, because the bank calls another payment the same. */
export async function listStatements(
  db: Database,
  payment: PaymentRow,
  refunds: readonly RefundRow[],
): Promise<RefundStatement[]> {
  if (!(await isBankReferenceRepeated(db, payment))) return [];
  if (refunds.some(isUnanswered)) return ['refunded', 'not-refunded'];
  return leftOf(payment).minor > 0 ? ['refunded'] : [];
}

/** Requested, and the provider has never said that it took it on. */
const isUnanswered = ({ state, reference }: RefundRow): boolean => state === 'requested' && reference === null;

/**
 * An admin says what they found at the provider. It is an event like the provider's own word; should the provider
 * contradict it later, that counts.
 *
 * @param found.reference the provider's name for the refund
 */
export async function stateRefund(
  db: Database,
  found: { paymentId: string; statement: RefundStatement; reference: string; by: Admin },
  { now, jobs }: Moment,
): Promise<'stated' | 'not-found' | 'nothing-to-state'> {
  const { paymentId, statement, by } = found;
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) return 'not-found';
    const refunds = await listRefunds(tx, [paymentId]);
    if (!(await listStatements(tx, payment, refunds)).includes(statement)) return 'nothing-to-state';
    const refund = refunds.find(isUnanswered);
    const amount = refund ? { minor: refund.amountMinor, currency: refund.currency } : leftOf(payment);
    const about = { refundId: refund?.id, amount };
    const said: ProviderRefund =
      statement === 'refunded'
        ? { ...about, reference: found.reference, state: 'succeeded' }
        : { ...about, reference: undefined, state: 'failed', failure: 'an admin looked there' };
    if (refund) await moveRefund(tx, { refund, payment }, { said, by, now, jobs });
    else await adoptRefund(tx, payment, { said, by, now, jobs });
    await endDifference(tx, { ...payment, kind: 'bank-reference-repeated' }, now);
    return 'stated';
  });
}

import { isSameAmount, type Money, moneyText } from '@openhours/contract/money.ts';
import pLimit from 'p-limit';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { CardCharge, CardPayments, ListedCharge } from '../../providers/card-payments/port.ts';
import type { HostedPayments } from '../../providers/hosted-page/port.ts';
import { syncTries } from './hosted-page.ts';
import { logUnexpected } from './log-unexpected.ts';
import {
  findOrder,
  findSearch,
  listClosedOrders,
  type OrderRow,
  saveSearch,
  setOrderReference,
} from './order-store.ts';
import { listDifference } from './payment-log.ts';
import type { PaymentRow } from './payment-rows.ts';
import {
  aboutOf,
  type Difference,
  endDifference,
  findPayment,
  listKnownTransactions,
  listPaymentsToCompare,
  updatePayment,
} from './payment-store.ts';
import { refundCancelledBooking, syncRefunds } from './refund-payment.ts';
import { lastChangeOf, listRefunds } from './refund-store.ts';
import { amountOf, compareAgainAt, returnedOtherwiseMinor } from './rules.ts';
import { askAboutOrder, type PaymentServices } from './settle-payment.ts';
import { syncDispute } from './sync-dispute.ts';

export interface Run {
  readonly now: Date;
  readonly services: PaymentServices;
  /** Compares what is due by this time; normally now. */
  readonly dueBy?: Date;
  /** Aborted when the run is out of time. The next run continues with the rest. */
  readonly signal?: AbortSignal;
}

/** The result of a run. */
export interface Tally {
  asked: number;
  settled: number;
  /** Requests without an answer. They are repeated, at growing intervals. */
  failed: number;
  /** Charges on the provider's account that are not ours. */
  foreign: number;
  /** Whether everything due was compared. If not, the next run continues with the rest. */
  isComplete: boolean;
}

export const newTally = (): Tally => ({ asked: 0, settled: 0, failed: 0, foreign: 0, isComplete: true });

/** A run, and its result so far. */
export interface Counted {
  readonly run: Run;
  readonly count: Tally;
}

/** The most comparisons with one provider in one run, and the most parallel requests. */
export const LIMIT = 200;
const AT_ONCE = 4;

/** The configured providers. */
export function namesOf({ cards, hosted }: PaymentServices): readonly string[] {
  return [cards, hosted].flatMap((provider) => (provider ? [provider.name] : []));
}

/**
 * Calls a function for each item, a few in parallel, until the run is out of time. Counts failures, and logs those that
 * are not outages.
 *
 * @param options.ids what the log calls an item
 */
export async function forEach<Item>(
  items: readonly Item[],
  options: Counted & { ids: (item: Item) => Readonly<Record<string, string>>; limit?: number },
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const { run, count, ids, limit = LIMIT } = options;
  await pLimit(AT_ONCE).map(items, async (item) => {
    if (run.signal?.aborted) return;
    count.asked += 1;
    try {
      await work(item);
    } catch (error) {
      count.failed += 1;
      logUnexpected(run.services.log, error, ids(item));
    }
  });
  if (run.signal?.aborted || items.length >= limit) count.isComplete = false;
}

const MOST_COMPARED = 500;
/** How far back orders and charges are searched for money that we missed. */
const MISSED_DAYS = 3;
const DAY_MILLIS = 86_400_000;
const FOUND_BY_COMPARING = ['missing-charge', 'amount-differs', 'refund-differs'] as const;

/**
 * Compares the providers' books with ours, each provider independently. Settles what we missed, and lists the remaining
 * differences for the admins until they are gone. A payment is compared for as long as its refunds can still fail and
 * its payer can still dispute it (`compareAgainAt`).
 */
export async function comparePayments(db: Database, run: Run): Promise<Tally> {
  const { now, services, dueBy: by = now } = run;
  const count = newTally();
  await Promise.all(
    namesOf(services).map(async (provider) => {
      const ids = (name: string) => ({ provider: name });
      await forEach([provider], { run, count, ids }, () => findMissed(db, { provider, run, count }));
      const due = await listPaymentsToCompare(db, { provider, by, limit: MOST_COMPARED });
      const compared = { run, count, ids: paymentIds, limit: MOST_COMPARED };
      await forEach(due, compared, (payment) => compare(db, payment, run));
    }),
  );
  return count;
}

const paymentIds = ({ id: paymentId, provider }: PaymentRow) => ({ paymentId, provider });
/** The same for an order. */
export const orderIds = ({ id: orderId, provider }: OrderRow) => ({ orderId, provider });

/** Requests the refunds of cancelled bookings that have none. */
export async function refundMissed(
  db: Database,
  bookingIds: readonly string[],
  { run, count }: Counted,
): Promise<void> {
  const { now, services } = run;
  const ids = (bookingId: string) => ({ bookingId });
  await forEach(bookingIds, { run, count, ids }, (bookingId) =>
    inTransaction(db, (tx) => refundCancelledBooking(tx, { bookingId, now, jobs: services.jobs })),
  );
}

async function findMissed(db: Database, { provider, run, count }: Counted & { provider: string }): Promise<void> {
  const { now, services, signal } = run;
  const { cards } = services;
  const since = new Date(now.getTime() - MISSED_DAYS * DAY_MILLIS);
  if (cards?.name !== provider) {
    const closed = await listClosedOrders(db, { provider, since, limit: MOST_COMPARED });
    return forEach(closed, { run, count, ids: orderIds, limit: MOST_COMPARED }, (order) =>
      askAboutOrder(db, { order, now, services }),
    );
  }
  // Page by page: the next run continues with the pages that this one has no time for.
  for (;;) {
    if (signal?.aborted) return;
    const { charges, isLast } = await cards.listSince({ since, after: await findSearch(db, provider), signal });
    await findMissedCharges(db, charges, { cards, run, count });
    if (signal?.aborted) return;
    await saveSearch(db, { provider, after: isLast ? null : (charges.at(-1)?.reference ?? null) });
    if (isLast) return;
  }
}

async function findMissedCharges(
  db: Database,
  listed: readonly ListedCharge[],
  { cards, run, count }: Counted & { cards: CardPayments },
): Promise<void> {
  const charges = listed.filter((one) => one.state === 'succeeded' && one.live === cards.live);
  const transactionIds = charges.map(({ reference }) => reference);
  const known = await listKnownTransactions(db, { provider: cards.name, transactionIds });
  const missed = charges.filter(({ reference, isOurs }) => isOurs && !known.has(reference));
  count.foreign += charges.length - known.size - missed.length;
  const ids = ({ reference }: ListedCharge) => ({ provider: cards.name, reference });
  await forEach(missed, { run, count, ids }, (charge) => placeCharge(db, charge, { run, cards }));
}

/** A charge with our metadata is settled through its order. If that order does not exist, the charge is listed. */
async function placeCharge(
  db: Database,
  charge: CardCharge,
  { run: { now, services }, cards }: WithCards,
): Promise<void> {
  const transactionId = charge.reference;
  const unknown = { provider: cards.name, transactionId, kind: 'unknown-charge' as const };
  const order = charge.orderId === undefined ? undefined : await findOrder(db, charge.orderId);
  if (order) {
    await setOrderReference(db, order.id, transactionId);
    const state = await askAboutOrder(db, { order: { ...order, reference: transactionId }, now, services });
    if (state === 'settled') return endDifference(db, unknown, now);
  }
  const message = `The provider took ${moneyText(charge.received)} for an order that is not known here.`;
  await listDifference(db, { ...unknown, via: 'card', message }, now);
}

async function compare(db: Database, payment: PaymentRow, run: Run): Promise<void> {
  const { now, services } = run;
  const { cards, hosted } = services;
  await updatePayment(db, { id: payment.id, compareAt: compareAgainAt(now, await lastChangeOf(db, payment)) });
  const found =
    cards?.name === payment.provider
      ? await compareCard(db, payment, { run, cards })
      : hosted
        ? await comparePage(db, payment, { run, hosted })
        : [];
  const kinds = found.map((one) => (one === 'listed' ? 'refund-differs' : one.kind));
  for (const kind of FOUND_BY_COMPARING) {
    if (!kinds.includes(kind)) await endDifference(db, { ...payment, kind }, now);
  }
  for (const one of found) if (one !== 'listed') await listDifference(db, one, now);
}

/** The differences that a comparison finds. `listed`: refunds whose differences are listed already. */
type Found = readonly (Difference | 'listed')[];

interface WithCards {
  readonly run: Run;
  readonly cards: CardPayments;
}

async function compareCard(db: Database, payment: PaymentRow, { run, cards }: WithCards): Promise<Found> {
  const charge = await cards.find(payment.transactionId);
  if (charge?.state !== 'succeeded') return [missing(payment)];
  if (charge.disputed) await syncDispute(db, payment, { cards, now: run.now, jobs: run.services.jobs });
  return [...differentAmount(payment, charge.received), ...(await compareRefunds(db, payment, { run, cards, charge }))];
}

async function compareRefunds(
  db: Database,
  payment: PaymentRow,
  { run, cards, charge }: WithCards & { charge: CardCharge },
): Promise<Found> {
  if (charge.refunded.minor === 0 && payment.refundedMinor === 0) return [];
  if (!(await syncRefunds(db, payment, run))) return ['listed'];
  const [after, again] = [await findPayment(db, payment.id), await cards.find(payment.transactionId)];
  if (!after || !again) return [];
  // The provider's refunded amount may or may not include a pending refund, and never includes what went back otherwise.
  const otherwise = returnedOtherwiseMinor(await listRefunds(db, [payment.id]));
  const minor = again.refunded.minor + otherwise;
  if (minor >= after.returnedMinor && minor <= after.refundedMinor) return [];
  const known = { minor: after.returnedMinor - otherwise, currency: after.currency };
  const message = `The provider refunded ${moneyText(again.refunded)}; we know of ${moneyText(known)}.`;
  return [{ ...aboutOf(payment), kind: 'refund-differs', message }];
}

function differentAmount(payment: PaymentRow, came: Money): readonly Difference[] {
  if (isSameAmount(came, amountOf(payment))) return [];
  const message = `The provider says that ${moneyText(came)} came in.`;
  return [{ ...aboutOf(payment), kind: 'amount-differs', message }];
}

async function comparePage(
  db: Database,
  payment: PaymentRow,
  { run, hosted }: { run: Run; hosted: HostedPayments },
): Promise<Found> {
  const charge = await syncTries(db, payment, { run, hosted });
  if (!charge) return [missing(payment)];
  const fits = payment.refundedMinor === 0 || (await syncRefunds(db, payment, run));
  return [...differentAmount(payment, charge.amount), ...(fits ? [] : (['listed'] as const))];
}

function missing(payment: PaymentRow): Difference {
  const message = 'The provider does not know this payment as succeeded.';
  return { ...aboutOf(payment), kind: 'missing-charge', message };
}

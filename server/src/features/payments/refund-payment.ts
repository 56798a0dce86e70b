import { isSameAmount, type Money, moneyFromPrice, moneyText, priceOf } from '@openhours/contract/money.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import type { CardPayments } from '../../providers/card-payments/port.ts';
import type { Jobs } from '../../providers/jobs/port.ts';
import type { ProviderRefund } from '../../providers/provider-refund.ts';
import { ProviderUnavailable } from '../../providers/provider-unavailable.ts';
import {
  bookedPrice,
  type Cancellation,
  lockBooking,
  type Move,
  refundAfterMove,
  setPayAtClinic,
} from '../booking/index.ts';
import { type Actor, adoptRefund, type Moment, movePayment, moveRefund, requestRefund, type Said } from './books.ts';
import { logUnexpected } from './log-unexpected.ts';
import { auditMoney, listDifference } from './payment-log.ts';
import type { PaymentRow, RefundRow } from './payment-rows.ts';
import { aboutOf, findPayment, isBankReferenceRepeated, listPaymentsOfBookings } from './payment-store.ts';
import { findRefund, leaseRefund, listRefunds, type RefundWithPayment, updateRefund } from './refund-store.ts';
import { amountOf, leftOf, pricePaidBy } from './rules.ts';
import type { PaymentServices } from './settle-payment.ts';

interface Circumstances {
  readonly now: Date;
  readonly services: PaymentServices;
}

interface RefundRequest {
  readonly paymentId: string;
  /** `undefined`: the whole remaining amount. */
  readonly amount: number | undefined;
  readonly requestKey: string | undefined;
  readonly by: Actor;
}

type RefundOutcome =
  | { readonly kind: 'requested'; readonly refundId: string }
  | Refused<'NOT_FOUND'>
  | Refused<'MORE_THAN_LEFT', { data: { left: number } }>
  | { readonly kind: 'key-reused' };

/** Refunds a payment for an admin, in full or in part. Asks the provider at once; if that fails, a job asks again. */
export async function refundPayment(
  db: Database,
  request: RefundRequest,
  { now, services }: Circumstances,
): Promise<RefundOutcome> {
  const outcome = await inTransaction(db, (tx) => decide(tx, request, { now, jobs: services.jobs }));
  if (outcome.kind === 'requested') {
    // If the provider does not answer now, a job repeats the request later.
    const { refundId } = outcome;
    const { paymentId } = request;
    await carryOutRefund(db, refundId, { now, services }).catch((error: unknown) =>
      logUnexpected(services.log, error, { paymentId, refundId }),
    );
  }
  return outcome;
}

async function decide(
  tx: Database,
  { paymentId, amount: wanted, requestKey, by }: RefundRequest,
  moment: Moment,
): Promise<RefundOutcome> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) return { kind: 'refused', code: 'NOT_FOUND' };
  const earlier = (await listRefunds(tx, [paymentId])).find((one) => requestKey && one.requestKey === requestKey);
  const left = leftOf(payment);
  const amount = wanted === undefined ? left : moneyFromPrice(wanted, payment.currency);
  if (earlier && wanted !== undefined && amount?.minor !== earlier.amountMinor) return { kind: 'key-reused' };
  if (earlier) return { kind: 'requested', refundId: earlier.id };
  const request = { amount: amount ?? left, cause: 'admin' as const, by, requestKey, ...moment };
  const refundId = amount && amount.minor > 0 ? await requestRefund(tx, payment, request) : undefined;
  if (refundId === undefined) return { kind: 'refused', code: 'MORE_THAN_LEFT', data: { left: priceOf(left) } };
  await auditMoney(tx, payment, { by, what: 'refund-payment', about: moneyText(request.amount), now: moment.now });
  return { kind: 'requested', refundId };
}

/** Locks a payment's booking and reads the payment. */
export async function lockPayment(tx: Database, id: string): Promise<PaymentRow | undefined> {
  const unlocked = await findPayment(tx, id);
  if (unlocked) await lockBooking(tx, unlocked.bookingId);
  return findPayment(tx, id);
}

/** A follower of every cancellation: refunds the payments of the bookings that are cancelled with a refund. */
export function refundCancellation({ jobs }: { jobs: Jobs }) {
  return async (tx: Database, { bookings, now }: Cancellation): Promise<void> => {
    const refunded = bookings.filter(({ cancelRefund }) => cancelRefund === 'full');
    if (refunded.length > 0) await refundBookings(tx, { bookingIds: refunded.map(({ id }) => id), now, jobs });
  };
}

/**
 * A follower of every move: refunds what the present price asks for (`refundAfterMove`). What was paid at the clinic no longer
 * pays for the booking if all of it is given back: the front desk does that and takes the new price. What was disputed at the
 * bank is refunded once the clinic wins (`refundMoveAfterDispute`). The booking is locked.
 */
export function refundMove({ jobs }: { jobs: Jobs }) {
  return async (tx: Database, { before, after, now }: Move): Promise<void> => {
    const prices = { before: bookedPrice(before), after: bookedPrice(after) };
    if (isSameAmount(prices.before, prices.after)) return;
    for (const payment of await listPaymentsOfBookings(tx, [after.id])) {
      if (payment.state === 'released' || payment.disputed) continue;
      const amount = refundAfterMove(leftOf(payment), prices);
      const isAll = amount.minor === leftOf(payment).minor;
      if (isAll && payment.via === 'clinic') {
        await movePayment(tx, payment, { event: 'replace', cause: 'moved', toldWith: 'move', now, jobs });
        await setPayAtClinic(tx, after.id);
      } else await refundMoved(tx, payment, { amount, toldWith: 'move', now, jobs });
    }
  };
}

/**
 * The same after a dispute that the clinic has won, for the moves during it. Once the visit has begun, a higher price is left
 * as it is: the clinic would give back what it was paid, and ask a patient who has gone for the new price.
 */
export async function refundMoveAfterDispute(
  tx: Database,
  { paymentId, ...moment }: Moment & { paymentId: string },
): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  const booking = payment && (await lockBooking(tx, payment.bookingId));
  if (!booking || payment.state === 'released' || booking.state === 'cancelled') return;
  const after = bookedPrice(booking);
  const before = pricePaidBy(payment, await listRefunds(tx, [paymentId]));
  const amount = refundAfterMove(leftOf(payment), { before, after });
  const isToPayAgain = amount.minor === leftOf(payment).minor && after.minor > 0;
  if (!isToPayAgain || booking.startsAt > moment.now) await refundMoved(tx, payment, { amount, ...moment });
}

/** Refunds this much of a payment after a move. One that was made online pays until all of it is refunded. */
async function refundMoved(
  tx: Database,
  payment: PaymentRow,
  { amount, ...rest }: Moment & { amount: Money; toldWith?: 'move' },
): Promise<void> {
  if (amount.minor === 0) return;
  if (amount.minor < leftOf(payment).minor) await requestRefund(tx, payment, { amount, cause: 'moved', ...rest });
  else await movePayment(tx, payment, { event: 'release', cause: 'moved', ...rest });
}

/** Refunds the remaining amount of every payment of a booking that was cancelled with a refund. */
export async function refundCancelledBooking(
  tx: Database,
  { bookingId, now, jobs }: Moment & { bookingId: string },
): Promise<void> {
  const booking = await lockBooking(tx, bookingId);
  if (booking?.state === 'cancelled' && booking.cancelRefund === 'full')
    await refundBookings(tx, { bookingIds: [bookingId], now, jobs });
}

/**
 * The same for cancelled bookings that this transaction has locked. Not what was disputed at the bank, which has the money: it
 * is refunded once the clinic wins (`syncDispute`).
 */
async function refundBookings(
  tx: Database,
  { bookingIds, now, jobs }: Moment & { bookingIds: readonly string[] },
): Promise<void> {
  for (const payment of await listPaymentsOfBookings(tx, bookingIds)) {
    if (payment.state === 'released' || payment.disputed || leftOf(payment).minor === 0) continue;
    await movePayment(tx, payment, { event: 'release', cause: 'cancelled', now, jobs });
  }
}

/**
 * Asks the provider for a requested refund, or for its state, and records the answer. Safe to repeat: the provider
 * refunds once per id.
 */
export async function carryOutRefund(
  db: Database,
  refundId: string,
  { now, services, dueBy = now }: Circumstances & { dueBy?: Date },
): Promise<void> {
  const leased = await leaseRefund(db, refundId, { now, dueBy });
  if (!leased) return;
  try {
    // A refund that the provider has accepted has its own reference, so its state can always be asked for.
    const isAmbiguous = leased.refund.reference === null && (await isBankReferenceRepeated(db, leased.payment));
    if (isAmbiguous && leased.refund.timesAsked > 0) return await listUncertain(db, leased, now);
    // The provider may have made the refund. It is asked again when the settings contain it again.
    if (!hasProvider(services, leased.payment) && leased.refund.timesAsked > 0) {
      return await listUnanswered(db, leased, now);
    }
    const said = isAmbiguous
      ? refused(leased.refund, AMBIGUOUS)
      : await ask(leased, services).catch(async (error: unknown) => {
          if (leased.refund.timesAsked >= LISTED_AFTER) await listUnanswered(db, leased, now);
          throw error;
        });
    await noteRefund(db, refundId, { said, now, jobs: services.jobs });
  } finally {
    await updateRefund(db, { id: refundId, heldUntil: null });
  }
}

function hasProvider({ cards, hosted }: PaymentServices, { provider }: PaymentRow): boolean {
  return cards?.name === provider || hosted?.name === provider;
}

async function ask(
  { refund, payment }: RefundWithPayment,
  { cards, hosted }: PaymentServices,
): Promise<ProviderRefund> {
  const { id: refundId, reference } = refund;
  const { provider, transactionId, bankReference } = payment;
  const amount = amountOf(refund);
  if (cards?.name === provider) {
    return reference === null
      ? cards.refund({ reference: transactionId, refundId, amount })
      : findCardRefund(cards, { transactionId, reference });
  }
  if (hosted?.name === provider && bankReference !== null) {
    const taken = takenOf(refund, payment);
    return reference === null
      ? hosted.refund({ bankReference, refundId, amount: taken })
      : hosted.findRefund({ reference, refundId, amount: taken });
  }
  return refused(refund, 'the provider that took this payment is not among the settings any more');
}

/**
 * A refund that the provider has accepted. It may have been made at the provider directly, and then the provider does not
 * know our id: a request for a refund with our id would make another one.
 */
async function findCardRefund(
  cards: CardPayments,
  { transactionId, reference }: { transactionId: string; reference: string },
): Promise<ProviderRefund> {
  const found = (await cards.listRefunds(transactionId)).find((one) => one.reference === reference);
  if (!found) throw new ProviderUnavailable('The card provider did not list a refund that it had accepted.');
  return found;
}

/** Requests without a readable answer, about twelve hours with `askAgainAt`, after which the admins see the refund. */
const LISTED_AFTER = 8;

/** Listed like a failure, so it ends when the refund succeeds. The provider is asked again while the settings contain it. */
async function listUnanswered(db: Database, { refund, payment }: RefundWithPayment, now: Date): Promise<void> {
  const amount = moneyText(amountOf(refund));
  const message = `The provider has not said whether a refund of ${amount} succeeded. Please look it up at the provider.`;
  await listDifference(db, { ...aboutOf(payment), kind: 'refund-failed', message }, now);
}

/** The provider would choose one of the payments without saying which. */
const AMBIGUOUS = 'the bank gave another payment the same reference. Please refund it at the provider itself';

/**
 * The request was sent before the bank repeated the reference, and its answer was lost, so the refund may be pending. To
 * avoid a second refund, it does not change until an admin records what the provider shows.
 */
async function listUncertain(db: Database, { refund, payment }: RefundWithPayment, now: Date): Promise<void> {
  const amount = moneyText(amountOf(refund));
  const message = `The provider did not answer whether it refunds ${amount}, and the bank has given another payment the same reference since. Please look at the provider itself.`;
  await listDifference(db, { ...aboutOf(payment), kind: 'bank-reference-repeated', message }, now);
}

function refused(refund: RefundRow, failure: string): ProviderRefund {
  return { reference: undefined, refundId: refund.id, amount: amountOf(refund), state: 'failed', failure };
}

/** The amount of a refund in the currency that the provider charged. */
const takenOf = ({ takenMinor: minor }: RefundRow, { takenCurrency: currency }: PaymentRow): Money => ({
  minor,
  currency,
});

/** Records the provider's state of one of our refunds. `false`: it fits no transition, and a difference is listed. */
async function noteRefund(db: Database, refundId: string, said: Said): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const unlocked = await findRefund(tx, refundId);
    if (!unlocked) return true;
    await lockBooking(tx, unlocked.payment.bookingId);
    return moveRefund(tx, (await findRefund(tx, refundId)) ?? unlocked, said);
  });
}

/**
 * Asks the provider about the refunds of a payment, including ended ones: a refund that succeeded can fail later. Records
 * refunds that were made at the provider directly. `false`: something fits no transition, and is listed.
 */
export async function syncRefunds(
  db: Database,
  payment: PaymentRow,
  { now, services }: Circumstances,
): Promise<boolean> {
  const { cards, hosted, jobs } = services;
  let fits = true;
  const ours = await listRefunds(db, [payment.id]);
  if (cards?.name === payment.provider) {
    for (const said of await cards.listRefunds(payment.transactionId)) {
      const mine = ours.find(({ id, reference }) => id === said.refundId || reference === said.reference);
      const rest = { said, now, jobs };
      const noted = mine
        ? await noteRefund(db, mine.id, rest)
        : await inTransaction(db, (tx) => adoptRefund(tx, payment, rest));
      fits &&= noted;
    }
  } else if (hosted?.name === payment.provider) {
    for (const refund of ours) {
      const { id: refundId, reference } = refund;
      if (reference === null) continue;
      const said = await hosted.findRefund({ reference, refundId, amount: takenOf(refund, payment) });
      const noted = await noteRefund(db, refundId, { said, now, jobs });
      fits &&= noted;
    }
  }
  return fits;
}

import { type Money, moneyText } from '@openhours/contract/money.ts';
import { payoutPhrases } from '@openhours/contract/money-words.ts';
import type { PayoutMethod } from '@openhours/contract/payment.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import type { Jobs } from '../../providers/jobs/port.ts';
import type { ProviderRefund } from '../../providers/provider-refund.ts';
import type { Actor as AuditActor } from '../audit/index.ts';
import { findBooking, giveTimeToPay, lockBooking, publishToStaff, setPayAtClinic } from '../booking/index.ts';
import { publish } from '../live/index.ts';
import { queueMessage } from '../messages/index.ts';
import { hurryOpenOrders } from './order-store.ts';
import { bookingOf, listDifference, log } from './payment-log.ts';
import type { PaymentRow, RefundRow } from './payment-rows.ts';
import {
  aboutOf,
  endDifference,
  findPayment,
  insertPayment,
  listPaymentsOfBookings,
  numberReceipt,
  updatePayment,
} from './payment-store.ts';
import { deleteOwedRefunds, insertRefund, listRefunds, updateRefund } from './refund-store.ts';
import {
  amountOf,
  askAgainAt,
  isGivenBackByClinicOrBank,
  leftOf,
  payableOutOf,
  type RefundCause,
  takenBackMinor,
  takenPart,
  whyRefunded,
} from './rules.ts';
import { type EventOf, next } from './transitions.ts';

/**
 * Applies `transitions.ts`: only this file writes the state of a payment or a refund, with all side effects. Every
 * function must run in a transaction that has locked the booking (`lockBooking`).
 */

/** One queue per provider, so that a slow provider does not delay the other's refunds. */
export const REFUND_JOBS = { card: 'refund-card', 'hosted-page': 'refund-hosted-page' } as const;

/** An admin who decides about a payment, or a person of the staff who takes or returns one. */
export interface Actor extends AuditActor {
  readonly reason: string;
}

/** The time, and the queue for follow-up jobs. */
export interface Moment {
  readonly now: Date;
  readonly jobs: Jobs;
}

interface Move extends Moment {
  readonly event: EventOf<'payment'>;
  /** Why the money is refunded, for `release` and `replace`. */
  readonly cause?: RefundCause;
  readonly by?: Actor | undefined;
  readonly toldWith?: ToldWith;
}

/** The email about the same event, which says what is refunded (`queueMoveMail`). */
type ToldWith = 'move' | undefined;

/** Writes a new payment, in the state that its first event leads to. */
export async function addPayment(
  tx: Database,
  row: Omit<Parameters<typeof insertPayment>[1], 'state'>,
  move: Move,
): Promise<PaymentRow> {
  const outcome = next('payment', 'none', move.event);
  if (outcome.kind !== 'to') throw new Error('A payment has no state after this event');
  const payment = await insertPayment(tx, { ...row, state: outcome.state });
  await follow(tx, payment, { wasPaid: false, effects: outcome.effects, move });
  return payment;
}

/** Applies an event to a payment. */
export async function movePayment(tx: Database, payment: PaymentRow, move: Move): Promise<void> {
  const outcome = next('payment', payment.state, move.event);
  if (outcome.kind !== 'to') return;
  const { state, effects } = outcome;
  if (state !== payment.state) {
    const heldBecause = state === 'paid' ? null : payment.heldBecause;
    await updatePayment(tx, { id: payment.id, state, heldBecause });
  }
  await follow(tx, { ...payment, state }, { wasPaid: payment.state === 'paid', effects, move });
}

/** Releases the payment that pays for a booking, if there is one, and refunds its rest: another one takes its place. */
export async function replacePayment(tx: Database, bookingId: string, moment: Moment): Promise<void> {
  const replaced = (await listPaymentsOfBookings(tx, [bookingId])).find(({ state }) => state === 'paid');
  if (replaced) await movePayment(tx, replaced, { event: 'replace', cause: 'moved', ...moment });
}

async function follow(
  tx: Database,
  payment: PaymentRow,
  { wasPaid, effects, move }: { wasPaid: boolean; effects: readonly string[]; move: Move },
): Promise<void> {
  const { id: paymentId, bookingId } = payment;
  if (effects.includes('refund the rest') && leftOf(payment).minor > 0) {
    await requestRefund(tx, payment, { cause: 'admin', ...move, amount: leftOf(payment) });
  }
  if (effects.includes('notify the patient')) {
    const { patientId: personId } = await bookingOf(tx, bookingId);
    await queueMessage(tx, { kind: 'receipt', personId, about: { bookingId, paymentId }, now: move.now });
  }
  if ((payment.state === 'paid') !== wasPaid) {
    if (!wasPaid) await hurryOpenOrders(tx, bookingId, move.now);
    const booking = await bookingOf(tx, bookingId);
    await publish(tx, { to: [booking.patientId], event: { type: 'booking', bookingId } });
    await publishToStaff(tx, booking);
  }
  // Last, because other transactions that need a receipt number wait for this one from here on.
  if (effects.includes('number the receipt')) await numberReceipt(tx, paymentId);
}

interface RefundRequest extends Moment {
  readonly amount: Money;
  readonly cause: RefundCause;
  readonly by?: Actor | undefined;
  readonly requestKey?: string | undefined;
  readonly toldWith?: ToldWith;
}

/**
 * Requests a refund. A job then sends it to the provider, with the refund's id as idempotency key; if the payment was
 * taken at the clinic, the refund waits until staff record that they gave it back.
 *
 * @returns the refund's id, or `undefined` if the amount is more than what is left of the payment
 */
export async function requestRefund(
  tx: Database,
  payment: PaymentRow,
  { amount, cause, by, requestKey, toldWith, now, jobs }: RefundRequest,
): Promise<string | undefined> {
  if (amount.minor > leftOf(payment).minor || amount.currency !== payment.currency) return undefined;
  const outcome = next('refund', 'none', 'request');
  if (outcome.kind !== 'to') return undefined;
  const refundId = uuidv7();
  const made = await addRefund(tx, payment, {
    id: refundId,
    amountMinor: amount.minor,
    currency: amount.currency,
    state: outcome.state,
    cause,
    reason: by?.reason ?? '',
    requestedBy: by?.personId ?? null,
    requestKey: requestKey ?? null,
    requestedAt: now,
    askAt: askAgainAt(now, 0),
  });
  if (!made) throw new Error('The request key of a refund was used while its booking was locked');
  if (payment.via !== 'clinic') await updatePayment(tx, { id: payment.id, compareAt: now });
  const why = cause === 'admin' && by ? `: ${by.reason}` : `. ${whyRefunded(cause)}`;
  const what = `Refund of ${moneyText(amount)} requested${why}`;
  await log(tx, payment, { what, byName: by?.name ?? null, at: now });
  if (payment.via !== 'clinic') await jobs.send(tx, { name: REFUND_JOBS[payment.via], data: { refundId } });
  const about = { bookingId: payment.bookingId, refundId, ...(toldWith && { toldWith }) };
  await mailRefund(tx, about, now);
  return refundId;
}

/** If another email is to say the same, it waits until that has left, and is sent if that was no longer true. */
async function mailRefund(
  tx: Database,
  about: { bookingId: string; refundId: string; toldWith?: string },
  now: Date,
): Promise<void> {
  const { patientId: personId } = await bookingOf(tx, about.bookingId);
  const later = about.toldWith && { notBefore: new Date(now.getTime() + 120_000) };
  await queueMessage(tx, { kind: 'refund', personId, about, ...later, now });
}

/** Writes a new refund, with its amount in the currency that was charged. */
async function addRefund(
  tx: Database,
  payment: PaymentRow,
  row: Omit<Parameters<typeof insertRefund>[1], 'paymentId' | 'takenMinor'>,
): Promise<RefundRow | undefined> {
  const refunded = (await listRefunds(tx, [payment.id])).filter(({ state }) => state !== 'failed');
  const takenMinor = takenPart(row.amountMinor, { ...payment, refunded });
  return insertRefund(tx, { ...row, paymentId: payment.id, takenMinor });
}

export interface Said extends Moment {
  readonly said: ProviderRefund;
  /** The person who reports the outcome, if there is no provider or it cannot be asked. */
  readonly by?: Actor | undefined;
}

/**
 * Applies an event to a refund. `false`: the event fits no transition, or more would be refunded than was paid, and a difference
 * is listed.
 */
export async function moveRefund(
  tx: Database,
  { refund, payment }: { refund: RefundRow; payment: PaymentRow },
  { said, by, now, jobs }: Said,
): Promise<boolean> {
  const outcome = next('refund', refund.state, said.state);
  if (outcome.kind === 'same') return true;
  const amount = moneyText(amountOf(refund));
  const isTooMuch = refund.state === 'failed' && refund.amountMinor > leftOf(payment).minor;
  if (outcome.kind === 'differs' || isTooMuch) {
    const refunds = await listRefunds(tx, [payment.id]);
    const otherwise = refunds.findLast(({ method, state }) => method !== null && state === 'succeeded')?.method;
    const twice = otherwise ? ` It was also refunded ${payoutPhrases[otherwise]}.` : '';
    const message = `The provider calls a refund of ${amount} ${said.state} that had ${refund.state}.${twice}`;
    await listDifference(tx, { ...aboutOf(payment), kind: 'refund-differs', message }, now);
    return false;
  }
  await updateRefund(tx, {
    id: refund.id,
    state: outcome.state,
    reference: said.reference ?? refund.reference,
    failure: said.failure ?? null,
    doneAt: said.state === 'pending' ? null : now,
    doneBy: by?.personId ?? null,
  });
  const what = {
    pending: `The provider is refunding ${amount}.`,
    succeeded: payment.via === 'clinic' ? `${amount} refunded at the clinic.` : `The provider refunded ${amount}.`,
    failed: failureText({ ...refund, failure: said.failure ?? null }),
  }[said.state];
  await log(tx, payment, { what: by?.reason ? `${what} ${by.reason}` : what, byName: by?.name ?? null, at: now });
  const failure = { ...aboutOf(payment), kind: 'refund-failed' as const };
  if (outcome.effects.includes('list a difference')) {
    // Each failure is listed, even if an admin has dismissed an earlier one with the same text.
    await endDifference(tx, failure, now);
    await listDifference(tx, { ...failure, message: what }, now);
  } else if (said.state === 'succeeded' && (await makesUpForFailures(tx, refund))) {
    await endDifference(tx, failure, now);
  }
  if (outcome.effects.includes('see what is left')) await seeWhatIsLeft(tx, payment.id, { now, jobs });
  return true;
}

/** What a refund's failure means, for the admins. */
function failureText({ cause, method, failure, ...refund }: RefundRow): string {
  const amount = moneyText(amountOf(refund));
  if (method !== null)
    return `It was recorded by mistake that ${amount} was refunded ${payoutPhrases[method]}. ${STILL_OURS}`;
  if (cause === 'disputed')
    return `The bank returned ${amount} to the clinic. Please refund it if the appointment is paid otherwise.`;
  const why = failure ?? 'it did not say why';
  return `The provider did not refund ${amount}: ${why}. ${cause === 'moved' ? OTHER_PRICE : STILL_OURS}`;
}

const OTHER_PRICE = 'The appointment was moved to another price, so please refund it again.';
const STILL_OURS = 'The clinic still has this money.';

/** Whether a refund was requested after the last failed refund of its payment. A corrected payout is not one. */
async function makesUpForFailures(tx: Database, { paymentId, requestedAt }: RefundRow): Promise<boolean> {
  const all = await listRefunds(tx, [paymentId]);
  const failed = all.filter(({ state, method }) => state === 'failed' && method === null);
  return failed.every(({ doneAt }) => doneAt !== null && doneAt <= requestedAt);
}

/**
 * A fully refunded payment no longer pays for its booking, and the patient can pay again: in time, or at the clinic if the
 * clinic decided the refund, or the bank. If a refund fails afterwards, it pays again, unless another payment has taken its
 * place. If it covers the price no more (`refund-failed`), the admins refund it once more, or the front desk takes the price.
 */
async function seeWhatIsLeft(tx: Database, paymentId: string, moment: Moment): Promise<void> {
  const payment = await findPayment(tx, paymentId);
  if (!payment) return;
  if (payment.returnedMinor === payment.amountMinor) {
    await movePayment(tx, payment, { event: 'return-all', ...moment });
    const booking = await lockBooking(tx, payment.bookingId);
    const isGivenBack = isGivenBackByClinicOrBank(payment, await listRefunds(tx, [paymentId]));
    if (booking?.state === 'booked' && isGivenBack) await setPayAtClinic(tx, booking.id);
    else if (booking) await giveTimeToPay(tx, { booking, now: moment.now });
  } else if (payment.state === 'released' && payment.receiptNumber !== null && leftOf(payment).minor > 0) {
    const booking = await findBooking(tx, payment.bookingId);
    if (booking && !booking.paid) await movePayment(tx, payment, { event: 'pay', ...moment });
  }
}

/** Records a refund that was made at the provider directly. `false`: more than is left, and a difference is listed. */
export async function adoptRefund(tx: Database, unlocked: PaymentRow, { said, by, now, jobs }: Said): Promise<boolean> {
  await lockBooking(tx, unlocked.bookingId);
  const payment = (await findPayment(tx, unlocked.id)) ?? unlocked;
  const outcome = next('refund', 'none', said.state);
  if (outcome.kind !== 'to') return true;
  const { minor: amountMinor, currency } = said.amount;
  if (currency !== payment.currency || amountMinor > leftOf(payment).minor) {
    const message = `The provider refunded ${moneyText(said.amount)}, which is more than is left of this payment.`;
    await listDifference(tx, { ...aboutOf(payment), kind: 'refund-differs', message }, now);
    return false;
  }
  const what = { amountMinor, currency, cause: 'provider' as const, reason: by?.reason ?? '' };
  const times = { requestedAt: now, askAt: now, doneAt: outcome.state === 'succeeded' ? now : null };
  const row = { id: uuidv7(), ...what, ...times, state: outcome.state, reference: said.reference ?? null };
  if (!(await addRefund(tx, payment, row))) return true;
  const line = `${moneyText(said.amount)} refunded at the provider itself${by ? `: ${by.reason}` : '.'}`;
  await log(tx, payment, { what: line, byName: by?.name ?? null, at: now });
  // A smaller refund may be older than the failed one, so it does not end the difference.
  const failed = (await listRefunds(tx, [payment.id])).filter(({ state }) => state === 'failed');
  const isEnough = failed.length > 0 && failed.every((one) => one.amountMinor <= amountMinor);
  if (said.state === 'succeeded' && isEnough) {
    await endDifference(tx, { ...payment, kind: 'refund-failed' }, now);
  }
  if (outcome.effects.includes('see what is left')) await seeWhatIsLeft(tx, payment.id, { now, jobs });
  return true;
}

/**
 * Records what the bank took back after a dispute that the clinic lost, as a refund that has succeeded. Safe to repeat. `false`:
 * it is more than what is left of the payment, whose rest is refunded or being refunded.
 */
export async function recordLostDispute(
  tx: Database,
  payment: PaymentRow,
  { amount, now, jobs }: Moment & { amount: Money },
): Promise<boolean> {
  if (amount.currency !== payment.currency) return false;
  const missing = amount.minor - takenBackMinor(await listRefunds(tx, [payment.id]));
  const amountMinor = Math.min(missing, leftOf(payment).minor);
  const outcome = next('refund', 'none', 'succeeded');
  if (amountMinor > 0 && outcome.kind === 'to') {
    const { state, effects } = outcome;
    const times = { requestedAt: now, askAt: now, doneAt: now };
    const row = { id: uuidv7(), amountMinor, currency: amount.currency, cause: 'disputed' as const };
    await addRefund(tx, payment, { ...row, ...times, state });
    const what = `The bank took back ${moneyText({ ...amount, minor: amountMinor })} after a dispute.`;
    await log(tx, payment, { what, at: now });
    if (effects.includes('see what is left')) await seeWhatIsLeft(tx, payment.id, { now, jobs });
  }
  return amountMinor >= missing;
}

/** Records that the bank returned what it had taken back, because the clinic won on appeal. */
export async function undoLostDispute(tx: Database, payment: PaymentRow, moment: Moment): Promise<void> {
  for (const refund of await listRefunds(tx, [payment.id])) {
    if (refund.cause !== 'disputed' || refund.state === 'failed') continue;
    const said = { refundId: refund.id, reference: undefined, amount: amountOf(refund), state: 'failed' } as const;
    await moveRefund(tx, { refund, payment }, { said, ...moment });
  }
}

/**
 * Corrects a payment that was recorded at the clinic by mistake: everything that was not paid out is refunded, and that is
 * done. Refunds that are still owed end, because nothing was paid. The payment and its receipt number stay. `false`:
 * nothing is left.
 */
export async function correctPayment(
  tx: Database,
  payment: PaymentRow,
  { by, now, jobs }: Moment & { by: Actor },
): Promise<boolean> {
  for (const owed of await deleteOwedRefunds(tx, payment.id)) {
    await log(tx, payment, { what: `${moneyText(owed)} is no longer owed.`, byName: by.name, at: now });
  }
  const amount = leftOf((await findPayment(tx, payment.id)) ?? payment);
  if (amount.minor === 0) return false;
  const what = `Recorded by mistake, corrected: ${by.reason}`;
  await recordRefund(tx, payment, { amount, cause: 'correction', what, by, now, jobs });
  return true;
}

/**
 * Records that the clinic paid a failed refund in another way, as a refund that has succeeded, with the cause of the failed one.
 * The failed one stays as it is: if its provider makes it after all, a difference is listed.
 *
 * @returns the id of the new refund, or `undefined` if there is nothing to pay (`payableOutOf`)
 */
export async function payOutFailed(
  tx: Database,
  { refund: failed, payment }: { refund: RefundRow; payment: PaymentRow },
  { method, by, now, jobs }: Moment & { method: PayoutMethod; by: Actor },
): Promise<string | undefined> {
  const amount = payableOutOf(failed, { payment, refunds: await listRefunds(tx, [payment.id]) });
  if (amount.minor === 0) return undefined;
  const what = `${moneyText(amount)} refunded ${payoutPhrases[method]}: ${by.reason}`;
  const id = await recordRefund(tx, payment, { amount, cause: failed.cause, method, what, by, now, jobs });
  await endDifference(tx, { ...payment, kind: 'refund-failed' }, now);
  const after = {
    payment: (await findPayment(tx, payment.id)) ?? payment,
    refunds: await listRefunds(tx, [payment.id]),
  };
  const other = after.refunds.findLast((one) => payableOutOf(one, after).minor > 0);
  if (other) await listDifference(tx, { ...aboutOf(payment), kind: 'refund-failed', message: failureText(other) }, now);
  return id;
}

/** Writes a refund that a person says has been made. */
async function recordRefund(
  tx: Database,
  payment: PaymentRow,
  of: Moment & { amount: Money; cause: RefundCause; method?: PayoutMethod; what: string; by: Actor },
): Promise<string> {
  const { amount, cause, method, what, by, now, jobs } = of;
  const outcome = next('refund', 'none', 'succeeded');
  if (outcome.kind !== 'to') throw new Error('A refund that was made has no state');
  const id = uuidv7();
  await addRefund(tx, payment, {
    id,
    amountMinor: amount.minor,
    currency: amount.currency,
    state: outcome.state,
    cause,
    method: method ?? null,
    reason: by.reason,
    requestedBy: by.personId,
    requestedAt: now,
    askAt: now,
    doneAt: now,
    doneBy: by.personId,
  });
  await log(tx, payment, { what, byName: by.name, at: now });
  await mailRefund(tx, { bookingId: payment.bookingId, refundId: id }, now);
  if (outcome.effects.includes('see what is left')) await seeWhatIsLeft(tx, payment.id, { now, jobs });
  return id;
}

import { moneyText } from '@openhours/contract/money.ts';
import type { ClinicMethod } from '@openhours/contract/payment.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { shortId } from '../../providers/hosted-page/port.ts';
import type { Actor as AuditActor } from '../audit/index.ts';
import { type BookingReader, type BookingRow, cancelsAs, findBooking, lockBooking } from '../booking/index.ts';
import { addPayment, correctPayment, type Moment, moveRefund, replacePayment } from './books.ts';
import { findRefusal, type NotPaid, type ShownPrice } from './card-payment.ts';
import { auditMoney, log } from './payment-log.ts';
import { findPayment } from './payment-store.ts';
import { findRefund, type RefundWithPayment } from './refund-store.ts';
import { amountOf, type BookingRefusal } from './rules.ts';

/** Money that staff take and return at the clinic. There is no order and no provider: what they record is what happened. */

/** The person of the staff who records it. */
export interface Recorder {
  readonly reader: BookingReader;
  readonly actor: AuditActor;
}

type Changed = { readonly kind: 'changed'; readonly booking: BookingRow; readonly paymentId: string };

type Taken =
  | Changed
  | NotPaid<Exclude<BookingRefusal, 'BEING_REFUNDED' | 'REFUND_FAILED'>>
  | Refused<'REFUND_CHANGED', { message?: string }>;

/**
 * Records that a booking was paid at the clinic, and that these refunds of it were paid out there at the same time
 * (`payOut`). If somebody has paid one out already, nothing is recorded: the caller would take only the difference. The
 * payment takes the place of one that its provider is refunding, or did not refund: then it is asked again. The booking's
 * open orders are closed at their providers soon; if one is paid before that, the second payment is refunded like every
 * payment for a booking that is paid (`judge`).
 */
export function takePayment(
  db: Database,
  request: ShownPrice & { bookingId: string; method: ClinicMethod; payOut: readonly string[]; by: Recorder },
  moment: Moment,
): Promise<Taken> {
  const { bookingId, method, by } = request;
  const { now } = moment;
  return inTransaction(db, async (tx): Promise<Taken> => {
    const booking = await lockForStaff(tx, bookingId, by);
    if (!booking) return { kind: 'refused', code: 'NOT_FOUND' };
    const { priceMinor: amountMinor, currency } = booking;
    const refusal = await findRefusal(tx, booking, request);
    if (refusal && refusal.code !== 'BEING_REFUNDED' && refusal.code !== 'REFUND_FAILED') return refusal;
    const given: RefundWithPayment[] = [];
    for (const refundId of new Set(request.payOut)) {
      const found = await findRefund(tx, refundId);
      if (found?.payment.bookingId !== booking.id || found.payment.via !== 'clinic')
        return { kind: 'refused', code: 'REFUND_CHANGED' };
      if (found.refund.state !== 'requested') {
        const message = `${moneyText(amountOf(found.refund))} has been refunded already. Take the whole price.`;
        return { kind: 'refused', code: 'REFUND_CHANGED', message };
      }
      given.push(found);
    }
    for (const one of given) await setPaidOut(tx, one, { by, ...moment });
    await replacePayment(tx, bookingId, moment);
    const id = uuidv7();
    const payment = await addPayment(
      tx,
      {
        id,
        bookingId,
        via: 'clinic',
        provider: 'clinic',
        transactionId: shortId(id),
        method,
        takenBy: by.actor.personId,
        amountMinor,
        currency,
        takenMinor: amountMinor,
        takenCurrency: currency,
        paidAt: now,
        settledAt: now,
      },
      { event: 'pay', ...moment },
    );
    const amount = moneyText(amountOf(payment));
    const what = `${amount} paid at the clinic (${method}).`;
    await log(tx, payment, { what, byName: by.actor.name, at: now });
    const about = `${amount} (${method})`;
    await auditMoney(tx, payment, { by: by.actor, what: 'take-payment', about, now });
    return { kind: 'changed', booking: await readAgain(tx, booking), paymentId: id };
  });
}

/** Corrects a payment that was recorded by mistake. The booking can then be paid again. */
export function correctClinicPayment(
  db: Database,
  { paymentId, reason, by }: { paymentId: string; reason: string; by: Recorder },
  moment: Moment,
): Promise<Changed | Refused<'NOT_FOUND' | 'NOT_TAKEN_HERE' | 'NOTHING_TO_CORRECT'>> {
  return inTransaction(db, async (tx) => {
    const unlocked = await findPayment(tx, paymentId);
    const booking = unlocked && (await lockForStaff(tx, unlocked.bookingId, by));
    const payment = booking && (await findPayment(tx, paymentId));
    if (!payment) return { kind: 'refused', code: 'NOT_FOUND' };
    if (payment.via !== 'clinic') return { kind: 'refused', code: 'NOT_TAKEN_HERE' };
    const isCorrected = await correctPayment(tx, payment, { by: { ...by.actor, reason }, ...moment });
    if (!isCorrected) return { kind: 'refused', code: 'NOTHING_TO_CORRECT' };
    const about = `${moneyText(amountOf(payment))} (${payment.method})`;
    await auditMoney(tx, payment, { by: by.actor, what: 'correct-payment', about, now: moment.now });
    return { kind: 'changed', booking: await readAgain(tx, booking), paymentId };
  });
}

/** Records that a refund was paid out at the clinic. A second time changes nothing. */
export function payOutRefund(
  db: Database,
  { refundId, by }: { refundId: string; by: Recorder },
  moment: Moment,
): Promise<Changed | Refused<'NOT_FOUND' | 'NOT_TAKEN_HERE'>> {
  return inTransaction(db, async (tx) => {
    const unlocked = await findRefund(tx, refundId);
    const booking = unlocked && (await lockForStaff(tx, unlocked.payment.bookingId, by));
    const found = booking && (await findRefund(tx, refundId));
    if (!found) return { kind: 'refused', code: 'NOT_FOUND' };
    if (found.payment.via !== 'clinic') return { kind: 'refused', code: 'NOT_TAKEN_HERE' };
    await setPaidOut(tx, found, { by, ...moment });
    return { kind: 'changed', booking: await readAgain(tx, booking), paymentId: found.payment.id };
  });
}

async function setPaidOut(
  tx: Database,
  { refund, payment }: RefundWithPayment,
  { by: { actor }, ...moment }: Moment & { by: Recorder },
): Promise<void> {
  const amount = amountOf(refund);
  const said = { refundId: refund.id, reference: undefined, amount, state: 'succeeded' } as const;
  await moveRefund(tx, { refund, payment }, { said, by: { ...actor, reason: '' }, ...moment });
  if (refund.state === 'succeeded') return;
  await auditMoney(tx, payment, { by: actor, what: 'pay-out-refund', about: moneyText(amount), now: moment.now });
}

/** Locks a booking for somebody who may take money for it: its doctor, the front desk or an admin, but not its patient. */
async function lockForStaff(tx: Database, id: string, { reader }: Recorder): Promise<BookingRow | undefined> {
  const booking = await lockBooking(tx, id);
  const as = booking && cancelsAs(booking, reader);
  return as === undefined || as === 'patient' ? undefined : booking;
}

async function readAgain(tx: Database, booking: BookingRow): Promise<BookingRow> {
  return (await findBooking(tx, booking.id)) ?? booking;
}

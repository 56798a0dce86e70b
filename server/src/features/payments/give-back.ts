import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { priceOf } from '../../money.ts';
import type { Jobs } from '../../providers/jobs/port.ts';
import { setPaid } from '../booking/index.ts';
import { REFUND_JOB, TELL_JOB } from './money-desk.ts';
import { insertRefund } from './refund-store.ts';
import { askAgainAt, type RefundCause } from './rules.ts';
import { insertLogLine, type PaymentRow, takeOff } from './store.ts';

export interface GivingBack {
  readonly payment: PaymentRow;
  readonly amountMinor: number;
  readonly cause: RefundCause;
  /** An admin who wants it, and why. */
  readonly by?: { readonly personId: string; readonly name: string; readonly reason: string } | undefined;
  readonly requestKey?: string | undefined;
  readonly now: Date;
  readonly jobs: Jobs;
}

/**
 * Decides that money goes back; a job then asks the provider, under the refund's id. Must run in a transaction that has
 * locked the booking. What is given back whole pays for its booking no more.
 *
 * @returns the refund's id, or `undefined` when less than that is left of the payment
 */
export async function giveBack(tx: Database, wish: GivingBack): Promise<string | undefined> {
  const { payment, amountMinor, cause, by, requestKey, now, jobs } = wish;
  const after = await takeOff(tx, { paymentId: payment.id, amountMinor });
  if (!after) return undefined;

  const id = uuidv7();
  const made = await insertRefund(tx, {
    id,
    paymentId: payment.id,
    amountMinor,
    cause,
    reason: by?.reason ?? '',
    wantedBy: by?.personId ?? null,
    requestKey: requestKey ?? null,
    wantedAt: now,
    askAt: askAgainAt(now, 0),
  });
  if (!made) throw new Error('The request key of a refund was used while its booking was locked');
  if (payment.state === 'kept' && after.state === 'given-back') {
    await setPaid(tx, { bookingId: payment.bookingId, paid: false });
  }
  const amount = `${priceOf({ minor: amountMinor, currency: payment.currency })} ${payment.currency}`;
  await insertLogLine(tx, {
    bookingId: payment.bookingId,
    paymentId: payment.id,
    byName: by?.name ?? null,
    what: `${amount} to be given back (${cause})${by ? `: ${by.reason}` : '.'}`,
    at: now,
  });
  await jobs.send(tx, { name: REFUND_JOB, data: { refundId: id } });
  await jobs.send(tx, { name: TELL_JOB, data: { refundId: id } });
  return id;
}

import { contract } from '@openhours/contract';
import { readReference } from '@openhours/contract/booking-reference.ts';
import { implement } from '@orpc/server';
import { validate as isUuid } from 'uuid';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { problemError } from '../../call/problems.ts';
import { type ErrorsFor, type Refused, refusedError } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { actorOf } from '../audit/index.ts';
import { listFormerTimeZones, spansOfDays } from '../clinic/index.ts';
import type { ClinicClock } from '../schedule/index.ts';
import type { Actor } from './books.ts';
import { comparePayments } from './compare-payments.ts';
import { dismissDifference } from './dismiss-difference.ts';
import { listStatements, stateRefund } from './hosted-page.ts';
import { COMPARE_JOB, RECONCILE_JOB, reconcilePayments } from './jobs.ts';
import { correctPayout, payOutFailedRefund } from './pay-out-failed-refund.ts';
import {
  findPaymentWithBooking,
  listDifferences,
  listLog,
  listPayments,
  listPaymentsWithBookings,
} from './payment-store.ts';
import { presentAdminPayment, presentAdminPaymentDetail, presentDifference } from './presenter.ts';
import { refundPayment } from './refund-payment.ts';
import { listRefunds } from './refund-store.ts';
import { receiptNumberIn } from './rules.ts';
import { decideOnHold, type HoldDecision, type PaymentServices } from './settle-payment.ts';

/** How long a reconciliation may take that an admin starts: the page waits for 30 s. */
const LONGEST_MILLIS = 20_000;
const FOREVER = new Date('9999-01-01T00:00:00Z');

/** The calls of `contract/payments.ts` for admins. */
export function adminPaymentsApi({ services, clinic }: { services: PaymentServices; clinic: ClinicClock }) {
  const calls = implement(contract.payments).$context<CallContext>();

  const adminOf = (context: CallContext, reason: string): Actor => ({ ...actorOf(context), reason });

  /** `undefined`: at any time. */
  async function spansBetween(db: Database, days: { first: string | undefined; last: string | undefined }) {
    if (days.first === undefined && days.last === undefined) return undefined;
    return spansOfDays(days, { former: await listFormerTimeZones(db), timeZone: clinic.timeZone });
  }

  async function adminPayment(db: Database, id: string) {
    const found = await findPaymentWithBooking(db, id);
    if (!found) throw new Error('A payment that was just changed was not found');
    return presentAdminPayment(found, { refunds: await listRefunds(db, [id]) });
  }

  async function decide(
    context: CallContext,
    of: {
      id: string;
      reason: string;
      decision: HoldDecision['decision'];
      errors: ErrorsFor<Refused<'NOT_FOUND' | 'NOT_ON_HOLD'>>;
    },
  ) {
    const { db, now } = context;
    const { id, reason, decision, errors } = of;
    const request = { paymentId: id, decision, by: adminOf(context, reason) };
    const outcome = await decideOnHold(db, request, { now, jobs: services.jobs });
    if (outcome.kind === 'refused') throw refusedError(outcome, errors);
    return { acknowledged: true as const, payment: await adminPayment(db, id) };
  }

  return {
    list: calls.list.handler(async ({ context, input }) => {
      const { state, way, from, to, limit, cursor: after, search: text = '' } = input;
      const rows = await listPayments(context.db, {
        state: state === 'refunded' ? 'released' : state,
        way,
        paidWithin: await spansBetween(context.db, { first: from, last: to }),
        search: text === '' ? undefined : searchFor(text),
        limit,
        after,
      });
      const refunds = await listRefunds(
        context.db,
        rows.map(({ payment }) => payment.id),
      );
      return rows.map((row) => presentAdminPayment(row, { refunds }));
    }),

    one: calls.one.handler(async ({ context, input: { id }, errors }) => {
      const { db } = context;
      const { personId: readerId } = callerOf(context);
      const found = await findPaymentWithBooking(db, id);
      if (!found) throw errors.NOT_FOUND();
      const refunds = await listRefunds(db, [id]);
      const canState = await listStatements(db, found.payment, refunds);
      return presentAdminPaymentDetail(found, { refunds, readerId, log: await listLog(db, id), canState });
    }),

    refund: calls.refund.handler(async ({ context, input, errors }) => {
      const { id: paymentId, amount, reason } = input;
      const { caller, key } = context.requestKey ?? {};
      // It is stored with the payment: every admin has keys of their own.
      const requestKey = key === undefined ? undefined : `${caller} ${key}`;
      const request = { paymentId, amount, requestKey, by: adminOf(context, reason) };
      const outcome = await refundPayment(context.db, request, { now: context.now, services });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      if (outcome.kind === 'key-reused') throw problemError('IDEMPOTENCY_KEY_REUSED');
      return {
        acknowledged: true,
        insertedId: outcome.refundId,
        payment: await adminPayment(context.db, paymentId),
      };
    }),

    payOut: calls.payOut.handler(async ({ context, input, errors }) => {
      const { id: refundId, method, reason } = input;
      const request = { refundId, method, by: adminOf(context, reason) };
      const outcome = await payOutFailedRefund(context.db, request, { now: context.now, jobs: services.jobs });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      const payment = await adminPayment(context.db, outcome.paymentId);
      return { acknowledged: true, insertedId: outcome.refundId, payment };
    }),

    correctPayout: calls.correctPayout.handler(async ({ context, input, errors }) => {
      const { id: refundId, reason } = input;
      const request = { refundId, by: adminOf(context, reason) };
      const outcome = await correctPayout(context.db, request, { now: context.now, jobs: services.jobs });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, payment: await adminPayment(context.db, outcome.paymentId) };
    }),

    stateRefund: calls.stateRefund.handler(async ({ context, input, errors }) => {
      const { db, now } = context;
      const { id: paymentId, reason, ...found } = input;
      const request = { ...found, paymentId, by: adminOf(context, reason) };
      const outcome = await stateRefund(db, request, { now, jobs: services.jobs });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, payment: await adminPayment(db, paymentId) };
    }),

    approve: calls.approve.handler(({ context, input, errors }) =>
      decide(context, { ...input, decision: 'approve', errors }),
    ),

    reject: calls.reject.handler(({ context, input, errors }) =>
      decide(context, { ...input, decision: 'reject', errors }),
    ),

    differences: calls.differences.handler(async ({ context }) => {
      const { db } = context;
      const { personId: readerId } = callerOf(context);
      const rows = await listDifferences(db);
      const ids = rows.flatMap(({ kind, paymentId }) => (kind === 'refund-failed' && paymentId ? [paymentId] : []));
      const [payments, refunds] = await Promise.all([listPaymentsWithBookings(db, ids), listRefunds(db, ids)]);
      return rows.map((row) => presentDifference(row, { payments, refunds, readerId }));
    }),

    dismiss: calls.dismiss.handler(async ({ context, input, errors }) => {
      const { id, reason } = input;
      const isDismissed = await inTransaction(context.db, (tx) =>
        dismissDifference(tx, { id, by: adminOf(context, reason), now: context.now }),
      );
      if (!isDismissed) throw errors.NOT_FOUND();
      return { acknowledged: true };
    }),

    reconcile: calls.reconcile.handler(async ({ context }) => {
      const { db, now } = context;
      const { jobs } = services;
      // If a scheduled run is in progress, no second one starts.
      const run = { now, services, dueBy: FOREVER, signal: AbortSignal.timeout(LONGEST_MILLIS) };
      const reconciled = await jobs.alone(RECONCILE_JOB, () => reconcilePayments(db, run));
      const compared = await jobs.alone(COMPARE_JOB, () => comparePayments(db, run));
      const { asked = 0, settled = 0 } = reconciled ?? {};
      const complete = [reconciled, compared].every((run) => run?.isComplete && run.failed === 0);
      const { length: differences } = await listDifferences(db);
      return { acknowledged: true, asked, settled, differences, foreign: compared?.foreign ?? 0, complete };
    }),
  };
}

/** What an admin may have typed to find a payment. */
function searchFor(text: string) {
  return {
    text,
    id: isUuid(text) ? text : undefined,
    reference: readReference(text),
    receiptNumber: receiptNumberIn(text),
  };
}

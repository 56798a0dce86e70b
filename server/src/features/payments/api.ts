import { contract } from '@openhours/contract';
import { readReference } from '@openhours/contract/booking-reference.ts';
import { type Money, priceOf } from '@openhours/contract/money.ts';
import { COMMON_PROBLEMS } from '@openhours/contract/problem.ts';
import { implement, ORPCError } from '@orpc/server';
import { validate as isUuid } from 'uuid';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import type { Database } from '../../database/database.ts';
import { actorOf, recordAudit } from '../audit/index.ts';
import { cancelsAs, findBooking, readerOf, readsAs } from '../booking/index.ts';
import type { CurrentClinic } from '../clinic/index.ts';
import { type Actor, publishToAdmins } from './books.ts';
import { prepareCardPayment, recordCardPayment } from './card-payment.ts';
import { comparePayments } from './compare-payments.ts';
import { listStatements, openHostedPage, stateRefund } from './hosted-page.ts';
import { COMPARE_JOB, RECONCILE_JOB, reconcilePayments } from './jobs.ts';
import { listRefunds } from './order-store.ts';
import {
  findPaymentWithBooking,
  insertLogLine,
  listBookingsWithMoney,
  listDifferences,
  listLog,
  listPayments,
  setDismissed,
} from './payment-store.ts';
import { presentAdminPayment, presentDifference, presentLogLine, presentMoneyOf, presentReceipt } from './presenter.ts';
import { refundPayment } from './refund-payment.ts';
import { receiptNumberIn } from './rules.ts';
import { decideOnHold, type HoldDecision, type PaymentServices } from './settle-payment.ts';

export interface PaymentSettings {
  readonly services: PaymentServices;
  readonly clinic: Pick<CurrentClinic, 'currency' | 'shown' | 'timeZone'>;
  /** What a browser needs to take a card; unset where the clinic takes none. */
  readonly cardEntry: { provider: 'stripe' | 'sandbox'; publishableKey: string; confirmUrl?: string } | undefined;
  /** The allowed addresses of hosted pages: origins, or 'https://*.name' for any host below it. */
  readonly hostedPageOrigins: readonly string[];
}

const MOST_BOOKINGS = 200;
/** How long a reconciliation may take that an admin starts. */
const LONGEST_MILLIS = 30_000;
const FOREVER = new Date('9999-01-01T00:00:00Z');

/** The calls of `contract/payments.ts`. */
export function paymentsApi({ services, clinic, cardEntry, hostedPageOrigins }: PaymentSettings) {
  const calls = implement(contract.payments).$context<CallContext>();

  const adminOf = (context: CallContext, reason: string): Actor => ({ ...actorOf(context), reason });

  async function adminPayment(db: Database, id: string) {
    const found = await findPaymentWithBooking(db, id);
    return found && presentAdminPayment(found, { refunds: await listRefunds(db, [id]), timeZone: clinic.timeZone });
  }

  async function decide(
    context: CallContext,
    { id, reason, decision }: { id: string; reason: string; decision: HoldDecision['decision'] },
  ) {
    const { db, now } = context;
    const request = { paymentId: id, decision, by: adminOf(context, reason) };
    const outcome = await decideOnHold(db, request, { now, jobs: services.jobs });
    return outcome === 'decided' ? ((await adminPayment(db, id)) ?? 'not-found') : outcome;
  }

  return {
    config: calls.config.handler(() => ({
      ...(cardEntry ?? { provider: 'none' as const, publishableKey: '' }),
      currency: clinic.currency,
      hostedPage: services.hosted !== undefined,
      hostedPageOrigins: [...hostedPageOrigins],
    })),

    createIntent: calls.createIntent.handler(async ({ context, input, errors }) => {
      const { personId: patientId } = callerOf(context);
      const request = { ...input, patientId };
      const outcome = await prepareCardPayment(context.db, { request, now: context.now, services });
      if (outcome.kind === 'prepared') return { clientSecret: outcome.clientSecret };
      if (outcome.kind === 'not-found') throw errors.NOT_FOUND();
      if (outcome.code === 'PRICE_DIFFERS') throw errors.PRICE_DIFFERS({ data: { price: priceIn(outcome.price) } });
      throw errors[outcome.code]();
    }),

    record: calls.record.handler(async ({ context, input, errors }) => {
      const patient = callerOf(context);
      const outcome = await recordCardPayment(context.db, { report: input, patient, now: context.now, services });
      if (outcome.kind === 'recorded') return { acknowledged: true, insertedId: outcome.paymentId };
      if (outcome.kind === 'not-found') throw errors.NOT_FOUND();
      if (outcome.code === 'PRICE_DIFFERS') throw errors.PRICE_DIFFERS({ data: { price: priceIn(outcome.price) } });
      throw errors[outcome.code]();
    }),

    order: calls.order.handler(async ({ context, input, errors }) => {
      const { personId: patientId } = callerOf(context);
      const request = { ...input, patientId };
      const outcome = await openHostedPage(context.db, { request, now: context.now, services });
      if (outcome.kind === 'opened') return { url: outcome.url };
      if (outcome.kind === 'not-found') throw errors.NOT_FOUND();
      if (outcome.code === 'PRICE_DIFFERS') throw errors.PRICE_DIFFERS({ data: { price: priceIn(outcome.price) } });
      throw errors[outcome.code]();
    }),

    mine: calls.mine.handler(async ({ context }) => {
      const { personId: patientId } = callerOf(context);
      const found = await listBookingsWithMoney(context.db, { patientId, limit: MOST_BOOKINGS });
      const shown = await presentMoneyOf(context.db, found, { isStaff: false, timeZone: clinic.timeZone });
      return shown.filter(({ payments, underWay }) => payments.length > 0 || underWay);
    }),

    ofBooking: calls.ofBooking.handler(async ({ context, input, errors }) => {
      const found = await findBooking(context.db, input.bookingId);
      const as = found && cancelsAs(found.booking, readerOf(context, clinic));
      if (!as) throw errors.NOT_FOUND();
      const { timeZone } = clinic;
      const [shown] = await presentMoneyOf(context.db, [found.booking], { isStaff: as !== 'patient', timeZone });
      if (!shown) throw errors.NOT_FOUND();
      return shown;
    }),

    receipt: calls.receipt.handler(async ({ context, input, errors }) => {
      const found = await findPaymentWithBooking(context.db, input.id);
      const as = found && readsAs(found.booking, readerOf(context, clinic));
      if (!as || found.payment.receiptNumber === null) throw errors.NOT_FOUND();
      const { receiptNumber } = found.payment;
      const refunds = await listRefunds(context.db, [found.payment.id]);
      return presentReceipt(found, { receiptNumber, refunds, from: clinic.shown });
    }),

    list: calls.list.handler(async ({ context, input }) => {
      const { state, limit, cursor: after, search: text = '' } = input;
      const search =
        text === ''
          ? undefined
          : {
              text,
              id: isUuid(text) ? text : undefined,
              reference: readReference(text),
              receiptNumber: receiptNumberIn(text),
            };
      const rows = await listPayments(context.db, {
        state: state === 'refunded' ? 'released' : state,
        search,
        limit,
        after,
      });
      const refunds = await listRefunds(
        context.db,
        rows.map(({ payment }) => payment.id),
      );
      const { timeZone } = clinic;
      return rows.map((row) => presentAdminPayment(row, { refunds, timeZone }));
    }),

    one: calls.one.handler(async ({ context: { db }, input: { id }, errors }) => {
      const found = await findPaymentWithBooking(db, id);
      if (!found) throw errors.NOT_FOUND();
      const refunds = await listRefunds(db, [id]);
      const log = (await listLog(db, id)).map(presentLogLine);
      return {
        ...presentAdminPayment(found, { refunds, timeZone: clinic.timeZone }),
        log,
        canState: await listStatements(db, found.payment, refunds),
      };
    }),

    refund: calls.refund.handler(async ({ context, input, errors }) => {
      const { id: paymentId, amount, reason } = input;
      const { caller, key } = context.requestKey ?? {};
      // It is stored with the payment: every admin has keys of their own.
      const requestKey = key === undefined ? undefined : `${caller} ${key}`;
      const request = { paymentId, amount, requestKey, by: adminOf(context, reason) };
      const outcome = await refundPayment(context.db, request, { now: context.now, services });
      if (outcome.kind === 'more-than-left') throw errors.MORE_THAN_LEFT({ data: { left: outcome.left } });
      if (outcome.kind === 'key-reused')
        throw new ORPCError('IDEMPOTENCY_KEY_REUSED', COMMON_PROBLEMS.IDEMPOTENCY_KEY_REUSED);
      const payment = await adminPayment(context.db, input.id);
      if (outcome.kind === 'not-found' || !payment) throw errors.NOT_FOUND();
      return { acknowledged: true, insertedId: outcome.refundId, payment };
    }),

    stateRefund: calls.stateRefund.handler(async ({ context, input, errors }) => {
      const { db, now } = context;
      const { id: paymentId, reason, ...found } = input;
      const request = { ...found, paymentId, by: adminOf(context, reason) };
      const outcome = await stateRefund(db, request, { now, jobs: services.jobs });
      if (outcome === 'nothing-to-state') throw errors.NOTHING_TO_STATE();
      const payment = await adminPayment(db, paymentId);
      if (outcome === 'not-found' || !payment) throw errors.NOT_FOUND();
      return { acknowledged: true, payment };
    }),

    approve: calls.approve.handler(async ({ context, input, errors }) => {
      const payment = await decide(context, { ...input, decision: 'approve' });
      if (payment === 'not-on-hold') throw errors.NOT_ON_HOLD();
      if (payment === 'not-found') throw errors.NOT_FOUND();
      return { acknowledged: true, payment };
    }),

    reject: calls.reject.handler(async ({ context, input, errors }) => {
      const payment = await decide(context, { ...input, decision: 'reject' });
      if (payment === 'not-on-hold') throw errors.NOT_ON_HOLD();
      if (payment === 'not-found') throw errors.NOT_FOUND();
      return { acknowledged: true, payment };
    }),

    differences: calls.differences.handler(async ({ context }) =>
      (await listDifferences(context.db)).map(presentDifference),
    ),

    dismiss: calls.dismiss.handler(async ({ context, input, errors }) => {
      const { id, reason } = input;
      const isDismissed = await context.db.transaction((tx) =>
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

const priceIn = (price: Money | undefined): number => (price ? priceOf(price) : 0);

/** Dismisses a difference, and records who and why in the payment log. `false`: it is not listed. */
async function dismissDifference(
  tx: Database,
  { id, by, now }: { id: string; by: Actor; now: Date },
): Promise<boolean> {
  const row = await setDismissed(tx, id, now);
  if (!row) return false;
  const { bookingId, paymentId, provider, transactionId, message } = row;
  const what = `Difference dismissed (${provider} ${transactionId}: ${message}): ${by.reason}`;
  await insertLogLine(tx, { bookingId, paymentId, byName: by.name, what, at: now });
  const detail = `${provider} ${transactionId}: ${message}`;
  await recordAudit(tx, { by, what: 'dismiss-difference', outcome: 'done', detail, now });
  await publishToAdmins(tx, bookingId);
  return true;
}

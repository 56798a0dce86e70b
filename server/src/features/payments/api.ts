import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { validate as isUuid } from 'uuid';
import type { Database } from '../../database/database.ts';
import { type CallContext, callerOf } from '../../http/call-context.ts';
import { priceOf } from '../../money.ts';
import { type BookingRow, findBooking } from '../booking/index.ts';
import type { NotPayable } from './choose-booking.ts';
import { comparePayments } from './compare-payments.ts';
import { decideOnHold, type HoldDecision } from './decide-on-hold.ts';
import { listDifferences } from './difference-store.ts';
import type { MoneyDesk } from './money-desk.ts';
import { openHostedPage } from './open-hosted-page.ts';
import { listOpenOrders } from './order-store.ts';
import { prepareCardPayment } from './prepare-card-payment.ts';
import { presentAdminPayment, presentBookingPayments, presentDifference, presentReceipt } from './presenter.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { recordCardPayment } from './record-card-payment.ts';
import { refundPayment } from './refund-payment.ts';
import { listRefunds } from './refund-store.ts';
import { receiptNumberIn } from './rules.ts';
import {
  findPaymentWithBooking,
  listBookingsWithMoney,
  listLog,
  listPayments,
  listPaymentsOfBookings,
} from './store.ts';

export interface PaymentSettings {
  readonly desk: MoneyDesk;
  readonly currency: string;
  /** What a browser needs to take a card; unset where the clinic takes none. */
  readonly cardEntry: { provider: 'stripe' | 'sandbox'; publishableKey: string; confirmUrl?: string } | undefined;
  /** Where a hosted page may be: origins, or 'https://*.name' for any host below it. */
  readonly hostedPageOrigins: readonly string[];
}

const MOST_BOOKINGS = 200;
const FOREVER = new Date('9999-01-01T00:00:00Z');

/** The calls of `contract/payments.ts`. */
export function paymentsApi({ desk, currency, cardEntry, hostedPageOrigins }: PaymentSettings) {
  const calls = implement(contract.payments).$context<CallContext>();

  async function adminPayment(db: Database, id: string) {
    const found = isUuid(id) ? await findPaymentWithBooking(db, id) : undefined;
    return found && presentAdminPayment(found, await listRefunds(db, [id]));
  }

  async function decide(context: CallContext, wish: HoldDecision) {
    const { personId, name } = callerOf(context);
    if (!isUuid(wish.paymentId)) return { kind: 'not-found' as const };
    return decideOnHold(context.db, { wish, admin: { personId, name }, now: context.now, desk });
  }

  return {
    config: calls.config.handler(() => ({
      ...(cardEntry ?? { provider: 'none' as const, publishableKey: '' }),
      currency,
      hostedPage: desk.hosted !== undefined,
      hostedPageOrigins: [...hostedPageOrigins],
    })),

    createIntent: calls.createIntent.handler(async ({ context, input, errors }) => {
      const { personId: patientId } = callerOf(context);
      const wish = { price: input.price, bookingId: input.bookingId, patientId, currency };
      const outcome = await prepareCardPayment(context.db, { wish, now: context.now, desk });
      if (outcome.kind === 'prepared') return { clientSecret: outcome.clientSecret };
      if (outcome.kind === 'not-found') throw errors.NOT_FOUND();
      if (outcome.code === 'PRICE_DIFFERS') throw errors.PRICE_DIFFERS({ data: { price: priceIn(outcome) } });
      throw errors[outcome.code]({ data: {} });
    }),

    record: calls.record.handler(async ({ context, input, errors }) => {
      const patient = callerOf(context);
      const outcome = await recordCardPayment(context.db, { report: input, patient, now: context.now, desk });
      if (outcome.kind === 'recorded') return { acknowledged: true, insertedId: outcome.paymentId };
      if (outcome.kind === 'not-found') throw errors.NOT_FOUND();
      if (outcome.code === 'PRICE_DIFFERS') {
        throw errors.PRICE_DIFFERS({ data: { price: outcome.price ? priceOf(outcome.price) : 0 } });
      }
      throw errors[outcome.code]({ data: {} });
    }),

    order: calls.order.handler(async ({ context, input, errors }) => {
      const { personId: patientId } = callerOf(context);
      const wish = { price: input.price, bookingId: input.bookingId, patientId, currency };
      const outcome = await openHostedPage(context.db, { wish, now: context.now, desk });
      if (outcome.kind === 'opened') return { url: outcome.url };
      if (outcome.kind === 'not-found') throw errors.NOT_FOUND();
      if (outcome.code === 'PRICE_DIFFERS') throw errors.PRICE_DIFFERS({ data: { price: priceIn(outcome) } });
      throw errors[outcome.code]({ data: {} });
    }),

    mine: calls.mine.handler(async ({ context }) => {
      const { personId: patientId } = callerOf(context);
      const found = await listBookingsWithMoney(context.db, { patientId, limit: MOST_BOOKINGS });
      const shown = await withMoney(context.db, found);
      return shown.filter(({ payments, underWay }) => payments.length > 0 || underWay);
    }),

    ofBooking: calls.ofBooking.handler(async ({ context, input, errors }) => {
      const caller = callerOf(context);
      const found = isUuid(input.bookingId) ? await findBooking(context.db, input.bookingId) : undefined;
      if (!found || (found.booking.patientId !== caller.personId && !caller.isAdmin)) throw errors.NOT_FOUND();
      const [shown] = await withMoney(context.db, [found.booking]);
      if (!shown) throw errors.NOT_FOUND();
      return shown;
    }),

    receipt: calls.receipt.handler(async ({ context, input, errors }) => {
      const caller = callerOf(context);
      const found = isUuid(input.id) ? await findPaymentWithBooking(context.db, input.id) : undefined;
      const may = found && (found.booking.patientId === caller.personId || caller.isAdmin);
      if (!may || found.payment.receiptNumber === null) throw errors.NOT_FOUND();
      const { receiptNumber } = found.payment;
      const refunds = await listRefunds(context.db, [found.payment.id]);
      return presentReceipt(found, { receiptNumber, refunds, from: desk.productName });
    }),

    list: calls.list.handler(async ({ context, input }) => {
      const { state, limit, cursor: after, search: text = '' } = input;
      const search =
        text === '' ? undefined : { text, id: isUuid(text) ? text : undefined, receiptNumber: receiptNumberIn(text) };
      const rows = await listPayments(context.db, { state, search, limit, after });
      const refunds = await listRefunds(
        context.db,
        rows.map(({ payment }) => payment.id),
      );
      return rows.map((row) => presentAdminPayment(row, refunds));
    }),

    one: calls.one.handler(async ({ context, input, errors }) => {
      const payment = await adminPayment(context.db, input.id);
      if (!payment) throw errors.NOT_FOUND();
      const lines = await listLog(context.db, input.id);
      const log = lines.map(({ at, byName, what }) => ({ at: at.toISOString(), by: byName ?? 'the system', what }));
      return { ...payment, log };
    }),

    refund: calls.refund.handler(async ({ context, input, errors }) => {
      if (!isUuid(input.id)) throw errors.NOT_FOUND();
      const { personId, name } = callerOf(context);
      const wish = {
        paymentId: input.id,
        amount: input.amount,
        reason: input.reason,
        requestKey: context.idempotencyKey,
      };
      const outcome = await refundPayment(context.db, { wish, admin: { personId, name }, now: context.now, desk });
      if (outcome.kind === 'more-than-left') throw errors.MORE_THAN_LEFT({ data: { left: outcome.left } });
      const payment = await adminPayment(context.db, input.id);
      if (outcome.kind === 'not-found' || !payment) throw errors.NOT_FOUND();
      return { acknowledged: true, insertedId: outcome.refundId, payment };
    }),

    approve: calls.approve.handler(async ({ context, input, errors }) => {
      const outcome = await decide(context, { paymentId: input.id, decision: 'approve', reason: input.reason });
      if (outcome.kind === 'not-on-hold') throw errors.NOT_ON_HOLD({ data: {} });
      const payment = await adminPayment(context.db, input.id);
      if (outcome.kind === 'not-found' || !payment) throw errors.NOT_FOUND();
      return { acknowledged: true, payment };
    }),

    reject: calls.reject.handler(async ({ context, input, errors }) => {
      const outcome = await decide(context, { paymentId: input.id, decision: 'reject', reason: input.reason });
      if (outcome.kind === 'not-on-hold') throw errors.NOT_ON_HOLD({ data: {} });
      const payment = await adminPayment(context.db, input.id);
      if (outcome.kind === 'not-found' || !payment) throw errors.NOT_FOUND();
      return { acknowledged: true, payment };
    }),

    differences: calls.differences.handler(async ({ context }) =>
      (await listDifferences(context.db)).map(presentDifference),
    ),

    reconcile: calls.reconcile.handler(async ({ context }) => {
      const { db, now } = context;
      const { asked, settled } = await reconcilePayments(db, { now, desk, dueBy: FOREVER });
      const differences = await comparePayments(db, { now, desk });
      return { acknowledged: true, asked, settled, differences };
    }),
  };
}

function priceIn(outcome: Extract<NotPayable, { kind: 'refused' }>): number {
  const { booking } = outcome;
  return booking ? priceOf({ minor: booking.priceMinor, currency: booking.currency }) : 0;
}

async function withMoney(db: Database, found: readonly BookingRow[]) {
  const ids = found.map(({ id }) => id);
  const [payments, orders] = await Promise.all([listPaymentsOfBookings(db, ids), listOpenOrders(db, ids)]);
  const refunds = await listRefunds(
    db,
    payments.map(({ id }) => id),
  );
  const underWay = new Set(orders.filter(({ state }) => state === 'processing').map(({ bookingId }) => bookingId));
  return found.map((booking) =>
    presentBookingPayments(booking, { payments, refunds, underWay: underWay.has(booking.id) }),
  );
}

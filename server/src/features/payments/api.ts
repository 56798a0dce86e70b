import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { cancelsAs, findBooking, readerOf, readsAs } from '../booking/index.ts';
import type { CurrentClinic } from '../clinic/index.ts';
import { prepareCardPayment, recordCardPayment } from './card-payment.ts';
import { openHostedPage } from './hosted-page.ts';
import { findPaymentWithBooking, listBookingsWithMoney } from './payment-store.ts';
import { presentMoneyOf, presentReceipt } from './presenter.ts';
import { listRefunds } from './refund-store.ts';
import { receiptText } from './rules.ts';
import type { PaymentServices } from './settle-payment.ts';

interface PaymentSettings {
  readonly services: PaymentServices;
  readonly clinic: Pick<CurrentClinic, 'currency' | 'shown' | 'timeZone'>;
  /** What a browser needs to take a card; unset where the clinic takes none. */
  readonly cardEntry: { provider: 'stripe' | 'sandbox'; publishableKey: string; confirmUrl?: string } | undefined;
  /** The allowed addresses of hosted pages: origins, or 'https://*.name' for any host below it. */
  readonly hostedPageOrigins: readonly string[];
}

const MOST_BOOKINGS = 200;

/** The calls of `contract/payments.ts` that are not only for admins. */
export function paymentsApi({ services, clinic, cardEntry, hostedPageOrigins }: PaymentSettings) {
  const calls = implement(contract.payments).$context<CallContext>();
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
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { clientSecret: outcome.clientSecret };
    }),

    record: calls.record.handler(async ({ context, input, errors }) => {
      const patient = callerOf(context);
      const outcome = await recordCardPayment(context.db, { report: input, patient, now: context.now, services });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, insertedId: outcome.paymentId };
    }),

    order: calls.order.handler(async ({ context, input, errors }) => {
      const { personId: patientId } = callerOf(context);
      const request = { ...input, patientId };
      const outcome = await openHostedPage(context.db, { request, now: context.now, services });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { url: outcome.url };
    }),

    mine: calls.mine.handler(async ({ context }) => {
      const { personId: patientId } = callerOf(context);
      const found = await listBookingsWithMoney(context.db, { patientId, limit: MOST_BOOKINGS });
      const shown = await presentMoneyOf(context.db, found, { isStaff: false });
      return shown.filter(({ payments, underWay }) => payments.length > 0 || underWay);
    }),

    ofBooking: calls.ofBooking.handler(async ({ context, input, errors }) => {
      const booking = await findBooking(context.db, input.bookingId);
      const as = booking && cancelsAs(booking, readerOf(context, clinic));
      if (!as) throw errors.NOT_FOUND();
      const [shown] = await presentMoneyOf(context.db, [booking], { isStaff: as !== 'patient' });
      if (!shown) throw errors.NOT_FOUND();
      return shown;
    }),

    receipt: calls.receipt.handler(async ({ context, input, errors }) => {
      const found = await findPaymentWithBooking(context.db, input.id);
      const as = found && readsAs(found.booking, readerOf(context, clinic));
      const number = as ? receiptText(found.payment) : undefined;
      if (!found || number === undefined) throw errors.NOT_FOUND();
      const refunds = await listRefunds(context.db, [found.payment.id]);
      return presentReceipt(found, { number, refunds, from: clinic.shown });
    }),
  };
}

import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import type { Jobs } from '../../providers/jobs/port.ts';
import { actorOf } from '../audit/index.ts';
import { type BookingRow, readerOf } from '../booking/index.ts';
import type { CurrentClinic } from '../clinic/index.ts';
import { dateAt } from '../schedule/index.ts';
import { correctClinicPayment, payOutRefund, type Recorder, takePayment } from './clinic-payment.ts';
import { presentMoneyOf } from './presenter.ts';
import { findTakings } from './takings.ts';

/** The calls of `contract/clinic-payments.ts`. */
export function clinicPaymentsApi({ clinic, jobs }: { clinic: Pick<CurrentClinic, 'timeZone'>; jobs: Jobs }) {
  const calls = implement(contract.clinicPayments).$context<CallContext>();
  const recorderOf = (context: CallContext): Recorder => ({
    reader: readerOf(context, clinic),
    actor: actorOf(context),
  });
  const moneyOf = async ({ db }: CallContext, booking: BookingRow) => {
    const [shown] = await presentMoneyOf(db, [booking], { isStaff: true });
    if (!shown) throw new Error('A booking without its money');
    return shown;
  };

  return {
    take: calls.take.handler(async ({ context, input: { id: bookingId, ...input }, errors }) => {
      const request = { ...input, bookingId, by: recorderOf(context) };
      const outcome = await takePayment(context.db, request, { now: context.now, jobs });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      const payments = await moneyOf(context, outcome.booking);
      return { acknowledged: true, insertedId: outcome.paymentId, payments };
    }),

    correct: calls.correct.handler(async ({ context, input: { id: paymentId, reason }, errors }) => {
      const request = { paymentId, reason, by: recorderOf(context) };
      const outcome = await correctClinicPayment(context.db, request, { now: context.now, jobs });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, payments: await moneyOf(context, outcome.booking) };
    }),

    payOut: calls.payOut.handler(async ({ context, input: { id: refundId }, errors }) => {
      const request = { refundId, by: recorderOf(context) };
      const outcome = await payOutRefund(context.db, request, { now: context.now, jobs });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, payments: await moneyOf(context, outcome.booking) };
    }),

    takings: calls.takings.handler(async ({ context, input }) => {
      const { timeZone } = clinic;
      const { personId: readerId } = callerOf(context);
      return findTakings(context.db, { date: input.date ?? dateAt(context.now, timeZone), timeZone, readerId });
    }),
  };
}

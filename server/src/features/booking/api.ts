import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { problemError } from '../../call/problems.ts';
import { refusedError } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { actorOf } from '../audit/index.ts';
import { findDependant, findPersonByEmail } from '../identity/index.ts';
import type { NotifyNodes } from '../live/index.ts';
import { type BookingSettings, bookAppointment } from './book-appointment.ts';
import type { KnownSchedule } from './booking-plan.ts';
import { cancelAppointment, previewCancellation } from './cancel-appointment.ts';
import type { CancelBookings } from './cancel-bookings.ts';
import type { MoveAppointment } from './move-appointment.ts';
import { previewMove } from './move-terms.ts';
import { presentBooking, presentCancelledSeries, presenterFor, presentPreview } from './presenter.ts';
import { previewSeries } from './preview-series.ts';
import { listBookingsOfPatient } from './queries.ts';
import { findBookingFor, readerOf } from './reader.ts';
import { recordingInGroups } from './record-booking.ts';
import { presentRefund } from './refund-money.ts';
import { refusalError } from './refusal-error.ts';
import { setState } from './set-state.ts';
import { tellPatient } from './tell-patient.ts';

/** The calls of `contract/booking.ts`. */
export function bookingApi(parts: {
  /** For bookings that share a transaction. */
  db: Database;
  settings: BookingSettings;
  known: KnownSchedule;
  notify: NotifyNodes;
  cancelBookings: CancelBookings;
  moveAppointment: MoveAppointment;
}) {
  const { settings, known, cancelBookings, moveAppointment } = parts;
  const record = recordingInGroups(parts.db, parts.notify);
  const calls = implement(contract.booking).$context<CallContext>();
  return {
    book: calls.book.handler(async ({ context, input, errors }) => {
      const { appointmentDate: date, ...rest } = input;
      const request = { ...rest, date };
      const patient = callerOf(context);
      const { db, now, requestKey: key } = context;
      const found = await bookAppointment(db, { request, patient, now, settings, known, key, record });
      if (found.kind === 'key-reused') throw problemError('IDEMPOTENCY_KEY_REUSED');
      if (found.kind === 'repeated') context.replayed();
      const outcome = found.kind === 'repeated' ? found.outcome : found;
      if (outcome.kind === 'booked') {
        return { acknowledged: true, insertedId: outcome.bookingId, reference: outcome.reference };
      }

      const { refusal } = outcome;
      const { treatedId: id } = request;
      const treated = id === undefined ? undefined : await findDependant(db, { id, guardianId: patient.personId });
      const wanted = { ...request, treated: treated?.name };
      throw await refusalError(refusal, { context, errors, wanted, look: known.look });
    }),

    list: calls.list.handler(async ({ context, input }) => {
      const caller = callerOf(context);
      const { email, limit, cursor } = input;
      const patientId = email === caller.email ? caller.personId : (await findPersonByEmail(context.db, email))?.id;
      if (patientId === undefined) return [];
      const rows = await listBookingsOfPatient(context.db, { patientId, limit, after: cursor });
      return rows.map(presenterFor(context, settings));
    }),

    one: calls.one.handler(async ({ context, input, errors }) => {
      const reader = readerOf(context, settings);
      const booking = await findBookingFor(context.db, input.id, reader);
      if (!booking) throw errors.NOT_FOUND();
      return presentBooking(booking, reader);
    }),

    setState: calls.setState.handler(async ({ context, input, errors }) => {
      const { id, state, version } = input;
      const reader = readerOf(context, settings);
      const outcome = await setState(context.db, {
        bookingId: id,
        to: state,
        version,
        reader,
        actor: actorOf(context),
      });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, booking: presentBooking(outcome.booking, reader) };
    }),

    tell: calls.tell.handler(async ({ context, input: { id, told: isTold, version }, errors }) => {
      const reader = readerOf(context, settings);
      const outcome = await tellPatient(context.db, {
        bookingId: id,
        isTold,
        version,
        reader,
        actor: actorOf(context),
      });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, booking: presentBooking(outcome.booking, reader) };
    }),

    cancellation: calls.cancellation.handler(async ({ context, input: { id }, errors }) => {
      const reader = readerOf(context, settings);
      const outcome = await previewCancellation(context.db, { bookingId: id, reader });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      const series = await previewSeries(context.db, { booking: outcome.booking, reader });
      return { ...presentPreview(outcome), ...(series && { series }) };
    }),

    cancel: calls.cancel.handler(async ({ context, input, errors }) => {
      const { id, reason, version } = input;
      const reader = readerOf(context, settings);
      const also = input.also?.map((one) => ({ id: one._id, version: one.version }));
      const change = { bookingId: id, reason, version, also, reader, actor: actorOf(context), cancelBookings };
      const outcome = await cancelAppointment(context.db, change);
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      const { booking, refund, nearest, series } = outcome;
      return {
        acknowledged: true,
        booking: presentBooking(booking, reader),
        refund: presentRefund(refund),
        nearest: [...nearest],
        ...(also && { series: presentCancelledSeries(series) }),
      };
    }),

    moveTerms: calls.moveTerms.handler(async ({ context, input, errors }) => {
      const { id: bookingId, appointmentDate: date, ...rest } = input;
      const reader = readerOf(context, settings);
      const terms = await previewMove(context.db, { bookingId, request: { ...rest, date }, reader });
      if (!terms) throw errors.NOT_FOUND();
      return terms;
    }),

    move: calls.move.handler(async ({ context, input, errors }) => {
      const { id, version, appointmentDate: date, ...rest } = input;
      const reader = readerOf(context, settings);
      const request = { ...rest, date };
      const change = { bookingId: id, request, version, reader, actor: actorOf(context) };
      const outcome = await moveAppointment(context.db, change);
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      if (outcome.kind === 'slot-refused') {
        throw await refusalError(outcome.refusal, { context, errors, wanted: outcome.wanted });
      }
      return { acknowledged: true, booking: presentBooking(outcome.booking, reader) };
    }),
  };
}

import { contract } from '@openhours/contract';
import type { PaymentAmounts } from '@openhours/contract/payment.ts';
import { Visit } from '@openhours/contract/visit.ts';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import type { BookingSettings } from './book-appointment.ts';
import type { BookingRow } from './booking-row.ts';
import { cancelAppointment, previewCancellation } from './cancel-appointment.ts';
import type { CancelBookings } from './cancel-bookings.ts';
import { canConfirm, confirmAppointment } from './confirm-appointment.ts';
import type { MoveAppointment } from './move-appointment.ts';
import { previewMove } from './move-terms.ts';
import { presentBooking, presentPreview } from './presenter.ts';
import { previewSeries } from './preview-series.ts';
import { type BookingReader, findBookingFor, readerOf } from './reader.ts';
import { presentRefund } from './refund-money.ts';
import { refusalError } from './refusal-error.ts';
import { replaceLinkKey } from './store.ts';
import { findVisit } from './visit-links.ts';

/** The calls of `contract/visit.ts`. They change appointments with the use cases of people signed in, as the patient. */
export function visitApi(parts: {
  settings: BookingSettings;
  secret: string;
  cancelBookings: CancelBookings;
  moveAppointment: MoveAppointment;
  /** The payments and refunds of bookings, which are another feature's. */
  listPaymentsMadeFor: (db: Database, bookingIds: readonly string[]) => Promise<readonly PaymentAmounts[]>;
}) {
  const { settings, secret, cancelBookings, moveAppointment, listPaymentsMadeFor } = parts;
  const calls = implement(contract.visit).$context<CallContext>();
  const find = async ({ db, now }: CallContext, token: string, errors: { NOT_FOUND(): Error }) => {
    const found = await findVisit(db, { token, secret, now, timeZone: settings.timeZone });
    if (!found) throw errors.NOT_FOUND();
    return found;
  };
  /** What the email said about it, and what its patient can do now. */
  const presentVisit = async (db: Database, booking: BookingRow, reader: BookingReader): Promise<Visit> => {
    const shown = presentBooking(booking, reader);
    const confirm = shown.confirmedAt === undefined && canConfirm(booking, reader.now);
    const payments = booking.state === 'cancelled' ? await listPaymentsMadeFor(db, [booking.id]) : undefined;
    return Visit.parse({ ...shown, can: { ...shown.can, confirm }, payments });
  };
  return {
    open: calls.open.handler(async ({ context, input, errors }) => {
      const { booking, reader } = await find(context, input.token, errors);
      return presentVisit(context.db, booking, reader);
    }),

    confirm: calls.confirm.handler(async ({ context, input, errors }) => {
      const { booking, reader } = await find(context, input.token, errors);
      const change = { bookingId: booking.id, version: input.version, now: context.now };
      const outcome = await confirmAppointment(context.db, change);
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, visit: await presentVisit(context.db, outcome.booking, reader) };
    }),

    cancellation: calls.cancellation.handler(async ({ context, input, errors }) => {
      const { booking, reader } = await find(context, input.token, errors);
      const outcome = await previewCancellation(context.db, { bookingId: booking.id, reader });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      const series = await previewSeries(context.db, { booking: outcome.booking, reader });
      return { ...presentPreview(outcome), ...(series && { laterInSeries: series.appointments.length - 1 }) };
    }),

    cancel: calls.cancel.handler(async ({ context, input: { token, version }, errors }) => {
      const { booking, reader } = await find(context, token, errors);
      const change = { bookingId: booking.id, reason: undefined, version, reader, cancelBookings };
      const outcome = await cancelAppointment(context.db, change);
      if (outcome.kind === 'refused') {
        if (outcome.code === 'REASON_MISSING') throw new Error('A patient was asked for a reason');
        throw refusedError(outcome, errors);
      }
      const { booking: cancelled, refund } = outcome;
      const visit = await presentVisit(context.db, cancelled, reader);
      return { acknowledged: true, visit, refund: presentRefund(refund) };
    }),

    moveTerms: calls.moveTerms.handler(async ({ context, input, errors }) => {
      const { token, appointmentDate: date, ...rest } = input;
      const { booking, reader } = await find(context, token, errors);
      const request = { ...rest, date };
      const terms = await previewMove(context.db, { bookingId: booking.id, request, reader });
      if (!terms) throw errors.NOT_FOUND();
      return terms;
    }),

    move: calls.move.handler(async ({ context, input, errors }) => {
      const { token, version, appointmentDate: date, ...rest } = input;
      const { booking, reader } = await find(context, token, errors);
      const request = { ...rest, date };
      const outcome = await moveAppointment(context.db, { bookingId: booking.id, request, version, reader });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      if (outcome.kind === 'slot-refused') {
        throw await refusalError(outcome.refusal, { context, errors, wanted: outcome.wanted });
      }
      return { acknowledged: true, visit: await presentVisit(context.db, outcome.booking, reader) };
    }),

    revoke: calls.revoke.handler(async ({ context, input: { id }, errors }) => {
      if (!(await findBookingFor(context.db, id, readerOf(context, settings)))) throw errors.NOT_FOUND();
      await replaceLinkKey(context.db, id);
      return { acknowledged: true };
    }),
  };
}

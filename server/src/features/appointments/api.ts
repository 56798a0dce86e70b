import { contract } from '@openhours/contract';
import { MAX_COUNTED, type SeriesToBook, type WantedAppointments } from '@openhours/contract/appointments.ts';
import { readStates } from '@openhours/contract/booking-state.ts';
import { MOST_OTHERS } from '@openhours/contract/limits.ts';
import { priceOf } from '@openhours/contract/money.ts';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { csvFile } from '../../call/csv.ts';
import { refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import {
  type BookingRow,
  type BookingSettings,
  findBookingForStaff,
  findClosedOptionOf,
  presenterFor,
  readerOf,
  refusalError,
  staffRefusalMessage,
} from '../booking/index.ts';
import { listDoctors } from '../people/index.ts';
import {
  dayInView,
  findTimetable,
  listNextFreeForStaff,
  listOptionsOfDay,
  presentOption,
  slotsForStaff,
} from '../schedule/index.ts';
import { type AppointmentOutcome, bookForPatient } from './book-for-patient.ts';
import { bookSeries } from './book-series.ts';
import { exportAppointments } from './export-appointments.ts';
import { mergePatients, previewMerge } from './merge-patients.ts';
import { listPatients, listSimilarPatients } from './patient-store.ts';
import { savePatient } from './patients.ts';
import { presentAppointment, presentPatient, presentSeriesDate } from './presenter.ts';
import { type AppointmentFilter, countAppointments, listAppointments, listOthers } from './store.ts';

const MOST_DOCTORS = 1000;

function filterOf(input: WantedAppointments, { phoneCountry }: BookingSettings): AppointmentFilter {
  const { from, to, fromMinute, doctor, treatment, person, state, payment, search } = input;
  const states = state === undefined ? undefined : readStates(state);
  return {
    from,
    to,
    fromMinute,
    doctorId: doctor,
    treatmentId: treatment,
    personId: person,
    states,
    unpaidOnly: payment === 'unpaid',
    search,
    phoneCountry,
  };
}

/** The calls of `contract/appointments.ts`. */
export function appointmentsApi({ settings }: { settings: BookingSettings }) {
  const calls = implement(contract.appointments).$context<CallContext>();
  const slotRefusedError = (
    { refusal, patient }: Extract<AppointmentOutcome, { kind: 'slot-refused' }>,
    answer: Parameters<typeof refusalError>[1],
  ) => refusalError(refusal, { ...answer, message: staffRefusalMessage(refusal, { ...answer.wanted, patient }) });
  const presentBooked = (context: CallContext, booking: BookingRow) => ({
    acknowledged: true as const,
    appointment: presentAppointment(booking, presenterFor(context, settings)),
  });
  const actOf = (context: CallContext) => ({
    by: actorOf(context),
    viewer: callerOf(context),
    now: context.now,
    settings,
  });
  const seriesOf = (context: CallContext, input: SeriesToBook) => {
    const { appointmentDate: date, ...rest } = input;
    return { request: { ...rest, date }, ...actOf(context) };
  };
  /** The filter within what the caller may read; `undefined` if that is nothing. */
  const readableOf = (context: CallContext, input: WantedAppointments): AppointmentFilter | undefined => {
    const { personId, isAdmin, isFrontDesk } = callerOf(context);
    const filter = filterOf(input, settings);
    if (isAdmin || isFrontDesk) return filter;
    // A doctor has their own only, whatever they ask for.
    return (filter.doctorId ?? personId) === personId ? { ...filter, doctorId: personId } : undefined;
  };
  return {
    list: calls.list.handler(async ({ context, input: { cursor, limit, ...input } }) => {
      const filter = readableOf(context, input);
      if (!filter) return [];
      const present = presenterFor(context, settings);
      const rows = await listAppointments(context.db, { ...filter, limit, after: cursor });
      return rows.map((row) => presentAppointment(row, present));
    }),

    count: calls.count.handler(async ({ context, input }) => {
      const filter = readableOf(context, input);
      // One more, which says that there are more. Its price may be in the sum, which is then at least that much.
      const counted = filter ? await countAppointments(context.db, MAX_COUNTED + 1, filter) : [];
      const count = counted.reduce((sum, one) => sum + one.count, 0);
      return {
        count: Math.min(count, MAX_COUNTED),
        isMore: count > MAX_COUNTED,
        ...(input.payment && {
          toPay: counted.map((money) => ({ amount: priceOf(money), currency: money.currency })),
        }),
      };
    }),

    others: calls.others.handler(async ({ context, input: { id }, errors }) => {
      const reader = readerOf(context, settings);
      const found = await findBookingForStaff(context.db, id, reader);
      if (!found) throw errors.NOT_FOUND();
      const doctorId = found.as === 'doctor' ? reader.personId : undefined;
      const rows = await listOthers(context.db, {
        booking: found.booking,
        doctorId,
        now: context.now,
        limit: MOST_OTHERS,
      });
      const present = presenterFor(context, settings);
      return rows.map((row) => presentAppointment(row, present));
    }),

    export: calls.export.handler(async ({ context, input, errors }) => {
      const filter = filterOf(input, settings);
      const found = await exportAppointments(context.db, { filter, by: actorOf(context), now: context.now });
      if (found === undefined) throw errors.TOO_MANY();
      return csvFile('appointments.csv', found);
    }),

    doctors: calls.doctors.handler(async ({ context }) => {
      const page = { search: '', sort: 'name', limit: MOST_DOCTORS, after: undefined } as const;
      const rows = await listDoctors(context.db, page);
      return rows.map(({ person }) => ({ _id: person.id, name: person.name }));
    }),

    options: calls.options.handler(async ({ context, input: { date, booking: movedId }, errors }) => {
      const { db, now } = context;
      const moved = movedId && (await findBookingForStaff(db, movedId, readerOf(context, settings)))?.booking;
      if (movedId && !moved) throw errors.NOT_FOUND();
      const closed = moved && (await findClosedOptionOf(db, moved));
      const options = await listOptionsOfDay(db, {
        date,
        also: closed ? [closed] : [],
        now,
        holderId: context.caller?.personId,
      });
      const calendarIds = options.map(({ calendarId }) => calendarId);
      const timetable = await findTimetable(db, { first: date, last: date, calendarIds });
      const view = dayInView({ date, clinic: timetable.rules, now });
      return options.map((option) => presentOption(option, slotsForStaff(option, { view, timetable, now })));
    }),

    nextFree: calls.nextFree.handler(({ context, input: { option: optionId, from } }) => {
      const { db, now } = context;
      return listNextFreeForStaff(db, { optionId, from, holderId: callerOf(context).personId, now });
    }),

    patients: calls.patients.handler(async ({ context, input }) => {
      const wanted = { ...input, phoneCountry: settings.phoneCountry };
      const caller = callerOf(context);
      const found = await listPatients(context.db, wanted);
      if (found.length > 0) return found.map((one) => presentPatient(one, caller));
      const similar = await listSimilarPatients(context.db, wanted);
      return similar.map((one) => ({ ...presentPatient(one, caller), isSimilar: true as const }));
    }),

    savePatient: calls.savePatient.handler(async ({ context, input, errors }) => {
      const { id, edited, ...fields } = input;
      const outcome = await savePatient(context.db, { id, fields, edited, ...actOf(context) });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, patient: presentPatient(outcome.patient, callerOf(context)) };
    }),

    previewMerge: calls.previewMerge.handler(async ({ context, input: { id: from, into }, errors }) => {
      const preview = await previewMerge(context.db, { from, into, viewer: callerOf(context) });
      if (!preview) throw errors.NOT_FOUND();
      return preview;
    }),

    merge: calls.merge.handler(async ({ context, input: { id: from, into }, errors }) => {
      const outcome = await mergePatients(context.db, { from, into, by: actorOf(context), now: context.now });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, patient: presentPatient(outcome.patient, callerOf(context)) };
    }),

    book: calls.book.handler(async ({ context, input, errors }) => {
      const { appointmentDate: date, ...rest } = input;
      const { treatment, slot } = rest;
      const request = { ...rest, date };
      const outcome = await bookForPatient(context.db, { request, as: 'clinic', ...actOf(context) });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      if (outcome.kind === 'booked') return presentBooked(context, outcome.booking);
      throw await slotRefusedError(outcome, { context, errors, wanted: { treatment, date, slot } });
    }),

    bookNext: calls.bookNext.handler(async ({ context, input, errors }) => {
      const { id, appointmentDate: date, optionId: chosen, ...wanted } = input;
      const found = await findBookingForStaff(context.db, id, readerOf(context, settings));
      if (!found) throw errors.NOT_FOUND();
      const { booking: before, as } = found;
      const patient = { patientId: before.treatedId, evenIfKnown: false };
      const request = { ...wanted, optionId: chosen ?? before.optionId, date, ...patient, hasArrived: false };
      const outcome = await bookForPatient(context.db, { request, as, ...actOf(context) });
      if (outcome.kind === 'refused') {
        const { code } = outcome;
        if (code !== 'PATIENT_UNKNOWN' && code !== 'PHONE_NEEDED')
          throw new Error(`A known patient was refused: ${code}`);
        throw refusedError({ ...outcome, code }, errors);
      }
      if (outcome.kind === 'booked') return presentBooked(context, outcome.booking);
      throw await slotRefusedError(outcome, { context, errors, wanted: { ...wanted, date } });
    }),

    previewSeries: calls.previewSeries.handler(async ({ context, input, errors }) => {
      const outcome = await bookSeries(context.db, {
        ...seriesOf(context, { ...input, without: [] }),
        isPreview: true,
      });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { dates: outcome.kind === 'dates' ? outcome.dates.map(presentSeriesDate) : [] };
    }),

    bookSeries: calls.bookSeries.handler(async ({ context, input, errors }) => {
      const outcome = await bookSeries(context.db, { ...seriesOf(context, input), isPreview: false });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      if (outcome.kind === 'dates') {
        throw errors.SERIES_CLASHES({ data: { dates: outcome.dates.map(presentSeriesDate) } });
      }
      const present = presenterFor(context, settings);
      return { acknowledged: true, appointments: outcome.booked.map((row) => presentAppointment(row, present)) };
    }),
  };
}

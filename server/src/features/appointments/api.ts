import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { actorOf } from '../audit/index.ts';
import { type BookingSettings, presenterFor, refusalMessage } from '../booking/index.ts';
import { listDoctors, listPeople } from '../people/index.ts';
import { bookForPatient } from './book-for-patient.ts';
import { presentAppointment, presentPatient } from './presenter.ts';
import { patientRefusalMessage } from './rules.ts';
import { listAppointments } from './store.ts';

const MOST_DOCTORS = 1000;

/** The calls of `contract/appointments.ts`. */
export function appointmentsApi({ settings }: { settings: BookingSettings }) {
  const calls = implement(contract.appointments).$context<CallContext>();
  return {
    list: calls.list.handler(async ({ context, input: { doctor, cursor, from, to, state, ...page } }) => {
      const wanted = { ...page, from, to, state, doctorId: doctor, after: cursor };
      const present = presenterFor(context, settings);
      return (await listAppointments(context.db, wanted)).map((row) => presentAppointment(row, present));
    }),

    doctors: calls.doctors.handler(async ({ context }) => {
      const page = { search: '', sort: 'name', limit: MOST_DOCTORS, after: undefined } as const;
      const rows = await listDoctors(context.db, page);
      return rows.map(({ person }) => ({ _id: person.id, name: person.name }));
    }),

    patients: calls.patients.handler(async ({ context, input }) => {
      const found = await listPeople(context.db, { ...input, sort: 'name', after: undefined });
      return found.map(presentPatient);
    }),

    book: calls.book.handler(async ({ context, input, errors }) => {
      const { appointmentDate: date, patientId, newPatient, treatment, slot, optionId, phone } = input;
      const request = { patientId, newPatient, treatment, date, slot, optionId, phone };
      const act = { by: actorOf(context), now: context.now, settings };
      const outcome = await bookForPatient(context.db, { request, ...act });
      if (outcome.kind === 'booked') {
        const appointment = presentAppointment(outcome, presenterFor(context, settings));
        return { acknowledged: true, appointment };
      }
      if (outcome.kind === 'no patient') {
        const { code, message } = outcome.refusal;
        throw errors[code]({ message });
      }

      const { refusal, patient } = outcome;
      const wanted = { treatment, date, slot };
      switch (refusal.code) {
        case 'SLOT_TAKEN':
        case 'SLOT_NOT_OFFERED':
        case 'SLOT_PAST':
        case 'TOO_SHORT_NOTICE': {
          const message = refusalMessage(refusal, wanted);
          throw errors[refusal.code]({ message, data: { nearest: [...refusal.nearest] } });
        }
        case 'ALREADY_BOOKED': {
          const message = patientRefusalMessage(refusal, { ...wanted, patient });
          throw errors.ALREADY_BOOKED({ message, data: { bookingId: refusal.bookingId } });
        }
        case 'ELSEWHERE':
        case 'TOO_MANY_UNPAID':
          throw errors[refusal.code]({ message: patientRefusalMessage(refusal, { ...wanted, patient }), data: {} });
        case 'BEYOND_HORIZON':
        case 'TREATMENT_UNKNOWN':
        case 'PHONE_INVALID':
          throw errors[refusal.code]({ message: refusalMessage(refusal, wanted), data: {} });
        case 'NOT_YOU':
        case 'PRICE_CHANGED':
          throw new Error(`A booking for a patient was refused with ${refusal.code}`);
      }
    }),
  };
}

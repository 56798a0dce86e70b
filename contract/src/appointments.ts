import * as z from 'zod';
import { frontDeskOrAdmin } from './access.ts';
import { Booking, bookingRefusals } from './booking.ts';
import { BookingState } from './booking-state.ts';
import { call } from './call.ts';
import { page, Search } from './people.ts';
import { EmailInput, Id, MediumDateInput, PhoneInput } from './wire.ts';

/** An appointment as the front desk sees it. */
export const ClinicAppointment = Booking.extend({
  patientId: Id,
  /** Absent if the treatment was booked without a named doctor. */
  doctorId: Id.optional(),
});
export type ClinicAppointment = z.infer<typeof ClinicAppointment>;

/** A person who can be booked for. Every account is one, also those of doctors and admins. */
export const Patient = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  /** The number given last, in international form; empty if none was given. */
  phone: z.string(),
});
export type Patient = z.infer<typeof Patient>;

/** Somebody without an account. They get one, and an email that says how to choose a password. */
export const NewPatient = z.object({
  name: z.string().trim().min(1, 'Name is Required').max(100, 'Name must be at most 100 characters long'),
  email: z.string().trim().min(1, 'Email is Required').pipe(EmailInput),
});
export type NewPatient = z.infer<typeof NewPatient>;

const {
  SLOT_TAKEN,
  SLOT_NOT_OFFERED,
  SLOT_PAST,
  TOO_SHORT_NOTICE,
  BEYOND_HORIZON,
  TREATMENT_UNKNOWN,
  ALREADY_BOOKED,
  ELSEWHERE,
  PHONE_INVALID,
  TOO_MANY_UNPAID,
} = bookingRefusals;
const tags = ['Appointments'];

export const appointments = {
  list: call
    .meta({ access: frontDeskOrAdmin, limit: 'searchesByAddress' })
    .route({
      method: 'GET',
      path: '/appointments',
      tags,
      summary: 'The appointments of the clinic, in order of time',
      description:
        '`from` and `to` are civil dates of the clinic, both included; without them, there is no limit. Cancelled ' +
        'appointments are listed too. At most `limit` at a time; the next page starts after the `_id` given as `cursor`.',
    })
    .input(
      z.object({
        from: MediumDateInput.optional(),
        to: MediumDateInput.optional(),
        doctor: Id.optional().describe('The `_id` of a doctor'),
        search: Search.describe(
          "Words, each of which must occur in the patient's name or email address; or the reference of an appointment",
        ),
        state: BookingState.optional(),
        ...page,
      }),
    )
    .output(z.array(ClinicAppointment)),

  doctors: call
    .meta({ access: frontDeskOrAdmin })
    .route({ method: 'GET', path: '/appointments/doctors', tags, summary: 'The doctors of the clinic, by name' })
    .output(z.array(z.object({ _id: Id, name: z.string() }))),

  patients: call
    .meta({ access: frontDeskOrAdmin, limit: 'searchesByAddress' })
    .route({
      method: 'GET',
      path: '/patients',
      tags,
      summary: 'Finds people to book for, by name',
      description: 'At most `limit`. To see the others, search for more words.',
    })
    .input(
      z.object({
        search: Search.refine((search) => search.length >= 2, 'Please type at least 2 characters.'),
        limit: z.coerce.number().int().min(1).max(50).default(20),
      }),
    )
    .output(z.array(Patient)),

  book: call
    .meta({ access: frontDeskOrAdmin })
    .route({
      method: 'POST',
      path: '/appointments',
      tags,
      summary: 'Books a slot for a patient',
      description:
        'For the account `patientId`, or for `newPatient`, who gets an account without a password. The rules and limits ' +
        "of POST /bookings apply, and the price is the treatment's. Without `optionId`, any option of the treatment " +
        'with that slot free is booked. Without `phone`, the number that the patient gave last is used. The patient ' +
        'gets an email.',
    })
    .errors({
      SLOT_TAKEN,
      SLOT_NOT_OFFERED,
      SLOT_PAST,
      TOO_SHORT_NOTICE,
      BEYOND_HORIZON,
      TREATMENT_UNKNOWN,
      ALREADY_BOOKED,
      ELSEWHERE,
      PHONE_INVALID,
      TOO_MANY_UNPAID,
      PATIENT_UNKNOWN: { status: 409, message: 'This patient has no account any more.' },
      EMAIL_TAKEN: { status: 409, message: 'There is already an account with this email address.' },
      PROFILE_REFUSED: { status: 409, message: 'That name cannot be used.' },
    })
    .input(
      z
        .object({
          patientId: Id.optional(),
          newPatient: NewPatient.optional(),
          appointmentDate: MediumDateInput,
          treatment: z.string().min(1, 'Please choose a treatment.').max(200),
          optionId: Id.optional(),
          slot: z.string().min(1, 'Please choose a slot.').max(40),
          phone: PhoneInput.optional(),
        })
        .refine(({ patientId, newPatient }) => (patientId === undefined) !== (newPatient === undefined), {
          message: 'Please send either `patientId` or `newPatient`.',
          path: ['patientId'],
        }),
    )
    .output(z.object({ acknowledged: z.literal(true), appointment: ClinicAppointment })),
};

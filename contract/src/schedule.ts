import * as z from 'zod';
import { admin, everyone, everyoneRecognisedLeniently } from './access.ts';
import { ClosedOfOption } from './availability.ts';
import { call, notFound } from './call.ts';
import { Currency, Id, MediumDate, MediumDateInput, Price, SlotLabel } from './wire.ts';

/** A treatment of the clinic that a doctor can be registered for. */
export const Specialty = z.object({ _id: Id, name: z.string() });
export type Specialty = z.infer<typeof Specialty>;

/** What can be booked on a day: a treatment, with or without a named doctor, and its free slots in order of time. */
export const AppointmentOption = z.object({
  _id: Id,
  name: z.string(),
  price: Price,
  currency: Currency,
  minutes: z.number().int().positive(),
  slots: z.array(SlotLabel),
  doctorName: z.string().optional(),
  doctorPhoto: z.string().optional(),
  closed: ClosedOfOption,
});
export type AppointmentOption = z.infer<typeof AppointmentOption>;

/** How many free slots the whole clinic, or a treatment, has on a day. Days on which nobody has hours are left out. */
export const AppointmentDay = z.object({ date: MediumDate, spaces: z.number().int().nonnegative() });
export type AppointmentDay = z.infer<typeof AppointmentDay>;

export const schedule = call.tag('Schedule').router({
  specialties: call
    .meta({ access: everyone })
    .route({ method: 'GET', path: '/appointmentSpecialty', summary: 'The specialties, by name' })
    .output(z.array(Specialty)),

  options: call
    .meta({ access: everyoneRecognisedLeniently })
    .route({
      method: 'GET',
      path: '/v2/appointmentOptions',
      summary: 'What can be booked on a day',
      description:
        'Taken, past and held slots are left out, except those that the caller holds. Every open option is listed, even without free slots. On a past day, or one ' +
        'beyond the booking horizon, no option has slots.',
    })
    .input(z.object({ date: MediumDateInput }))
    .output(z.array(AppointmentOption)),

  days: call
    .meta({ access: everyoneRecognisedLeniently })
    .route({
      method: 'GET',
      path: '/v2/appointmentDays',
      summary: 'The days that can be booked, from today to the booking horizon',
      description:
        'With `treatment`, those on which it is offered and its free slots; with `doctorName` too, only with that doctor.',
    })
    .input(
      z.object({ treatment: z.string().max(200).optional(), doctorName: z.string().max(100).optional() }).optional(),
    )
    .output(z.array(AppointmentDay)),

  updateOptions: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/v2/updateAppointmentOptions',
      summary: 'Lets patients book a specialty with a doctor, and shows this photo of them',
      description:
        'The doctor is found by `doctorId` or, without it, by name. A doctor without an option of that specialty gets one; a closed option is opened ' +
        "again. It uses the doctor's own hours or, if there are none, the clinic's opening hours.",
    })
    .errors({
      SPECIALTY_UNKNOWN: { status: 409, message: 'The clinic has no such specialty.' },
      DOCTOR_UNKNOWN: { status: 409, message: 'There is no doctor with that name.' },
      PROFILE_REFUSED: { status: 409, message: 'That photo cannot be used.' },
    })
    .input(
      z.object({
        specialty: z.string().trim().min(1, 'Specialty is Required').max(200),
        doctorName: z.string().trim().min(1, 'Name is Required').max(100),
        /** Chooses between doctors of the same name. */
        doctorId: Id.optional(),
        doctorPhoto: z.string().max(2000).optional(),
      }),
    )
    .output(
      z.object({ acknowledged: z.literal(true), matchedCount: z.number().int(), modifiedCount: z.number().int() }),
    ),

  closeOption: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/v2/closeAppointmentOption',
      summary: 'Takes a specialty away from a doctor',
      description: 'Patients cannot book it with them any more. Booked appointments stay.',
    })
    .errors(notFound)
    .input(z.object({ specialty: z.string().trim().min(1, 'Specialty is Required').max(200), doctorId: Id }))
    .output(z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() })),
});

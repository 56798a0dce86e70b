import * as z from 'zod';
import { everyone } from './access.ts';
import { call } from './call.ts';
import { Id, MediumDate, MediumDateInput, Price, SlotLabel } from './wire.ts';

/** What a doctor can be registered for: the treatments of the clinic. */
export const Specialty = z.object({ _id: Id, name: z.string() });

/** What can be booked on a day: a treatment, with or without a named doctor, and its free slots in order of time. */
export const AppointmentOption = z.object({
  _id: Id,
  name: z.string(),
  price: Price,
  minutes: z.number().int().positive(),
  slots: z.array(SlotLabel),
  doctorName: z.string().optional(),
  doctorPhoto: z.string().optional(),
});
export type AppointmentOption = z.infer<typeof AppointmentOption>;

/** How many free spaces the whole clinic has on a day. Days on which it is closed do not appear. */
export const AppointmentDay = z.object({ date: MediumDate, spaces: z.number().int().nonnegative() });
export type AppointmentDay = z.infer<typeof AppointmentDay>;

export const schedule = {
  specialties: call
    .meta({ access: everyone })
    .route({ method: 'GET', path: '/appointmentSpecialty', tags: ['Schedule'], summary: 'The specialties, by name' })
    .output(z.array(Specialty)),

  options: call
    .meta({ access: everyone })
    .route({
      method: 'GET',
      path: '/v2/appointmentOptions',
      tags: ['Schedule'],
      summary: 'What can be booked on a day',
      description:
        'Taken and past slots are left out. Every open option is listed, also with no slot left; on a day that is ' +
        'past or beyond the booking horizon every option has none.',
    })
    .input(z.object({ date: MediumDateInput }))
    .output(z.array(AppointmentOption)),

  days: call
    .meta({ access: everyone })
    .route({
      method: 'GET',
      path: '/v2/appointmentDays',
      tags: ['Schedule'],
      summary: 'The days that can be booked, from today to the booking horizon',
    })
    .output(z.array(AppointmentDay)),
};

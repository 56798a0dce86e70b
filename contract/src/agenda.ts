import * as z from 'zod';
import { staff } from './access.ts';
import { IsoDate, IsoDateInput } from './availability.ts';
import { BookingCan, BookingState } from './booking-state.ts';
import { call, notFound } from './call.ts';
import { Currency, Id, Price } from './wire.ts';

/** The most days that one request may ask for. */
export const MAX_AGENDA_DAYS = 7;

/** A time of a day: its start, in minutes since 00:00 on the clinic's wall clock, and its length. */
const timeOfDay = { startMinute: z.number().int(), minutes: z.number().int().positive() } as const;

export const TimeOfDay = z.object(timeOfDay);
export type TimeOfDay = z.infer<typeof TimeOfDay>;

/** An appointment in the agenda. The whole booking, with its history, is answered by `GET /bookings/{id}`. */
export const AgendaAppointment = z.object({
  _id: Id,
  reference: z.string(),
  ...timeOfDay,
  patientId: Id,
  patient: z.string(),
  /** In international form; empty if none was given. */
  phone: z.string(),
  /** The patient was never treated at this clinic before. */
  isNew: z.boolean(),
  optionId: Id,
  treatment: z.string(),
  /** '#3b82f6', the treatment's; null for none. */
  colour: z.string().nullable(),
  price: Price,
  currency: Currency,
  paid: z.boolean(),
  state: BookingState,
  version: z.number().int().positive(),
  can: BookingCan,
});
export type AgendaAppointment = z.infer<typeof AgendaAppointment>;

/** Time in which nothing can be booked, because staff said so. */
export const AgendaBlock = z.object({
  _id: Id,
  ...timeOfDay,
  /** For staff only. */
  reason: z.string(),
});
export type AgendaBlock = z.infer<typeof AgendaBlock>;

/** A calendar: of a doctor, or of a treatment that is booked without a named doctor. */
export const AgendaCalendar = z.object({
  _id: Id,
  doctorName: z.string().optional(),
  doctorPhoto: z.string().optional(),
  /** What can be booked in it. */
  options: z.array(
    z.object({ _id: Id, treatment: z.string(), minutes: z.number().int(), colour: z.string().nullable() }),
  ),
});
export type AgendaCalendar = z.infer<typeof AgendaCalendar>;

/** A day of a calendar. All its lists are in order of time. */
export const AgendaDay = z.object({
  calendarId: Id,
  date: IsoDate,
  /** The working hours. The time between two of them is a break. */
  hours: z.array(TimeOfDay),
  /** Why the clinic or the doctor is closed on that day, as patients read it. */
  closure: z.string().optional(),
  /** Without cancelled ones. */
  appointments: z.array(AgendaAppointment),
  blocks: z.array(AgendaBlock),
  /** Slots that somebody is booking at this moment. */
  held: z.array(TimeOfDay),
  /** The starts of the slots that can be booked now, in minutes since 00:00, by option. */
  free: z.array(z.object({ optionId: Id, startMinutes: z.array(z.number().int()) })),
});
export type AgendaDay = z.infer<typeof AgendaDay>;

export const Agenda = z.object({
  /** By name; those without a named doctor last. */
  calendars: z.array(AgendaCalendar),
  /** Every day of every calendar. */
  days: z.array(AgendaDay),
});
export type Agenda = z.infer<typeof Agenda>;

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const tags = ['Agenda'];

export const agenda = {
  get: call
    .meta({ access: staff })
    .route({
      method: 'GET',
      path: '/agenda',
      tags,
      summary: 'The days of the doctors: hours, appointments, blocks and free slots',
      description:
        `At most ${MAX_AGENDA_DAYS} days, \`from\` and \`to\` included. Doctors see their own calendar; the front desk and ` +
        'admins see all, or the one named in `doctor`. To hear of changes, listen for the live events `slots`, `agenda` ' +
        'and `timetable`.',
    })
    .errors(notFound)
    .input(
      z
        .object({
          from: IsoDateInput,
          to: IsoDateInput,
          doctor: Id.optional().describe('The `_id` of a doctor, or of another calendar in the answer'),
        })
        .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Ends before it begins.' })
        .refine(({ from, to }) => daysBetween(from, to) < MAX_AGENDA_DAYS, {
          path: ['to'],
          message: `At most ${MAX_AGENDA_DAYS} days can be shown at once.`,
        }),
    )
    .output(Agenda),
};

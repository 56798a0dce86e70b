import * as z from 'zod';
import { doctorOrAdmin, everyoneRecognised, staff } from './access.ts';
import { IsoDate, IsoDateInput } from './availability.ts';
import { Booking } from './booking.ts';
import { call, notFound } from './call.ts';
import { changesTimetable, StrandedDecisions, savedWithBookings, strandsBookings } from './hours.ts';
import { hasVisibleText, plainText } from './plain-text.ts';
import { Id, LookupId } from './wire.ts';

/** Time in which nothing can be booked. */
export const Closure = z.object({
  _id: Id,
  /** The first and the last day. */
  from: IsoDate,
  to: IsoDate,
  /** The first day is closed from this minute since 00:00 on. */
  fromMinute: z.number().int(),
  /** The last day is closed until this minute; 1440 is its end. */
  toMinute: z.number().int(),
  /** The doctor who is away. Absent when the whole clinic is closed. */
  doctorId: Id.optional(),
  doctorName: z.string().optional(),
  /** Shown to patients. */
  reason: z.string(),
});
export type Closure = z.infer<typeof Closure>;

const FromMinute = z.number().int().min(0).max(1439).default(0);
const Days = z.object({
  from: IsoDateInput,
  to: IsoDateInput,
  fromMinute: FromMinute,
  toMinute: z.number().int().min(1).max(1440).default(1440),
  doctorId: Id.optional(),
});
const IN_ORDER = { path: ['to'], message: 'The end must be after the start.' };
const isInOrder = ({ from, to, fromMinute, toMinute }: z.output<typeof Days>) =>
  from < to || (from === to && fromMinute < toMinute);
const Reason = z
  .string()
  .transform(plainText)
  .pipe(z.string().max(200, 'A reason has at most 200 characters.'))
  .refine(hasVisibleText, 'Give a reason. Patients can read it.');

/** A public holiday that a clinic may want to close on. */
const PublicHoliday = z.object({ date: IsoDate, name: z.string() });

const notYours = { FORBIDDEN: { status: 403, message: 'Only an admin can close the whole clinic.' } } as const;
export const closures = call.tag('Closing days').router({
  list: call
    .meta({ access: everyoneRecognised })
    .route({
      method: 'GET',
      path: '/closures',
      summary: 'The closing days from today on, in order',
      description:
        'Everybody sees when the whole clinic is closed. A doctor also sees their own days; the front desk and admins ' +
        'those of all doctors. `from` lists days from that date on instead of today.',
    })
    .input(z.object({ from: IsoDateInput.optional() }))
    .output(z.array(Closure)),

  create: call
    .meta({ access: staff, ...changesTimetable })
    .route({
      method: 'POST',
      path: '/closures',
      summary: 'Closes the clinic, or one doctor, for some days',
      description:
        'An admin can close the clinic or any one doctor, the front desk any one doctor, and a doctor their own days. With ' +
        '`fromMinute`, the first day is closed from that time on, and with `toMinute` the last day until that time. If ' +
        'appointments are booked then, the answer is 409 `STRANDS_BOOKINGS` with those appointments, until `bookings` has a ' +
        'decision about each.',
    })
    .errors({
      ...notFound,
      ...notYours,
      ...strandsBookings,
      ALREADY_CLOSED: { status: 409, message: 'These days are closed already.' },
      OVER: { status: 409, message: 'This time is over.' },
    })
    .input(Days.extend({ reason: Reason, bookings: StrandedDecisions.optional() }).refine(isInOrder, IN_ORDER))
    .output(Closure.extend(savedWithBookings)),

  preview: call
    .meta({ access: staff })
    .route({
      method: 'POST',
      path: '/closures/preview',
      summary: 'The booked appointments that closing these days would strand',
    })
    .errors({ ...notFound, ...notYours })
    .input(Days.refine(isInOrder, IN_ORDER))
    .output(z.object({ bookings: z.array(Booking) })),

  reopen: call
    .meta({ access: staff })
    .route({
      method: 'POST',
      path: '/closures/{id}/reopen',
      summary: 'Opens closing days again from a time on',
      description:
        'The doctor is back on `from`, at `fromMinute`: later times can be booked again, and earlier times stay closed. ' +
        'If `from` is the first day and has no `fromMinute`, nothing stays closed. This also removes time that is over and was entered by mistake. Cancelled appointments ' +
        'stay cancelled. A doctor can open their own days only.',
    })
    .errors({
      ...notFound,
      ...notYours,
      OVER: { status: 409, message: 'It has already ended by then. There is nothing to open again.' },
    })
    .input(z.object({ id: LookupId, from: IsoDateInput, fromMinute: FromMinute }))
    .output(z.object({ acknowledged: z.literal(true) })),

  holidays: call
    .meta({ access: doctorOrAdmin, limit: 'searchesByPerson' })
    .route({
      method: 'GET',
      path: '/closures/holidays',
      summary: 'The public holidays of a year, to choose closing days from',
      description: "This call closes nothing. By default it lists the nationwide holidays of the clinic's country.",
    })
    .errors(notFound)
    .input(
      z.object({
        /** ISO 3166-1, 'DE'. */
        country: z
          .string()
          .regex(/^[A-Z]{2}$/, "Enter a country like 'DE'.")
          .optional(),
        /** A state or region of the country, one of `states`. */
        state: z.string().max(20).optional(),
        /** This year by default. */
        year: z.coerce.number().int().min(1970).max(2100).optional(),
      }),
    )
    .output(
      z.object({
        /** Null when the clinic's country is unknown. Then pass one of `countries`. */
        country: z.string().nullable(),
        state: z.string().nullable(),
        countries: z.array(z.object({ code: z.string(), name: z.string() })),
        states: z.array(z.object({ code: z.string(), name: z.string() })),
        /** In order of date. A holiday of several days is listed once for each day. */
        holidays: z.array(PublicHoliday),
      }),
    ),
});

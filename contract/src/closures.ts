import * as z from 'zod';
import { doctorOrAdmin, everyoneRecognised } from './access.ts';
import { IsoDate, IsoDateInput } from './availability.ts';
import { Booking } from './booking.ts';
import { call, notFound } from './call.ts';
import { StrandedDecisions, savedWithBookings, strandsBookings } from './hours.ts';
import { plainText, showsSomething } from './plain-text.ts';
import { Id } from './wire.ts';

/** Days on which nothing can be booked, both ends included. */
export const Closure = z.object({
  _id: Id,
  from: IsoDate,
  to: IsoDate,
  /** The one doctor who is away; absent where the whole clinic is closed. */
  doctorId: Id.optional(),
  doctorName: z.string().optional(),
  /** Patients read it. */
  reason: z.string(),
});
export type Closure = z.infer<typeof Closure>;

const Days = z.object({ from: IsoDateInput, to: IsoDateInput, doctorId: Id.optional() });
const IN_ORDER = { path: ['to'], message: 'Ends before it begins.' };
const isInOrder = ({ from, to }: { from: string; to: string }) => from <= to;
const Reason = z
  .string()
  .transform(plainText)
  .pipe(z.string().max(200, 'A reason has at most 200 characters.'))
  .refine(showsSomething, 'Say why, in a word or a sentence that patients read.');

/** A public holiday that a clinic may want to close on. */
export const PublicHoliday = z.object({ date: IsoDate, name: z.string() });

const notYours = { FORBIDDEN: { status: 403, message: 'Only an admin can close the whole clinic.' } } as const;
const tags = ['Closing days'];

export const closures = {
  list: call
    .meta({ access: everyoneRecognised })
    .route({
      method: 'GET',
      path: '/closures',
      tags,
      summary: 'The closing days from today on, in order',
      description:
        'Everybody is told when the whole clinic is closed. A doctor is also told of their own days, and an admin of those ' +
        "of all doctors. `from` asks for days from that date on in today's place.",
    })
    .input(z.object({ from: IsoDateInput.optional() }))
    .output(z.array(Closure)),

  create: call
    .meta({ access: doctorOrAdmin })
    .route({
      method: 'POST',
      path: '/closures',
      tags,
      summary: 'Closes the clinic, or one doctor, for some days',
      description:
        'An admin closes the clinic or any doctor, a doctor themselves. Where appointments are booked on these days, the ' +
        'answer is 409 `STRANDS_BOOKINGS` with these, until `bookings` says what becomes of each.',
    })
    .errors({
      ...notFound,
      ...notYours,
      ...strandsBookings,
      ALREADY_CLOSED: { status: 409, message: 'These days are closed already.' },
      OVER: { status: 409, message: 'These days are over.' },
    })
    .input(Days.extend({ reason: Reason, bookings: StrandedDecisions.optional() }).refine(isInOrder, IN_ORDER))
    .output(Closure.extend(savedWithBookings)),

  preview: call
    .meta({ access: doctorOrAdmin })
    .route({
      method: 'POST',
      path: '/closures/preview',
      tags,
      summary: 'The booked appointments that closing these days would strand',
    })
    .errors({ ...notFound, ...notYours })
    .input(Days.refine(isInOrder, IN_ORDER))
    .output(z.object({ bookings: z.array(Booking) })),

  remove: call
    .meta({ access: doctorOrAdmin })
    .route({
      method: 'DELETE',
      path: '/closures/{id}',
      tags,
      summary: 'Opens closed days again',
      description: 'What was cancelled stays cancelled. A doctor can do so for their own days only.',
    })
    .errors({ ...notFound, ...notYours })
    .input(z.object({ id: z.string() }))
    .output(z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() })),

  holidays: call
    .meta({ access: doctorOrAdmin, limit: 'searchesByAddress' })
    .route({
      method: 'GET',
      path: '/closures/holidays',
      tags,
      summary: 'The public holidays of a year, to choose closing days from',
      description: 'Nothing is closed by asking. By default those of the country of the clinic, in all of it.',
    })
    .errors(notFound)
    .input(
      z.object({
        /** ISO 3166-1, 'DE'. */
        country: z
          .string()
          .regex(/^[A-Z]{2}$/, "A country is written like 'DE'.")
          .optional(),
        /** A part of it, one of `states`. */
        state: z.string().max(20).optional(),
        /** This year unless given. */
        year: z.coerce.number().int().min(1970).max(2100).optional(),
      }),
    )
    .output(
      z.object({
        /** Null: the clinic's country is not known. Ask for one of `countries`. */
        country: z.string().nullable(),
        state: z.string().nullable(),
        countries: z.array(z.object({ code: z.string(), name: z.string() })),
        states: z.array(z.object({ code: z.string(), name: z.string() })),
        /** In order. One that lasts several days is there for each of them. */
        holidays: z.array(PublicHoliday),
      }),
    ),
};

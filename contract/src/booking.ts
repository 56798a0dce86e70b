import * as z from 'zod';
import { signedIn, thatPersonOrAdmin } from './access.ts';
import { call, notFound } from './call.ts';
import { EmailInput, Id, MediumDate, MediumDateInput, Price, SlotLabel } from './wire.ts';

export const Booking = z.object({
  _id: Id,
  patient: z.string(),
  email: z.string(),
  phone: z.string(),
  treatment: z.string(),
  doctorName: z.string().optional(),
  doctorPhoto: z.string().optional(),
  appointmentDate: MediumDate,
  slot: SlotLabel,
  /** The instant at which it starts, UTC. */
  startsAt: z.iso.datetime(),
  price: Price,
  paid: z.boolean(),
  status: z.enum(['confirmed', 'cancelled']),
  /** Why it was cancelled, as a sentence for the patient. */
  cancelReason: z.string().optional(),
  bookedAt: z.iso.datetime(),
});
export type Booking = z.infer<typeof Booking>;

/** A free slot offered in place of one that could not be had. */
export const FreeSlot = z.object({
  optionId: Id,
  treatment: z.string(),
  doctorName: z.string().optional(),
  appointmentDate: MediumDate,
  slot: SlotLabel,
  price: Price,
});
export type FreeSlot = z.infer<typeof FreeSlot>;

const acknowledged = z.literal(false).optional();
const Refused = z.object({ acknowledged });
const RefusedWithNearest = z.object({ acknowledged, nearest: z.array(FreeSlot) });

/** Why a booking is refused. Each message is a default: the answer's own sentence names treatment, day and slot. */
export const bookingRefusals = {
  SLOT_TAKEN: { status: 409, message: 'That slot was just taken.', data: RefusedWithNearest },
  SLOT_NOT_OFFERED: { status: 409, message: 'That slot is not offered.', data: RefusedWithNearest },
  SLOT_PAST: { status: 409, message: 'That slot has already begun.', data: RefusedWithNearest },
  BEYOND_HORIZON: { status: 409, message: 'That day cannot be booked yet.', data: Refused },
  TREATMENT_UNKNOWN: { status: 409, message: 'That treatment is no longer offered.', data: Refused },
  PRICE_CHANGED: {
    status: 409,
    message: 'The price has changed.',
    data: z.object({ acknowledged, price: Price }),
  },
  NOT_YOU: { status: 409, message: 'You can only book for yourself.', data: Refused },
  ALREADY_BOOKED: {
    status: 409,
    message: 'You already have an appointment for this treatment on that day.',
    data: z.object({ acknowledged, bookingId: Id }),
  },
  ELSEWHERE: { status: 409, message: 'You have another appointment at that time.', data: Refused },
  TOO_MANY_UNPAID: { status: 409, message: 'You have too many unpaid appointments.', data: Refused },
} as const;

export const booking = {
  book: call
    .meta({ access: signedIn })
    .route({
      method: 'POST',
      path: '/bookings',
      tags: ['Booking'],
      summary: 'Books a slot for the signed-in patient',
      description:
        'Without `optionId` any option of the treatment with that slot free is meant. `price`, `email` and `patient` ' +
        'are compared with what the clinic knows and never believed. Send an `Idempotency-Key` to be able to repeat ' +
        'the request safely.',
    })
    .errors(bookingRefusals)
    .input(
      z.object({
        appointmentDate: MediumDateInput,
        treatment: z.string().min(1, 'Please choose a treatment.').max(200),
        slot: z.string().min(1, 'Please choose a slot.').max(40),
        patient: z.string().max(200),
        email: EmailInput,
        phone: z.string().trim().max(40, 'That phone number is too long.').default(''),
        price: Price,
        optionId: Id.optional(),
      }),
    )
    .output(z.object({ acknowledged: z.literal(true), insertedId: Id })),

  list: call
    .meta({ access: thatPersonOrAdmin })
    .route({
      method: 'GET',
      path: '/bookings',
      tags: ['Booking'],
      summary: "A patient's bookings, latest appointment first",
      description: 'At most `limit` at a time; the next page starts after the `_id` given as `cursor`.',
    })
    .input(
      z.object({
        email: EmailInput,
        limit: z.coerce.number().int().min(1).max(200).default(200),
        cursor: Id.optional(),
      }),
    )
    .output(z.array(Booking)),

  one: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/bookings/{id}',
      tags: ['Booking'],
      summary: 'One booking',
      description: 'For its patient, the doctor whom it is with, and admins; for anyone else it does not exist (404).',
    })
    .errors(notFound)
    .input(z.object({ id: z.string() }))
    .output(Booking),
};

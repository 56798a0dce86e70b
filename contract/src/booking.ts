import * as z from 'zod';
import { selfOrAdmin, signedIn } from './access.ts';
import { IsoDate } from './availability.ts';
import { BookingCan, BookingState, BookingVersion } from './booking-state.ts';
import { call, notFound } from './call.ts';
import { EmailReach } from './email-confirmation.ts';
import { appointmentChanged } from './versions.ts';
import {
  Currency,
  EmailInput,
  Id,
  LookupId,
  MAX_INTEGER,
  MediumDate,
  MediumDateInput,
  PhoneInput,
  Price,
  SlotLabel,
} from './wire.ts';

/**
 * What became of the payment that pays for a booking, if its price is to be paid again. `being-refunded`: its provider is
 * refunding it, and it pays until that is done. `refund-failed`: that refund failed after a move to a higher price. The clinic has
 * less than the price, and the admins refund the payment again, or the front desk takes the price.
 */
export const EarlierPayment = z.enum(['being-refunded', 'refund-failed']);
export type EarlierPayment = z.infer<typeof EarlierPayment>;

export const Booking = z.object({
  _id: Id,
  /** Six characters that are easy to read out over the phone, 'K7M4PX' (`booking-reference.ts`). */
  reference: z.string(),
  /** The name of the person treated. */
  patient: z.string(),
  /** When that person was born, if it is known. For staff only, who ask for it on the phone. */
  dateOfBirth: IsoDate.optional(),
  /** Whether that is somebody whom the account's owner looks after. */
  isForSomebodyElse: z.boolean(),
  email: z.string(),
  /** Whether emails about it reach the account's owner. */
  emails: EmailReach,
  /** In international form, '+49 30 901820'; empty if none was given. */
  phone: z.string(),
  /** Why the patient comes, for staff; empty if they did not say. */
  visitReason: z.string(),
  /** The treatment's name when it was booked. */
  treatment: z.string(),
  /** The treatment's present name, if it is another one. */
  treatmentNow: z.string().optional(),
  doctorName: z.string().optional(),
  doctorPhoto: z.string().optional(),
  appointmentDate: MediumDate,
  slot: SlotLabel,
  /** When it starts, UTC. */
  startsAt: z.iso.datetime(),
  /** How long it lasts. */
  minutes: z.number().int().positive(),
  price: Price,
  currency: Currency,
  paid: z.boolean(),
  /** With it, `paid` is true. */
  earlierPayment: EarlierPayment.optional(),
  /**
   * Whether the payer has disputed the payment at their bank, which has not decided, or has decided for the payer: then the
   * booking is not paid, until it is paid again. For staff only.
   */
  disputed: z.boolean().optional(),
  /** Whether staff still have to give money back at the clinic. For staff only. */
  refundDue: z.boolean().optional(),
  /** Whether it was cancelled and has payments. For staff only. */
  hasPayments: z.boolean().optional(),
  state: BookingState,
  /** Increases by one with each change of state, time or doctor. Send it back with a change. */
  version: z.number().int().positive(),
  /** Every version, the booking first and the present one last. */
  history: z.array(BookingVersion),
  can: BookingCan,
  /** Why it was cancelled, as a sentence for the patient. */
  cancelReason: z.string().optional(),
  /** On the day, before it begins: by how many minutes the doctor is behind. */
  lateMinutes: z.number().int().positive().optional(),
  bookedAt: z.iso.datetime(),
  /** When the patient said that they will come. Missing if they have not, or it was moved since. */
  confirmedAt: z.iso.datetime().optional(),
  /** Which version staff have told the patient, who gets no emails. For staff only. */
  told: z.object({ version: z.number().int().positive(), at: z.iso.datetime(), by: z.string() }).optional(),
  /** Until then it must be paid, or it is cancelled. Missing if it may be paid at the clinic, needs no payment, or has begun. */
  payBy: z.iso.datetime().optional(),
  /**
   * Until then its patient can cancel free of charge, under the clinic's rule as it was at the booking. It may have passed
   * before the booking. Missing if it costs nothing, is cancelled, or its patient has arrived.
   */
  freeUntil: z.iso.datetime().optional(),
});
export type Booking = z.infer<typeof Booking>;

/** A free slot offered instead of the one requested. */
export const FreeSlot = z.object({
  optionId: Id,
  treatment: z.string(),
  doctorName: z.string().optional(),
  appointmentDate: MediumDate,
  slot: SlotLabel,
  price: Price,
  currency: Currency,
});
export type FreeSlot = z.infer<typeof FreeSlot>;

const RefusedWithNearest = z.object({ nearest: z.array(FreeSlot) });

/** The amount that is refunded to the patient, or 0. */
export const Refund = z.object({
  amount: Price,
  currency: Currency,
  /** How much of it was paid at the clinic: staff give it back there and record it. */
  atClinic: Price,
  /** How much of it an insurance paid: staff settle it with the insurer and record it. The rest is refunded online. */
  byInsurance: Price,
});
export type Refund = z.infer<typeof Refund>;

/** What happens if the reader cancels an appointment now. */
export const CancellationPreview = z.object({
  refund: Refund,
  /** Until then a patient can cancel free of charge, under the clinic's rule as it was at the booking. */
  freeUntil: z.iso.datetime(),
  /** The same as a sentence for the reader. */
  message: z.string(),
  /** Whether the reader has to give a reason, which the patient reads. */
  needsReason: z.boolean(),
});
export type CancellationPreview = z.infer<typeof CancellationPreview>;

/** The appointments of a series that the reader can cancel together. */
const CancellableSeries = z.object({
  /** What is refunded of all of them, as sentences for the reader. */
  message: z.string(),
  /** The appointment itself, and those of its series that are later and still to come, in order of time. */
  appointments: z
    .array(
      z.object({
        _id: Id,
        version: z.number().int().positive(),
        appointmentDate: MediumDate,
        slot: SlotLabel,
        doctorName: z.string().optional(),
        refund: Refund,
        /** Why nothing is refunded now although money was paid or is being paid. */
        note: z.string().optional(),
      }),
    )
    .min(2),
});
export type CancellableSeries = z.infer<typeof CancellableSeries>;

/** What became of appointments that were to be cancelled together. */
const CancelledSeries = z.object({
  /** Those that are cancelled, also the one that the call was about. */
  cancelled: z.array(Id),
  skipped: z.array(
    z.object({
      _id: Id,
      /** Why it was not cancelled. */
      message: z.string(),
    }),
  ),
  /** What is refunded of all of them: one amount for each currency, none if nothing is. */
  refunds: z.array(Refund),
});
export type CancelledSeries = z.infer<typeof CancelledSeries>;

/** Why a time is refused. These messages are defaults; the server sends ones that name the treatment, day and slot. */
export const timeRefusals = {
  SLOT_TAKEN: { status: 409, message: 'That slot was just taken.', data: RefusedWithNearest },
  SLOT_NOT_OFFERED: { status: 409, message: 'That slot is not offered.', data: RefusedWithNearest },
  SLOT_PAST: { status: 409, message: 'That slot has already begun.', data: RefusedWithNearest },
  TOO_SHORT_NOTICE: {
    status: 409,
    message: 'That slot starts too soon to be booked.',
    data: RefusedWithNearest,
  },
  BEYOND_HORIZON: { status: 409, message: 'That day cannot be booked yet.' },
  TREATMENT_UNKNOWN: { status: 409, message: 'That treatment is no longer offered.' },
  PRICE_CHANGED: {
    status: 409,
    message: 'The price has changed.',
    data: z.object({ price: Price, currency: Currency }),
  },
  ALREADY_BOOKED: {
    status: 409,
    message: 'You already have an appointment for this treatment on that day.',
    data: z.object({ bookingId: Id }),
  },
  ELSEWHERE: { status: 409, message: 'You have another appointment at that time.' },
} as const;

/** Why a booking is refused. */
export const bookingRefusals = {
  ...timeRefusals,
  NOT_YOU: { status: 409, message: 'You can only book for yourself.' },
  PERSON_UNKNOWN: { status: 409, message: 'You can book for people whom you look after.' },
  EMAIL_UNCONFIRMED: { status: 409, message: 'Please confirm your email address before you book.' },
  PHONE_INVALID: { status: 409, message: 'That is not a valid phone number.' },
  TOO_MANY_UNPAID: { status: 409, message: 'You have too many unpaid appointments.' },
} as const;

/** Why a cancellation is refused. */
export const notCancellable = {
  NOT_POSSIBLE: { status: 409, message: 'This appointment cannot be cancelled now.' },
} as const;

/** What a patient agrees to who moves an appointment. */
export const MoveTerms = z.object({
  /** What they get back and still have to pay, as sentences. Missing if nothing changes. */
  message: z.string().optional(),
  /**
   * Until then they can cancel free of charge after the move, and move it again, UTC. It may have passed. Missing if they can as
   * long as now.
   */
  freeUntil: z.iso.datetime().optional(),
});
export type MoveTerms = z.infer<typeof MoveTerms>;

/** The time that a patient looks at before a move. */
export const MoveTermsInput = z.object({
  id: LookupId,
  appointmentDate: MediumDateInput,
  slot: z.string().min(1, 'Please choose a slot.').max(40),
  optionId: Id,
});

/** Why a move is refused. */
export const moveRefusals = {
  ...appointmentChanged,
  ...timeRefusals,
  NOT_POSSIBLE: { status: 409, message: 'This appointment cannot be moved now.' },
} as const;

/** The version that the caller saw, if they say so. */
export const SeenVersion = z.number().int().positive().max(MAX_INTEGER).optional();

/** Which appointment, and its new time. */
export const MoveInput = z.object({
  id: LookupId,
  appointmentDate: MediumDateInput,
  slot: z.string().min(1, 'Please choose a slot.').max(40),
  optionId: Id.optional(),
  price: Price.optional(),
  currency: Currency.optional(),
  version: SeenVersion,
});

export const booking = call.tag('Booking').router({
  book: call
    .meta({ access: signedIn, limit: 'bookingsByPerson', idempotency: 'own' })
    .route({
      method: 'POST',
      path: '/bookings',
      summary: 'Books a slot for the signed-in patient',
      description:
        'Without `optionId`, any option of the treatment with that slot free is booked. `price`, `email` and ' +
        '`patient` must match what the clinic has on record. Send an `Idempotency-Key` to be able to repeat the ' +
        'request safely. `phone` may be empty; a valid number is saved for the next booking, an invalid one is ' +
        'refused.',
    })
    .errors(bookingRefusals)
    .input(
      z.object({
        appointmentDate: MediumDateInput,
        treatment: z.string().min(1, 'Please choose a treatment.').max(200),
        slot: z.string().min(1, 'Please choose a slot.').max(40),
        patient: z.string().max(200),
        email: EmailInput,
        phone: PhoneInput.default(''),
        /** Why the patient comes, for staff. Never in emails. */
        visitReason: z.string().trim().max(500, 'The reason is too long.').default(''),
        price: Price,
        /** Compared too, if sent. */
        currency: Currency.optional(),
        optionId: Id.optional(),
        /** The person treated, if it is somebody whom the caller looks after (`GET /me/dependants`). */
        treatedId: Id.optional(),
      }),
    )
    .output(z.object({ acknowledged: z.literal(true), insertedId: Id, reference: z.string() })),

  list: call
    .meta({ access: selfOrAdmin })
    .route({
      method: 'GET',
      path: '/bookings',
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
      summary: 'One booking',
      description: 'For its patient, its doctor, the front desk and admins; 404 for everyone else.',
    })
    .errors(notFound)
    .input(z.object({ id: LookupId }))
    .output(Booking),

  setState: call
    .meta({ access: signedIn })
    .route({
      method: 'PUT',
      path: '/bookings/{id}/state',
      summary: 'Changes the state of an appointment, for staff',
      description:
        "For the appointment's doctor, the front desk and admins; 404 for everyone else. `version` is the one that the " +
        'caller saw. `can.become` of the answer has the states that can follow; most can be undone. ' +
        'To cancel, use POST /bookings/{id}/cancel.',
    })
    .errors({
      ...notFound,
      ...appointmentChanged,
      NOT_POSSIBLE: { status: 409, message: 'The appointment cannot get this state now.' },
    })
    .input(
      z.object({
        id: LookupId,
        state: BookingState.exclude(['cancelled']),
        version: z.number().int().positive().max(MAX_INTEGER),
      }),
    )
    .output(z.object({ acknowledged: z.literal(true), booking: Booking })),

  tell: call
    .meta({ access: signedIn })
    .route({
      method: 'PUT',
      path: '/bookings/{id}/told',
      summary: 'Records that the patient knows of a change, for staff',
      description:
        "For the appointment's doctor, the front desk and admins; 404 for everyone else. They called a patient who gets no " +
        'emails. `version` is the one that the caller saw, and that the patient knows now. `told: false` takes it back.',
    })
    .errors({ ...notFound, ...appointmentChanged })
    .input(
      z.object({
        id: LookupId,
        told: z.boolean(),
        version: z.number().int().positive().max(MAX_INTEGER),
      }),
    )
    .output(z.object({ acknowledged: z.literal(true), booking: Booking })),

  cancellation: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/bookings/{id}/cancellation',
      summary: 'What is refunded if the caller cancels an appointment now',
      description:
        'For its patient, its doctor, the front desk and admins; 404 for everyone else. Until `freeUntil`, patients get ' +
        'back everything that is left of their payment, later nothing. If staff cancel, all of it is refunded. If later ' +
        'appointments of its series can be cancelled with it, `series` lists them.',
    })
    .errors({ ...notFound, ...notCancellable })
    .input(z.object({ id: LookupId }))
    .output(CancellationPreview.extend({ series: CancellableSeries.optional() })),

  cancel: call
    .meta({ access: signedIn })
    .route({
      method: 'POST',
      path: '/bookings/{id}/cancel',
      summary: 'Cancels an appointment',
      description:
        'For its patient until it begins, and for its doctor, the front desk and admins, who have to give a `reason` that ' +
        'the patient reads; 404 for everyone else. Staff are patients of their own appointments. What is refunded is on ' +
        'its way with the answer, except what was paid at the clinic, which staff give back there. A second call changes nothing and answers the same. With `version`, the call is ' +
        'refused if the appointment has changed. Staff get free slots to offer the patient instead (`nearest`). `also` names ' +
        'others of its series, as GET /bookings/{id}/cancellation lists them: they are cancelled in the same transaction, for ' +
        'the same reason, and `series` says what became of them. What has changed since, has begun, or is not of its ' +
        'series is skipped; if the call is refused, none is cancelled.',
    })
    .errors({
      ...notFound,
      ...appointmentChanged,
      ...notCancellable,
      REASON_MISSING: { status: 409, message: 'Please give a reason. The patient will read it.' },
    })
    .input(
      z.object({
        id: LookupId,
        reason: z.string().trim().max(500, 'The reason is too long.').optional(),
        version: SeenVersion,
        also: z
          .array(z.object({ _id: Id.toLowerCase(), version: z.number().int().positive().max(MAX_INTEGER) }))
          .max(25)
          .optional(),
      }),
    )
    .output(
      z.object({
        acknowledged: z.literal(true),
        booking: Booking,
        refund: Refund.describe('Of this appointment alone'),
        nearest: z.array(FreeSlot),
        /** Missing unless others were to be cancelled with it. */
        series: CancelledSeries.optional(),
      }),
    ),

  moveTerms: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/bookings/{id}/move-terms',
      summary: 'What is refunded and to be paid if the caller moves an appointment to this time',
      description:
        'For its patient, its doctor, the front desk and admins; 404 for everyone else. At the present price. Says ' +
        'nothing if the time is refused, and nothing to staff, whose moves keep the price.',
    })
    .errors(notFound)
    .input(MoveTermsInput)
    .output(MoveTerms),

  move: call
    .meta({ access: signedIn })
    .route({
      method: 'POST',
      path: '/bookings/{id}/move',
      summary: 'Moves an appointment to another time or doctor',
      description:
        'For its patient until `freeUntil`, under the rules of a new booking and 20 times an hour with their other ' +
        'appointments, and for its doctor, the front desk and admins at any notice; 404 for everyone else. The treatment stays, and so do id, reference and history. Without ' +
        '`optionId`, the same doctor if free at that time, or another one. A refusal leaves everything as it was. ' +
        'Patients get the present price, which must be `price`, or without it the price of the booking: if it is lower, the ' +
        'difference of a payment is refunded; if it is higher, the whole payment, and the new price is to be paid. Moved by ' +
        'staff, it keeps its price. With `version`, the call is refused if the appointment has changed.',
    })
    .errors({ ...notFound, ...moveRefusals })
    .input(MoveInput)
    .output(z.object({ acknowledged: z.literal(true), booking: Booking })),
});

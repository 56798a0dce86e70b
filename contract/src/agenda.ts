import * as z from 'zod';
import { staff } from './access.ts';
import { ClosedPart, IsoDate, IsoDateInput } from './availability.ts';
import { Booking, EarlierPayment } from './booking.ts';
import { BookingCan, BookingState } from './booking-state.ts';
import { call, notFound } from './call.ts';
import { Closure } from './closures.ts';
import { EmailReach } from './email-confirmation.ts';
import { hasVisibleText, plainText } from './plain-text.ts';
import { Currency, Id, LookupId, Price } from './wire.ts';

/** The most days that one request may ask for. */
const MAX_AGENDA_DAYS = 7;

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
  /** Whether emails about it reach the account's owner. */
  emails: EmailReach,
  /** In international form; empty if none was given. */
  phone: z.string(),
  /** Why the patient comes; absent if they did not say. */
  visitReason: z.string().optional(),
  /** The patient was never treated at this clinic before. */
  isNew: z.boolean(),
  /** The patient said that they will come. */
  isConfirmed: z.boolean(),
  /** It has not begun, and the doctor is away at this time: it needs another doctor or another time. */
  isDoctorAway: z.boolean(),
  /** It has not begun, and the whole clinic is closed at this time. */
  isClinicClosed: z.boolean(),
  optionId: Id,
  treatment: z.string(),
  /** '#3b82f6', the treatment's; null for none. */
  colour: z.string().nullable(),
  price: Price,
  currency: Currency,
  paid: z.boolean(),
  earlierPayment: EarlierPayment.optional(),
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

/** A slot that is kept for somebody on the waiting list. */
export const AgendaOffer = z.object({
  ...timeOfDay,
  /** When the offer ends. */
  until: z.iso.datetime(),
  /** Who is offered it, and their entry on the waiting list; for the front desk and admins only. */
  entry: z.object({ _id: Id, patient: z.string() }).optional(),
});
export type AgendaOffer = z.infer<typeof AgendaOffer>;

/** A closure, and the part of this day that it closes. */
const AgendaClosure = Closure.omit({ doctorId: true, doctorName: true }).extend(ClosedPart.shape);
export type AgendaClosure = z.infer<typeof AgendaClosure>;

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
  /** When the clinic is closed or the doctor is away. */
  closed: z.array(AgendaClosure),
  /** Without cancelled ones. */
  appointments: z.array(AgendaAppointment),
  blocks: z.array(AgendaBlock),
  /** Slots that somebody is booking at this moment. */
  held: z.array(TimeOfDay),
  offered: z.array(AgendaOffer),
  /** The starts of the slots that can be booked now, in minutes since 00:00, by option. */
  free: z.array(z.object({ optionId: Id, startMinutes: z.array(z.number().int()) })),
  /** By how many minutes the doctor is behind. */
  lateMinutes: z.number().int().positive().optional(),
});
export type AgendaDay = z.infer<typeof AgendaDay>;

export const Agenda = z.object({
  /** By name; those without a named doctor last. */
  calendars: z.array(AgendaCalendar),
  /** Every day of every calendar. */
  days: z.array(AgendaDay),
});
export type Agenda = z.infer<typeof Agenda>;

const MINUTES_OF_DAY = 1440;
const SHORTEST_BLOCK = 5;

/** A time to block, and what happens to the appointments in it. */
const BlockFields = z
  .object({
    calendarId: Id,
    date: IsoDateInput,
    startMinute: z.number().int().min(0).max(MINUTES_OF_DAY),
    minutes: z
      .number()
      .int()
      .min(SHORTEST_BLOCK, `At least ${SHORTEST_BLOCK} minutes can be blocked.`)
      .max(MINUTES_OF_DAY),
    /** For staff only. */
    reason: z
      .string()
      .transform(plainText)
      .pipe(z.string().max(200, 'A reason has at most 200 characters.'))
      .refine(hasVisibleText, 'Give a reason. Only staff can read it.'),
    /**
     * The appointments to cancel, by `_id`. Payments are refunded in full, except for the caller's own
     * appointments, which follow the refund rules for patients.
     */
    cancel: z.array(Id).max(200).default([]),
    /** Why they are cancelled, for their patients. */
    cancelReason: z.string().trim().max(500, 'The reason is too long.').optional(),
  })
  .refine(({ startMinute, minutes }) => startMinute + minutes <= MINUTES_OF_DAY, {
    path: ['minutes'],
    message: 'Ends on the next day. Block the rest there.',
  });

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
export const agenda = call.tag('Agenda').router({
  get: call
    .meta({ access: staff })
    .route({
      method: 'GET',
      path: '/agenda',
      summary: 'The days of the doctors: hours, appointments, blocks and free slots',
      description:
        `At most ${MAX_AGENDA_DAYS} days, \`from\` and \`to\` included. Doctors see their own calendar; the front desk and ` +
        'admins see all, those in which `treatment` is booked, or the one named in `doctor`. To notice changes, listen for the live events `slots`, `agenda` ' +
        'and `timetable`.',
    })
    .errors(notFound)
    .input(
      z
        .object({
          from: IsoDateInput,
          to: IsoDateInput,
          doctor: Id.optional().describe('The `_id` of a doctor, or of another calendar in the answer'),
          treatment: Id.optional().describe(
            'Only the calendars in which this treatment is booked, with all their appointments',
          ),
        })
        .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The end must be after the start.' })
        .refine(({ from, to }) => daysBetween(from, to) < MAX_AGENDA_DAYS, {
          path: ['to'],
          message: `At most ${MAX_AGENDA_DAYS} days can be shown at once.`,
        }),
    )
    .output(Agenda),

  block: call
    .meta({ access: staff })
    .route({
      method: 'POST',
      path: '/agenda/blocks',
      summary: 'Blocks time of a calendar, for a meeting or an emergency',
      description:
        'Doctors block their own calendar; another one answers 404. If appointments are in that time, the answer is 409 ' +
        '`HITS_BOOKINGS` with all of them, until `cancel` names each (with a `cancelReason` that their patients read), or ' +
        'they were moved. If one of them has begun or was missed, it is 409 `HAS_BEGUN`. Slots that somebody is booking or is ' +
        'offered at this moment are taken from them.',
    })
    .errors({
      ...notFound,
      HITS_BOOKINGS: {
        status: 409,
        message: 'Appointments are booked in this time.',
        data: z.object({ bookings: z.array(Booking) }),
      },
      HAS_BEGUN: {
        status: 409,
        message: 'An appointment in this time has begun or was missed. Begin the block after it.',
      },
      REASON_MISSING: { status: 409, message: 'Please give a reason. The patients will read it.' },
      BLOCKED_ALREADY: { status: 409, message: 'Part of this time is blocked already.' },
      KEPT_FREE: { status: 409, message: 'This time is already kept free after an appointment.' },
      SKIPPED: { status: 409, message: 'This time does not exist on that day, because the clock is set forward.' },
      OVER: { status: 409, message: 'This time is over.' },
    })
    .input(BlockFields)
    .output(AgendaBlock.extend({ acknowledged: z.literal(true), cancelledBookings: z.number().int() })),

  unblock: call
    .meta({ access: staff })
    .route({
      method: 'DELETE',
      path: '/agenda/blocks/{id}',
      summary: 'Ends a block',
      description: 'Cancelled appointments stay cancelled. Doctors can end blocks of their own calendar only.',
    })
    .errors(notFound)
    .input(z.object({ id: LookupId }))
    .output(z.object({ acknowledged: z.literal(true) })),

  setDelay: call
    .meta({ access: staff })
    .route({
      method: 'PUT',
      path: '/agenda/delay',
      summary: 'Says by how much a doctor is behind today',
      description:
        'Patients who still wait today see it with their appointment, and get an email if their address is confirmed. 0 ' +
        'is on time again. Doctors do it for their own calendar; another one answers 404.',
    })
    .errors(notFound)
    .input(z.object({ calendarId: Id, minutes: z.number().int().min(0).max(240) }))
    .output(
      z.object({
        acknowledged: z.literal(true),
        /** How many of the appointments' patients get an email … */
        notified: z.number().int(),
        /** … and how many wait without one, because no email reaches them. */
        withoutEmail: z.number().int(),
      }),
    ),
});

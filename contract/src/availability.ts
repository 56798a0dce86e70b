import * as z from 'zod';
import { everyone, everyoneRecognisedLeniently } from './access.ts';
import { call, notFound } from './call.ts';
import { isNearDay } from './medium-date.ts';
import { Search } from './people.ts';
import { Currency, Id, Price, SlotLabel } from './wire.ts';

/** A civil date in the clinic's zone, 'YYYY-MM-DD': the form in calls that the specification does not define. */
export const IsoDate = z.iso.date().meta({ examples: ['2026-11-23'] });

const NOT_A_DAY = "The date must be a real day from 1900 to 2999, like '2026-11-23'.";
/** The same in a question. */
export const IsoDateInput = z.iso.date(NOT_A_DAY).refine(isNearDay, NOT_A_DAY);

/** The part of a public address that names a doctor: /doctors/maya-lindqvist. It does not follow a change of name. */
const DoctorSlug = z.string().max(300);

/** The most days that one request may ask for. */
const MAX_AVAILABILITY_DAYS = 14;

/** A free slot: its label on the clinic's wall clock, which `POST /bookings` takes, and its start in UTC. */
export const AvailableSlot = z.object({ slot: SlotLabel, startsAt: z.iso.datetime() });
export type AvailableSlot = z.infer<typeof AvailableSlot>;

/** The first free slot on or after a day. */
export const NextFree = AvailableSlot.extend({ date: IsoDate });
export type NextFree = z.infer<typeof NextFree>;

/**
 * The state of a day.
 * `free`: at least one slot can be booked.
 * `full`: all remaining slots are taken.
 * `closed`: closing days or an absence leave no slots. `closed` of the day has the reason.
 * `special-hours`: the option's hours are outside the clinic's special opening hours of the date.
 * `day-off`: the option has no hours on that day.
 * `past`: the day is over, or every slot of today has begun or starts too soon to be booked.
 * `beyond-horizon`: the day cannot be booked yet.
 */
export const DayStatus = z.enum(['free', 'full', 'closed', 'special-hours', 'day-off', 'past', 'beyond-horizon']);
export type DayStatus = z.infer<typeof DayStatus>;

/** Closed time of a day. */
export const ClosedPart = z.object({
  /** In minutes since 00:00 on the clinic's wall clock. */
  startMinute: z.number().int(),
  minutes: z.number().int().positive(),
  /** Patients see it. */
  reason: z.string(),
  /** Whether the whole clinic is closed, or only this doctor. */
  whose: z.enum(['clinic', 'doctor']),
});
export type ClosedPart = z.infer<typeof ClosedPart>;

/** The closed time that leaves an option no slots on a day, or fewer than usual, in order of time. Absent if there is none. */
export const ClosedOfOption = z.array(ClosedPart).optional();

export const DayAvailability = z.object({
  date: IsoDate,
  status: DayStatus,
  slots: z.array(AvailableSlot),
  closed: ClosedOfOption,
});
export type DayAvailability = z.infer<typeof DayAvailability>;

/** What an option shows about its doctor. Without `slug` the doctor has no public page. */
const DoctorOfOption = z.object({
  slug: DoctorSlug.optional(),
  name: z.string(),
  photoURL: z.string().optional(),
});

/** A treatment with a doctor, or with whoever is on duty (no `doctor`), and when it can be booked. */
export const OptionAvailability = z.object({
  optionId: Id,
  specialtyId: Id,
  treatment: z.string(),
  doctor: DoctorOfOption.optional(),
  price: Price,
  currency: Currency,
  minutes: z.number().int().positive(),
  /** Every requested day, in order. */
  days: z.array(DayAvailability),
  /** The first free slot on `from` or later, even after the days listed; null if there is none up to the horizon. */
  nextFree: NextFree.nullable(),
});
export type OptionAvailability = z.infer<typeof OptionAvailability>;

const Availability = z.object({
  /** The first day listed. */
  from: IsoDate,
  /** The clinic's IANA time zone, which dates and slot labels are in. */
  timeZone: z.string(),
  /** The last day that can be booked now. */
  lastBookableDate: IsoDate,
  options: z.array(OptionAvailability),
  /** Send it as `cursor` for the next page; null on the last page. */
  nextCursor: Id.nullable(),
});

/** A doctor's public profile. It has no email address and no id that another call accepts for the person. */
const PublicDoctor = z.object({
  slug: DoctorSlug,
  name: z.string(),
  photoURL: z.string().optional(),
  /** What can be booked with them, in the order of the clinic. */
  specialties: z.array(z.object({ name: z.string() })).min(1),
});

export const availability = call.tag('Availability').router({
  find: call
    .meta({ access: everyoneRecognisedLeniently, limit: 'availabilityByAddress' })
    .route({
      method: 'GET',
      path: '/availability',
      summary: 'Free times of the next days, by option',
      description:
        'For everyone, signed in or not. Options are sorted by treatment and doctor, `limit` at a time. `option` ' +
        'with `days=1` gives the state of one option on one day, and its next free slot.',
    })
    .input(
      z.object({
        /** Today in the clinic's zone unless given. */
        from: IsoDateInput.optional(),
        days: z.coerce.number().int().min(1).max(MAX_AVAILABILITY_DAYS).default(7),
        /** Only options of this specialty (`_id` of `GET /appointmentSpecialty`), doctor, or this one option. */
        specialty: Id.optional(),
        doctor: DoctorSlug.optional(),
        option: Id.optional(),
        search: Search.describe('Words, each of which must occur in the treatment or the name of the doctor'),
        limit: z.coerce.number().int().min(1).max(50).default(20),
        cursor: Id.optional(),
      }),
    )
    .output(Availability),

  doctor: call
    .meta({ access: everyone, limit: 'availabilityByAddress' })
    .route({
      method: 'GET',
      path: '/doctors/public/{slug}',
      summary: 'One doctor who can be booked',
      description: 'For everyone. A doctor who cannot be booked has no public page (404).',
    })
    .errors(notFound)
    .input(z.object({ slug: DoctorSlug }))
    .output(PublicDoctor),
});

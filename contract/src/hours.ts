import * as z from 'zod';
import { doctorOrAdmin } from './access.ts';
import { IsoDate, IsoDateInput, OptionAvailability } from './availability.ts';
import { Booking } from './booking.ts';
import { call, notFound } from './call.ts';
import { mediumDateFromIso } from './medium-date.ts';
import { changedMeanwhile, EditedVersion } from './versions.ts';
import { Id, LookupId } from './wire.ts';

const NOT_A_TIME = "Enter a time like '09:00'.";
const PAST_MIDNIGHT =
  'The end must be after the start. Hours cannot run past midnight: enter the rest on the next day.';
const OVERLAP = 'These hours overlap others of the same day.';

const From = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, { error: NOT_A_TIME, abort: true });
const To = z.string().regex(/^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/, { error: NOT_A_TIME, abort: true });

const NOT_A_WEEKDAY = 'Days are 1 for Monday to 7 for Sunday.';
const Stretch = z.object({
  /** 1 Monday … 7 Sunday. */
  weekday: z.number().int().min(1, NOT_A_WEEKDAY).max(7, NOT_A_WEEKDAY),
  /** '09:00' */
  from: From,
  /** '12:00'; '24:00' is the end of the day. */
  to: To,
});
const isInOrder = ({ from, to }: { from: string; to: string }) => from < to;
const IN_ORDER = { path: ['to'], message: PAST_MIDNIGHT };

/** Opening hours on one weekday, on the clinic's wall clock. */
export const OpeningHours = Stretch.refine(isInOrder, IN_ORDER);
export type OpeningHours = z.infer<typeof OpeningHours>;

/** A doctor's hours on one weekday. With `treatmentId`, they apply to that treatment only. */
export const WeeklyHours = Stretch.extend({ treatmentId: Id.optional() }).refine(isInOrder, IN_ORDER);
export type WeeklyHours = z.infer<typeof WeeklyHours>;

/** Replaces the weekday's hours on one date: with none (`off`) or with other hours. Two on the same date leave a break. */
export const HoursException = z
  .object({
    date: IsoDateInput,
    off: z.literal(true).optional(),
    from: From.optional(),
    to: To.optional(),
    treatmentId: Id.optional(),
  })
  .refine(
    ({ off, from, to }) => (off ? from === undefined && to === undefined : from !== undefined && to !== undefined),
    {
      path: ['from'],
      message: 'A date is either off or has hours with a start and an end.',
    },
  )
  .refine(({ from = '', to = '24:00' }) => from < to, { path: ['to'], message: PAST_MIDNIGHT });
export type HoursException = z.infer<typeof HoursException>;

/** The index of the first item that overlaps an earlier item of its group. Items that only touch do not overlap. */
function overlapping<Item>(
  items: readonly Item[],
  of: (item: Item) => { from: string; to: string; group: string },
): number | undefined {
  const stretches = items.map(of);
  const found = stretches.findIndex((one, at) =>
    stretches.slice(0, at).some((other) => other.group === one.group && one.from < other.to && other.from < one.to),
  );
  return found < 0 ? undefined : found;
}

const Weekly = z
  .array(WeeklyHours)
  .max(200, 'A week has at most 200 time ranges.')
  .superRefine((hours, context) => {
    const at = overlapping(hours, ({ weekday, treatmentId, ...hour }) => ({
      ...hour,
      group: `${weekday} ${treatmentId}`,
    }));
    if (at !== undefined) context.addIssue({ code: 'custom', path: [at, 'from'], message: OVERLAP });
  });

/** The clinic's weekly opening hours. */
export const ClinicWeek = z
  .array(OpeningHours)
  .max(70, 'A week has at most 70 time ranges.')
  .superRefine((hours, context) => {
    const at = overlapping(hours, ({ weekday, ...hour }) => ({ ...hour, group: String(weekday) }));
    if (at !== undefined) context.addIssue({ code: 'custom', path: [at, 'from'], message: OVERLAP });
  });

/** Opening hours of the clinic on one date, instead of those of its weekday. The time between two on one date is a break. */
export const SpecialHours = z.object({ date: IsoDateInput, from: From, to: To }).refine(isInOrder, IN_ORDER);
export type SpecialHours = z.infer<typeof SpecialHours>;

/** The clinic's special opening hours. */
export const ClinicSpecialHours = z
  .array(SpecialHours)
  .max(400, 'There can be at most 400 time ranges with special opening hours.')
  .superRefine((hours, context) => {
    const at = overlapping(hours, ({ date, ...hour }) => ({ ...hour, group: date }));
    if (at !== undefined) context.addIssue({ code: 'custom', path: [at, 'from'], message: OVERLAP });
  });

const Exceptions = z
  .array(HoursException)
  .max(400, 'There can be at most 400 exceptions.')
  .superRefine((exceptions, context) => {
    const at = overlapping(exceptions, ({ date, treatmentId, off, from = '00:00', to = '24:00' }) => ({
      group: `${date} ${treatmentId}`,
      from: off ? '00:00' : from,
      to,
    }));
    const exception = at === undefined ? undefined : exceptions[at];
    if (at === undefined || !exception) return;
    const isOff = exceptions.some(({ date, off }) => off && date === exception.date);
    const message = isOff ? `${mediumDateFromIso(exception.date)} is off and cannot have hours as well.` : OVERLAP;
    context.addIssue({ code: 'custom', path: [at, 'date'], message });
  });

/** Weeks that apply from a date on, each until the next one. */
const LaterWeeks = z
  .array(z.object({ validFrom: IsoDateInput, weekly: Weekly }))
  .max(20, 'At most 20 later weeks can be planned.')
  .refine((weeks) => new Set(weeks.map(({ validFrom }) => validFrom)).size === weeks.length, {
    message: 'Two later weeks begin on the same date.',
  });

/** What to do with a booked appointment that no longer fits. */
const StrandedDecision = z.enum(['keep', 'cancel']);

/**
 * What to do with the appointments that no longer fit. One word applies to all that existed when the call arrived; a
 * record decides by `_id`. An appointment without a decision, such as one booked a moment ago, is returned with 409.
 */
export const StrandedDecisions = z.union([StrandedDecision, z.record(Id, StrandedDecision)]);
export type StrandedDecisions = z.infer<typeof StrandedDecisions>;

/** The body limit of calls that change the timetable or preview a change: enough for decisions about 20,000 appointments. */
export const changesTimetable = { maxBodyBytes: 1024 * 1024 } as const;

export const strandsBookings = {
  STRANDS_BOOKINGS: {
    status: 409,
    message: 'Some booked appointments no longer fit.',
    data: z.object({ bookings: z.array(Booking) }),
  },
} as const;

/** Fields that every saved change of the timetable adds to its answer: how many stranded bookings it kept and cancelled. */
export const savedWithBookings = {
  acknowledged: z.literal(true),
  keptBookings: z.number().int(),
  cancelledBookings: z.number().int(),
} as const;

/** When a doctor works. */
export const DoctorHours = z.object({
  doctorName: z.string(),
  /** Increases by one with every change. Send it back when saving. */
  version: z.number().int(),
  /** The clinic's IANA time zone. All times are in it. */
  timeZone: z.string(),
  /** The hours that apply today. */
  weekly: z.array(WeeklyHours),
  /** Hours that apply from a later date on, in order. */
  later: z.array(z.object({ validFrom: IsoDate, weekly: z.array(WeeklyHours) })),
  /** From today on, in order. */
  exceptions: z.array(HoursException),
  /** The clinic's opening hours. Patients cannot book outside of them. Empty: at any time, whatever `specialOpening` says. */
  opening: z.array(OpeningHours),
  /** The clinic's special opening hours from today on. */
  specialOpening: z.array(SpecialHours),
  /** The dates of special opening hours during all of which the doctor works, whatever the hours and exceptions here are. */
  specialDates: z.array(IsoDate),
});
export type DoctorHours = z.infer<typeof DoctorHours>;

const HoursFields = z.object({
  id: LookupId,
  weekly: Weekly,
  /** The date from which `weekly` applies: today by default, and never earlier. Nothing changes before it. */
  validFrom: IsoDateInput.optional(),
  /** Replaces all weeks after `validFrom`. Without it, they stay. */
  later: LaterWeeks.optional(),
  /** Replaces all exceptions from today on. Without it, they stay. Past dates are ignored. */
  exceptions: Exceptions.optional(),
});
export type HoursFields = z.output<typeof HoursFields>;

const treatmentUnknown = {
  TREATMENT_UNKNOWN: { status: 409, message: 'There is no such treatment.' },
} as const;
export const hours = call.tag('Hours').router({
  get: call
    .meta({ access: doctorOrAdmin })
    .route({
      method: 'GET',
      path: '/doctors/{id}/hours',
      summary: 'When a doctor works',
      description: "For the doctor and for admins. Another doctor's hours answer 404.",
    })
    .errors(notFound)
    .input(z.object({ id: LookupId }))
    .output(DoctorHours),

  save: call
    .meta({ access: doctorOrAdmin, ...changesTimetable })
    .route({
      method: 'PUT',
      path: '/doctors/{id}/hours',
      summary: 'Changes when a doctor works',
      description:
        'For the doctor and for admins. A treatment with hours of its own (`treatmentId`) can be booked during those hours ' +
        'only; every other treatment during the hours without a `treatmentId`. On a date with exceptions, the exceptions ' +
        "replace the weekday's hours. A treatment's own hours are only narrowed by an exception, unless the exception names " +
        'that treatment. If booked appointments no longer fit, the answer is 409 `STRANDS_BOOKINGS` with those ' +
        'appointments, until `bookings` decides each: keep it, or cancel it with an email to the patient and a refund.',
    })
    .errors({ ...notFound, ...strandsBookings, ...changedMeanwhile, ...treatmentUnknown })
    .input(HoursFields.extend({ version: EditedVersion, bookings: StrandedDecisions.optional() }))
    .output(DoctorHours.extend(savedWithBookings)),

  preview: call
    .meta({ access: doctorOrAdmin, ...changesTimetable })
    .route({
      method: 'POST',
      path: '/doctors/{id}/hours/preview',
      summary:
        'What a change of hours would do: the next four weeks as patients would see them, and what no longer fits',
      description: 'Takes the same body as `PUT /doctors/{id}/hours` and changes nothing.',
    })
    .errors({ ...notFound, ...treatmentUnknown })
    .input(HoursFields)
    .output(
      z.object({
        /** Today. Each option lists 28 days from here. */
        from: IsoDate,
        timeZone: z.string(),
        lastBookableDate: IsoDate,
        options: z.array(OptionAvailability),
        /** Booked appointments that would no longer fit. */
        bookings: z.array(Booking),
      }),
    ),
});

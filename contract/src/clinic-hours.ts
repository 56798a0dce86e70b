import * as z from 'zod';
import { admin, everyone } from './access.ts';
import { IsoDateInput } from './availability.ts';
import { Booking } from './booking.ts';
import { call } from './call.ts';
import {
  ClinicSpecialHours,
  ClinicWeek,
  changesTimetable,
  OpeningHours,
  SpecialHours,
  StrandedDecisions,
  savedWithBookings,
  strandsBookings,
} from './hours.ts';
import { changedMeanwhile, EditedVersion } from './versions.ts';
import { Id } from './wire.ts';

/** The clinic's opening hours. No doctor can be booked outside them. An empty list sets no limits. */
export const ClinicHours = z.object({
  /** The version of the clinic (see `GET /clinic/rules`). Send it back when saving. */
  version: z.number().int(),
  weekly: z.array(OpeningHours),
  /** From today on, in order. On these dates they replace the hours of the weekday. Without weekly hours, they set no limits. */
  special: z.array(SpecialHours),
});
export type ClinicHours = z.infer<typeof ClinicHours>;

/** Doctors in one request, each counted once for each date, and the dates. */
const MOST_CHOSEN = 2000;

/** The doctors who work during all special hours of a date, whatever their own hours and exceptions are. These stay. */
const DoctorsOfDate = z.object({
  date: IsoDateInput,
  doctorIds: z.array(Id),
});
export type DoctorsOfDate = z.infer<typeof DoctorsOfDate>;

const TimeRange = z.object({ from: z.string(), to: z.string() });

/** Who works on a date, whatever the clinic's opening hours. */
const DoctorsOnDate = z.object({
  /** The reason, if closing days close the clinic all day. Nothing can be booked then. */
  closure: z.string().optional(),
  /** When treatments without a named doctor can be booked. */
  withoutDoctor: z.array(TimeRange),
  /** The doctors who can be booked, by name. */
  doctors: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      /** The doctor's own hours on the date, of all treatments together. */
      hours: z.array(TimeRange),
      /** Whether `hours` come from an exception. If there are none then, the doctor has a day off. */
      isException: z.boolean(),
      /** Whether the doctor was chosen for the special hours of the date, and works during all of them. */
      isChosen: z.boolean(),
      /** The reason, if the doctor is away all day. */
      absence: z.string().optional(),
    }),
  ),
});
export type DoctorsOnDate = z.infer<typeof DoctorsOnDate>;

const ClinicHoursFields = z.object({
  weekly: ClinicWeek,
  /** Replaces all special hours from today on. Without it, they stay. Past dates are ignored. */
  special: ClinicSpecialHours.optional(),
  /**
   * Who works during all special hours of these dates, instead of those who were chosen before. On other dates, these stay
   * chosen as long as the date has special hours. Dates without them are ignored, and doctors who cannot be booked stay as they
   * were.
   */
  doctors: z
    .array(DoctorsOfDate)
    .refine(
      (dates) => dates.reduce((sum, { doctorIds }) => sum + doctorIds.length, dates.length) <= MOST_CHOSEN,
      `At most ${MOST_CHOSEN} doctors can be chosen at once, for all dates together.`,
    )
    .optional(),
});
export type ClinicHoursFields = z.output<typeof ClinicHoursFields>;

export const clinicHours = call.tag('Clinic').router({
  get: call
    .meta({ access: everyone })
    .route({ method: 'GET', path: '/clinic/hours', summary: 'When the clinic is open' })
    .output(ClinicHours),

  doctorsOn: call
    .meta({ access: admin })
    .route({
      method: 'GET',
      path: '/clinic/hours/{date}/doctors',
      summary: 'Who works on a date',
      description: 'To choose doctors who work during special hours of the clinic.',
    })
    .input(z.object({ date: IsoDateInput }))
    .output(DoctorsOnDate),

  save: call
    .meta({ access: admin, ...changesTimetable })
    .route({
      method: 'PUT',
      path: '/clinic/hours',
      summary: 'Changes when the clinic is open',
      description:
        "Patients can book a doctor when both the doctor's hours and the clinic's are open. On a date with special hours, these " +
        'replace the hours of its weekday. Without weekly hours, no date is limited. The doctors in `doctors` work during all ' +
        'special hours of their dates. If booked appointments no longer fit, the answer is 409 `STRANDS_BOOKINGS` with those ' +
        'appointments, until `bookings` has a decision about each.',
    })
    .errors({ ...strandsBookings, ...changedMeanwhile })
    .input(ClinicHoursFields.extend({ version: EditedVersion, bookings: StrandedDecisions.optional() }))
    .output(ClinicHours.extend(savedWithBookings)),

  preview: call
    .meta({ access: admin, ...changesTimetable })
    .route({
      method: 'POST',
      path: '/clinic/hours/preview',
      summary: 'The booked appointments that would no longer fit',
    })
    .input(ClinicHoursFields)
    .output(z.object({ bookings: z.array(Booking) })),
});

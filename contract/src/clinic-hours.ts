import * as z from 'zod';
import { admin, everyone } from './access.ts';
import { Booking } from './booking.ts';
import { call } from './call.ts';
import {
  ClinicSpecialHours,
  ClinicWeek,
  decidesStranded,
  OpeningHours,
  SpecialHours,
  StrandedDecisions,
  savedWithBookings,
  strandsBookings,
} from './hours.ts';
import { changedMeanwhile, EditedVersion } from './versions.ts';

/** The clinic's opening hours. No doctor can be booked outside them. An empty list sets no limits. */
export const ClinicHours = z.object({
  /** The version of the clinic (see `GET /clinic/rules`). Send it back when saving. */
  version: z.number().int(),
  weekly: z.array(OpeningHours),
  /** From today on, in order. On these dates they replace the hours of the weekday. Without weekly hours, they set no limits. */
  special: z.array(SpecialHours),
});
export type ClinicHours = z.infer<typeof ClinicHours>;

const ClinicHoursFields = z.object({
  weekly: ClinicWeek,
  /** Replaces all special hours from today on. Without it, they stay. Past dates are ignored. */
  special: ClinicSpecialHours.optional(),
});
export type ClinicHoursFields = z.output<typeof ClinicHoursFields>;

const tags = ['Clinic'];

export const clinicHours = {
  get: call
    .meta({ access: everyone })
    .route({ method: 'GET', path: '/clinic/hours', tags, summary: 'When the clinic is open' })
    .output(ClinicHours),

  save: call
    .meta({ access: admin, ...decidesStranded })
    .route({
      method: 'PUT',
      path: '/clinic/hours',
      tags,
      summary: 'Changes when the clinic is open',
      description:
        "Patients can book a doctor when both the doctor's hours and the clinic's are open. On a date with special hours, these " +
        'replace the hours of its weekday. Without weekly hours, no date is limited. If booked appointments no longer fit, the ' +
        'answer is 409 `STRANDS_BOOKINGS` with those appointments, until `bookings` has a decision about each.',
    })
    .errors({ ...strandsBookings, ...changedMeanwhile })
    .input(ClinicHoursFields.extend({ version: EditedVersion, bookings: StrandedDecisions.optional() }))
    .output(ClinicHours.extend(savedWithBookings)),

  preview: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/clinic/hours/preview',
      tags,
      summary: 'The booked appointments that would no longer fit',
    })
    .input(ClinicHoursFields)
    .output(z.object({ bookings: z.array(Booking) })),
};

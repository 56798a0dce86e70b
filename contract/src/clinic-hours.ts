import * as z from 'zod';
import { admin, everyone } from './access.ts';
import { Booking } from './booking.ts';
import { call } from './call.ts';
import {
  ClinicWeek,
  changedMeanwhile,
  EditedVersion,
  OpeningHours,
  StrandedDecisions,
  savedWithBookings,
  strandsBookings,
} from './hours.ts';

/** When the clinic is open. No doctor can be booked outside; without any hours, the doctors' own are the only ones. */
export const ClinicHours = z.object({
  /** That of the clinic (`GET /clinic/rules`). Send it back with what was edited. */
  version: z.number().int(),
  weekly: z.array(OpeningHours),
});
export type ClinicHours = z.infer<typeof ClinicHours>;

const tags = ['Clinic'];

export const clinicHours = {
  get: call
    .meta({ access: everyone })
    .route({ method: 'GET', path: '/clinic/hours', tags, summary: 'When the clinic is open' })
    .output(ClinicHours),

  save: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/clinic/hours',
      tags,
      summary: 'Changes when the clinic is open',
      description:
        "Doctors can be booked where their own hours and the clinic's meet. An empty list sets no limits. Where booked " +
        'appointments no longer fit, the answer is 409 `STRANDS_BOOKINGS` with these, until `bookings` says what becomes ' +
        'of each.',
    })
    .errors({ ...strandsBookings, ...changedMeanwhile })
    .input(z.object({ weekly: ClinicWeek, version: EditedVersion, bookings: StrandedDecisions.optional() }))
    .output(ClinicHours.extend(savedWithBookings)),

  preview: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/clinic/hours/preview',
      tags,
      summary: 'The booked appointments that would no longer fit',
    })
    .input(z.object({ weekly: ClinicWeek }))
    .output(z.object({ bookings: z.array(Booking) })),
};

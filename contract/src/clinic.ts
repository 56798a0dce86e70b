import * as z from 'zod';
import { admin, everyone } from './access.ts';
import { call } from './call.ts';
import { changedMeanwhile, EditedVersion } from './hours.ts';

const WHOLE = 'Enter a whole number.';

const Rules = {
  /** How many minutes before it starts an appointment can be booked at the latest. */
  leastNoticeMinutes: z.number().int(WHOLE).min(0).max(43_200, 'The notice is at most 30 days.'),
  /** How many days can be booked, today included. */
  horizonDays: z
    .number()
    .int(WHOLE)
    .min(1, 'At least today can be booked.')
    .max(730, 'At most two years can be booked.'),
  /** How many unpaid appointments a patient may have ahead. */
  maxUnpaidBookings: z.number().int(WHOLE).min(1).max(1000),
  /** When patients pay: when they book, or in the clinic if they like. */
  payment: z.enum(['at-booking', 'at-clinic']),
  /** Until how many hours before it starts an appointment can be cancelled free of charge; 0: until it starts. */
  freeCancellationHours: z.number().int(WHOLE).min(0).max(720, 'Free cancellation ends at most 30 days ahead.'),
};

/** What the clinic has decided about bookings. A booking keeps those that held when it was made. */
export const ClinicRules = z.object({
  ...Rules,
  /** One higher with every change. Send it back with what was edited. */
  version: z.number().int(),
});
export type ClinicRules = z.infer<typeof ClinicRules>;

const tags = ['Clinic'];

export const clinic = {
  rules: call
    .meta({ access: everyone })
    .route({ method: 'GET', path: '/clinic/rules', tags, summary: 'The rules of the clinic for bookings' })
    .output(ClinicRules),

  saveRules: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/clinic/rules',
      tags,
      summary: 'Changes the rules of the clinic for bookings',
      description: 'What is left out stays as it is. What is booked keeps the rules that it was booked under.',
    })
    .errors(changedMeanwhile)
    .input(z.object(Rules).partial().extend({ version: EditedVersion }))
    .output(ClinicRules.extend({ acknowledged: z.literal(true) })),
};

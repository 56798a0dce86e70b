import * as z from 'zod';
import { admin, everyone } from './access.ts';
import { call } from './call.ts';
import { type Range, ruleLimits } from './clinic-limits.ts';
import { changedMeanwhile, EditedVersion } from './versions.ts';

const whole = ([[least, tooLow], [most, tooHigh]]: Range) =>
  z.number().int('Enter a whole number.').min(least, tooLow).max(most, tooHigh);

const Rules = {
  /** An appointment can be booked until this many minutes before it starts. */
  leastNoticeMinutes: whole(ruleLimits.leastNoticeMinutes),
  /** How many days ahead patients can book, including today. */
  horizonDays: whole(ruleLimits.horizonDays),
  /**
   * How many unpaid upcoming appointments a patient may have who books another. The same limit applies to those that cost
   * nothing. What staff booked does not count, and staff book without a limit.
   */
  maxUnpaidBookings: whole(ruleLimits.maxUnpaidBookings),
  /**
   * Whether patients need a confirmed email address to hold, book or wait for a time. Otherwise one person can take many
   * times with many accounts. Not for what staff book for them.
   */
  confirmedEmailOnly: z.boolean(),
  /** Whether patients pay online when they book, or may pay at the clinic. The front desk books without it. */
  payment: z.enum(['at-booking', 'at-clinic']),
  /** How many minutes patients have to pay online when they book. */
  payWithinMinutes: whole(ruleLimits.payWithinMinutes),
  /** Cancelling is free until this many hours before the appointment; 0 means until it starts. */
  freeCancellationHours: whole(ruleLimits.freeCancellationHours),
  /** For how many minutes whoever on the waiting list is offered a time can take it; at night it is kept until 8:00. */
  offerMinutes: whole(ruleLimits.offerMinutes),
};

/** The clinic's rules for bookings. A booking keeps the rules that applied when it was made. */
export const ClinicRules = z.object({
  ...Rules,
  /** Increases by one with every change. Send it back when saving. */
  version: z.number().int(),
});
export type ClinicRules = z.infer<typeof ClinicRules>;

export const clinic = call.tag('Clinic').router({
  rules: call
    .meta({ access: everyone })
    .route({ method: 'GET', path: '/clinic/rules', summary: 'The rules of the clinic for bookings' })
    .output(ClinicRules),

  saveRules: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/clinic/rules',
      summary: 'Changes the rules of the clinic for bookings',
      description:
        'Fields that are left out do not change. Existing bookings keep the rules under which they were booked, and open ' +
        'offers of the waiting list keep their end.',
    })
    .errors({
      ...changedMeanwhile,
      NO_PAYMENTS: {
        status: 409,
        message: 'This clinic cannot take payments online yet. Patients could not pay when they book.',
      },
    })
    .input(z.object(Rules).partial().extend({ version: EditedVersion }))
    .output(ClinicRules.extend({ acknowledged: z.literal(true) })),
});

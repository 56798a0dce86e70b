import * as z from 'zod';
import { admin } from './access.ts';
import { IsoDate } from './availability.ts';
import { call } from './call.ts';
import { MoneyTotal } from './money-total.ts';
import { CsvFile, MediumDate, MediumDateInput } from './wire.ts';

/** The most days of one question. */
const MAX_STATISTICS_DAYS = 1100;

const count = z.number().int().nonnegative();

/** Appointments by what has become of them. `made` is the sum of the others; `ahead` are those without an outcome yet. */
const outcomes = { made: count, ahead: count, done: count, noShow: count, cancelled: count };

/** Minutes of appointments that were not cancelled, and minutes of working hours, from the day of the first appointment on. */
const utilisation = {
  bookedMinutes: count,
  /** Null for a calendar that had no appointment yet, or can no longer be booked: its hours may have ended on any day. */
  offeredMinutes: count.nullable(),
};

export const Statistics = z.object({
  from: MediumDate,
  to: MediumDate,
  appointments: z.object({
    ...outcomes,
    cancelledBy: z.object({ patient: count, doctor: count, clinic: count, system: count }),
  }),
  /** Each day, or each month (by its first day) if there are more than 62 days. In order, without those that have none. */
  periods: z.object({ unit: z.enum(['day', 'month']), rows: z.array(z.object({ starts: IsoDate, ...outcomes })) }),
  calendars: z.array(
    z.object({
      /** The doctor's name, or that of the treatment without a named doctor. */
      name: z.string(),
      isDoctor: z.boolean(),
      ...outcomes,
      ...utilisation,
      /** Monday first. */
      weekdays: z.array(z.object(utilisation)).length(7),
    }),
  ),
  income: z.array(MoneyTotal),
});
export type Statistics = z.infer<typeof Statistics>;

const days = z
  .object({ from: MediumDateInput, to: MediumDateInput })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day is before the first.' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_STATISTICS_DAYS * 86_400_000, {
    path: ['to'],
    message: 'Please choose three years at most.',
  });
export const statistics = call.tag('Statistics').router({
  read: call
    .meta({ access: admin, limit: 'searchesByPerson', mayBeOld: true })
    .route({
      method: 'GET',
      path: '/statistics',
      summary: 'Outcomes of the appointments of some days, how busy the doctors were, and the income',
      description:
        '`from` and `to` are civil dates of the clinic, both included: of the appointment, and of the payment. Three ' +
        'years at most.',
    })
    .input(days)
    .output(Statistics),

  export: call
    .meta({ access: admin, limit: 'exportsByAddress' })
    .route({
      method: 'GET',
      path: '/statistics.csv',
      summary: 'The same figures as a table for spreadsheets, one a line',
    })
    .input(days)
    .output(CsvFile),
});

import { contract } from '@openhours/contract';
import { moneyMethodNames } from '@openhours/contract/money-words.ts';
import type { Statistics } from '@openhours/contract/statistics.ts';
import { calendarName, cancelledByNames, cancellers, outcomeNames } from '@openhours/contract/statistics-words.ts';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { type CsvCell, csvFile, csvOf } from '../../call/csv.ts';
import { actorOf, recordAudit } from '../audit/index.ts';
import type { CurrentClinic } from '../clinic/index.ts';
import { findStatistics } from './find-statistics.ts';

/** The calls of `contract/statistics.ts`. */
export function statisticsApi({ clinic }: { clinic: Pick<CurrentClinic, 'timeZone'> }) {
  const calls = implement(contract.statistics).$context<CallContext>();
  const find = ({ db }: CallContext, { from: first, to: last }: { from: string; to: string }) =>
    findStatistics(db, { first, last, timeZone: clinic.timeZone });
  return {
    read: calls.read.handler(({ context, input }) => find(context, input)),

    export: calls.export.handler(async ({ context, input }) => {
      const statistics = await find(context, input);
      const by = actorOf(context);
      const detail = `${input.from} to ${input.to}`;
      await recordAudit(context.db, { by, what: 'export-statistics', outcome: 'done', detail, now: context.now });
      return csvFile(
        'statistics.csv',
        csvOf(['Table', 'Of', 'Weekday', 'Figure', 'Value', 'Unit'], linesOf(statistics)),
      );
    }),
  };
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** One figure a line, which spreadsheets can turn into any table, in the words of the page. */
function linesOf({ appointments, periods, calendars, income }: Statistics): CsvCell[][] {
  const counts = (table: string, of: string, figures: Counts): CsvCell[][] =>
    OUTCOMES.map((one) => [table, of, '', outcomeNames[one], figures[one], 'appointments']);
  return [
    ...counts('Appointments', 'All', appointments),
    ...cancellers.map((who) => {
      const name = `${outcomeNames.cancelled} ${cancelledByNames[who]}`;
      return ['Cancellations', 'All', '', name, appointments.cancelledBy[who], 'appointments'];
    }),
    ...periods.rows.flatMap(({ starts, ...figures }) => counts(`By ${periods.unit}`, starts, figures)),
    ...calendars.flatMap((calendar) => counts('By doctor', calendarName(calendar), calendar)),
    ...calendars.flatMap((calendar) =>
      calendar.weekdays.flatMap(({ bookedMinutes, offeredMinutes }, index): CsvCell[][] => {
        const about = ['Utilisation', calendarName(calendar), WEEKDAYS[index] ?? ''];
        const booked: CsvCell[] = [...about, 'Booked', bookedMinutes, 'minutes'];
        return offeredMinutes === null ? [booked] : [booked, [...about, 'Working hours', offeredMinutes, 'minutes']];
      }),
    ),
    ...income.flatMap(({ method, currency, payments, received, refunded, total }): CsvCell[][] => [
      ['Income', moneyMethodNames[method], '', 'Payments', payments, 'payments'],
      ['Income', moneyMethodNames[method], '', 'Received', received, currency],
      ['Income', moneyMethodNames[method], '', 'Refunded', refunded, currency],
      ['Income', moneyMethodNames[method], '', 'Total', total, currency],
    ]),
  ];
}

const OUTCOMES = ['made', 'done', 'ahead', 'noShow', 'cancelled'] as const;
type Counts = Pick<Statistics['appointments'], (typeof OUTCOMES)[number]>;

import { contract } from '@openhours/contract';
import type { Statistics } from '@openhours/contract/statistics.ts';
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

/** One figure a line, which spreadsheets can turn into any table. */
function linesOf({ appointments, periods, calendars, income }: Statistics): CsvCell[][] {
  const { cancelledBy, ...outcomes } = appointments;
  const counts = (table: string, of: string, figures: object): CsvCell[][] =>
    Object.entries(figures).map(([figure, value]) => [table, of, '', figure, Number(value), 'appointments']);
  return [
    ...counts('Appointments', 'all', outcomes),
    ...counts('Cancelled by', 'all', cancelledBy),
    ...periods.rows.flatMap(({ starts, ...figures }) => counts(`By ${periods.unit}`, starts, figures)),
    ...calendars.flatMap(({ name, made, ahead, done, noShow, cancelled }) =>
      counts('By calendar', name, { made, ahead, done, noShow, cancelled }),
    ),
    ...calendars.flatMap(({ name, weekdays }) =>
      weekdays.flatMap(({ bookedMinutes, offeredMinutes }, index): CsvCell[][] => {
        const about = ['Utilisation', name, WEEKDAYS[index] ?? ''];
        const booked: CsvCell[] = [...about, 'booked', bookedMinutes, 'minutes'];
        return offeredMinutes === null ? [booked] : [booked, [...about, 'offered', offeredMinutes, 'minutes']];
      }),
    ),
    ...income.flatMap(({ method, currency, received, refunded, total }): CsvCell[][] => [
      ['Income', method, '', 'received', received, currency],
      ['Income', method, '', 'refunded', refunded, currency],
      ['Income', method, '', 'total', total, currency],
    ]),
  ];
}

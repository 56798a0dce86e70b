import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { moneyMethodNames } from '@openhours/contract/money-words.ts';
import type { Statistics } from '@openhours/contract/statistics.ts';
import { calendarName, cancelledByNames, cancellers, outcomeNames } from '@openhours/contract/statistics-words.ts';
import { Amount } from '../../clinic/amount.tsx';
import { Section } from '../../ui/section.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { Bar, Legend } from './bar.tsx';

/** The tables of the statistics, with their charts in them. */
export function Figures({ statistics }: { statistics: Statistics }) {
  const { appointments, periods, calendars, income } = statistics;
  return (
    <div className="space-y-12">
      {appointments.made > 0 ? (
        <Total appointments={appointments} />
      ) : (
        <p>There were no appointments in this period.</p>
      )}
      {periods.rows.length > 0 && <Periods periods={periods} />}
      {calendars.some(({ made }) => made > 0) && <OfCalendars calendars={calendars} />}
      {calendars.length > 0 && <Utilisation calendars={calendars} />}
      <Section id="income" title="Income">
        {income.length === 0 ? (
          <p>There were no payments in this period.</p>
        ) : (
          <Table
            caption="Income by method"
            density="dense"
            columns={incomeColumns}
            rows={income}
            rowKey={({ method, currency }) => method + currency}
          />
        )}
      </Section>
    </div>
  );
}

function Total({ appointments }: Pick<Statistics, 'appointments'>) {
  const { made, cancelledBy } = appointments;
  const rows = [
    ...outcomes.map(({ field, text, tone }) => ({ name: text, value: appointments[field], tone })),
    ...cancellers.map((who) => ({
      name: `… ${cancelledByNames[who]}`,
      value: cancelledBy[who],
      tone: 'danger' as const,
    })),
  ];
  return (
    <Section id="appointments" title={`${made.toLocaleString('en-US')} ${made === 1 ? 'appointment' : 'appointments'}`}>
      <Table
        caption="Outcomes of the appointments"
        density="dense"
        columns={[
          { header: 'Outcome', inCard: 'lead', nowrap: true, cell: ({ name }) => name },
          { header: 'Number', inCard: 'figure', align: 'end', cell: ({ value }) => <Count value={value} /> },
          { header: 'Share', inCard: 'figure', align: 'end', cell: ({ value }) => percentText(value, made) },
          {
            header: 'Chart',
            inCard: 'plain',
            cell: ({ value, tone }) => <Bar parts={[{ value, tone }]} most={made} />,
          },
        ]}
        rows={rows}
        rowKey={({ name }) => name}
      />
    </Section>
  );
}

const outcomes = [
  { field: 'done', text: outcomeNames.done, tone: 'pine' },
  { field: 'ahead', text: outcomeNames.ahead, tone: 'neutral' },
  { field: 'noShow', text: outcomeNames.noShow, tone: 'amber' },
  { field: 'cancelled', text: outcomeNames.cancelled, tone: 'danger' },
] as const;

type Counts = Pick<Statistics['appointments'], 'made' | (typeof outcomes)[number]['field']>;

/** Appointments by what has become of them, in a table with one line for each `first`. */
function Outcomes<Row extends Counts>({
  id,
  title,
  first,
  rows,
  rowKey,
}: {
  id: string;
  title: string;
  first: Pick<TableColumn<Row>, 'header' | 'cell' | 'nowrap'>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}) {
  const most = Math.max(...rows.map(({ made }) => made));
  return (
    <Section id={id} title={title}>
      <Legend entries={outcomes} />
      <Table
        caption={`Appointments ${title.toLowerCase()}`}
        density="dense"
        columns={[
          { inCard: 'lead', ...first },
          { header: outcomeNames.made, inCard: 'figure', align: 'end', cell: ({ made }) => <Count value={made} /> },
          ...outcomes.map(
            ({ field, text }): TableColumn<Row> => ({
              header: text,
              inCard: 'figure',
              align: 'end',
              cell: (row) => <Count value={row[field]} />,
            }),
          ),
          {
            header: 'Chart',
            inCard: 'plain',
            cell: (row) => <Bar most={most} parts={outcomes.map(({ field, tone }) => ({ value: row[field], tone }))} />,
          },
        ]}
        rows={rows}
        rowKey={rowKey}
      />
    </Section>
  );
}

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function Periods({ periods: { unit, rows } }: Pick<Statistics, 'periods'>) {
  return (
    <Outcomes
      id="periods"
      title={unit === 'day' ? 'By day' : 'By month'}
      first={{
        header: unit === 'day' ? 'Day' : 'Month',
        nowrap: true,
        cell: ({ starts }) => (unit === 'day' ? mediumDateFromIso(starts) : monthFormat.format(new Date(starts))),
      }}
      rows={rows}
      rowKey={({ starts }) => starts}
    />
  );
}

function OfCalendars({ calendars }: Pick<Statistics, 'calendars'>) {
  return (
    <Outcomes
      id="calendars"
      title="By doctor"
      first={{ header: 'Calendar', cell: calendarName }}
      rows={calendars.filter(({ made }) => made > 0)}
      rowKey={(calendar) => String(calendars.indexOf(calendar))}
    />
  );
}

type Calendar = Statistics['calendars'][number];

const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function Utilisation({ calendars }: Pick<Statistics, 'calendars'>) {
  const weekday = (index: number, header: string): TableColumn<Calendar> => ({
    header,
    inCard: 'figure',
    align: 'end',
    cell: ({ weekdays }) => {
      const { bookedMinutes = 0, offeredMinutes = null } = weekdays[index] ?? {};
      return <span className="whitespace-nowrap tabular-nums">{shareText(bookedMinutes, offeredMinutes)}</span>;
    },
  });
  return (
    <Section id="utilisation" title="Utilisation">
      <p className="mb-3 max-w-prose text-muted">
        Booked time as a share of working hours, from a doctor’s first appointment on. No-shows count, cancelled
        appointments do not.
      </p>
      <Table
        caption="Utilisation by doctor and weekday"
        density="dense"
        columns={[
          { header: 'Calendar', inCard: 'lead', cell: calendarName },
          ...weekdayNames.map((name, index) => weekday(index, name)),
          {
            header: 'All',
            inCard: 'figure',
            align: 'end',
            cell: ({ bookedMinutes, offeredMinutes }) => (
              <strong className="whitespace-nowrap tabular-nums">{shareText(bookedMinutes, offeredMinutes)}</strong>
            ),
          },
          {
            header: 'Chart',
            inCard: 'plain',
            cell: ({ bookedMinutes, offeredMinutes }) => (
              <Bar
                parts={[{ value: Math.min(bookedMinutes, offeredMinutes ?? 0), tone: 'pine' }]}
                most={offeredMinutes ?? 0}
              />
            ),
          },
        ]}
        rows={calendars}
        // Two doctors may have the same name and the same minutes.
        rowKey={(calendar) => String(calendars.indexOf(calendar))}
      />
    </Section>
  );
}

type Income = Statistics['income'][number];

const incomeColumns: readonly TableColumn<Income>[] = [
  { header: 'Paid', inCard: 'lead', nowrap: true, cell: ({ method }) => moneyMethodNames[method] },
  { header: 'Payments', align: 'end', cell: ({ payments }) => <Count value={payments} /> },
  {
    header: 'Received',
    align: 'end',
    cell: ({ received, currency }) => <Amount amount={received} currency={currency} />,
  },
  {
    header: 'Refunded',
    align: 'end',
    cell: ({ refunded, currency }) => <Amount amount={refunded} currency={currency} />,
  },
  {
    header: 'Total',
    align: 'end',
    cell: ({ total, currency }) => (
      <strong>
        <Amount amount={total} currency={currency} />
      </strong>
    ),
  },
];

function Count({ value }: { value: number }) {
  return <span className="whitespace-nowrap tabular-nums">{value.toLocaleString('en-US')}</span>;
}

function percentText(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (100 * part) / whole;
  return percent > 0 && percent < 1 ? '<1%' : `${Math.round(percent)}%`;
}

/** Without working hours, the booked hours. */
function shareText(bookedMinutes: number, offeredMinutes: number | null): string {
  if (offeredMinutes) return percentText(bookedMinutes, offeredMinutes);
  return bookedMinutes === 0 ? '–' : `${Math.round(bookedMinutes / 6) / 10} h`;
}

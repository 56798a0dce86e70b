import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { readFailure } from '../../api/failure.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { useSearchParams } from '../../router.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { TableOutline } from '../../ui/table-outline.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { DownloadButton } from '../appointments/download-button.tsx';
import { type DateRange, nameOf, rangeNames, rangeOf, ranges, readRange } from './date-range.ts';
import { Figures } from './figures.tsx';

/** Outcomes of the appointments of some days, how busy the doctors were, and the income. For admins. */
export function Component() {
  const today = useClinicToday();
  const [query, setQuery] = useSearchParams();
  const range = readRange(query, today);
  const { from, to } = range;
  const input = { from: mediumDateFromIso(from), to: mediumDateFromIso(to) };
  const statistics = useQuery(api.statistics.read.queryOptions({ input }));
  const { status, message } = readFailure(statistics.error);
  const refused = status === 400 && message;
  // From the present URL, because the page shows a change of the URL a moment later.
  const change = (next: (now: DateRange) => DateRange): void =>
    setQuery((now) => new URLSearchParams({ ...next(readRange(now, today)) }), { replace: true });
  return (
    <>
      <PageHeading title="Statistics" action={<PrintButton />}>
        Appointments are counted on their day, income on the day of the payment.
      </PageHeading>
      <RangeChooser range={range} today={today} onChange={change} />
      <h2 className="mb-6 text-heading">{`${input.from} to ${input.to}`}</h2>
      {statistics.data ? (
        <>
          <Figures statistics={statistics.data} />
          <div className="mt-10">
            <DownloadButton
              key={from + to}
              name={`statistics-${from}-${to}.csv`}
              load={() => client.statistics.export(input)}
            />
          </div>
        </>
      ) : refused ? (
        <EmptyState title="Choose other days">{refused}</EmptyState>
      ) : (
        <WithoutData query={statistics} message="We could not load the statistics.">
          <TableOutline columns={4} density="dense" />
        </WithoutData>
      )}
    </>
  );
}

function RangeChooser({
  range,
  today,
  onChange,
}: {
  range: DateRange;
  today: string;
  onChange: (next: (now: DateRange) => DateRange) => void;
}) {
  const { from, to } = range;
  const choose = (name: string): void => {
    const known = ranges.find((one) => one === name);
    if (known) onChange(() => rangeOf(known, today));
  };
  return (
    <div className="mb-8 flex flex-wrap items-end gap-4 print:hidden">
      <SelectField
        label="Days"
        className="w-44"
        value={nameOf(range, today) ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="" disabled>
          Custom range
        </option>
        <Options of={ranges.map((name) => [name, rangeNames[name]])} />
      </SelectField>
      <DayField
        label="From"
        required
        className="w-44"
        day={from}
        onChange={(chosen) => onChange((now) => ({ from: chosen, to: chosen > now.to ? chosen : now.to }))}
      />
      <DayField
        label="To"
        required
        className="w-44"
        day={to}
        onChange={(chosen) => onChange((now) => ({ from: chosen < now.from ? chosen : now.from, to: chosen }))}
      />
    </div>
  );
}

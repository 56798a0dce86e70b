import { DayField } from '../../ui/day-field.tsx';
import { MoreFilters } from '../../ui/more-filters.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { stateWords, wayNames } from '../payments/payment-words.ts';
import { type PaymentFilter, states, ways } from './payment-filter.ts';

/** What the list of payments shows: a search, state, way to pay and days. */
export function PaymentFilters({
  filter,
  onChange,
}: {
  filter: PaymentFilter;
  onChange: (changes: Partial<PaymentFilter>) => void;
}) {
  const { search, state, way, from, to } = filter;
  const isNarrow = useMediaQuery('(width < 40rem)');
  const choices = (
    <>
      <SelectField
        label="State"
        value={state}
        onChange={({ target }) => onChange({ state: states.find((one) => one === target.value) ?? '' })}
      >
        <option value="">All</option>
        <Options of={states.map((one) => [one, stateWords[one].forAdmin])} />
      </SelectField>
      <SelectField
        label="Paid by"
        value={way}
        onChange={({ target }) => onChange({ way: ways.find((one) => one === target.value) ?? '' })}
      >
        <option value="">All</option>
        <Options of={ways.map((one) => [one, wayNames[one]])} />
      </SelectField>
      <DayField
        label="Paid from"
        day={from}
        onChange={(day) => onChange({ from: day, ...(to !== '' && to < day && { to: '' }) })}
      />
      <DayField label="Paid until" {...(from && { min: from })} day={to} onChange={(day) => onChange({ to: day })} />
    </>
  );
  return (
    <div className="mb-6 grid gap-4">
      <SearchField
        label="Search by patient, reference, transaction or receipt number"
        value={search}
        onSearch={(text) => onChange({ search: text })}
      />
      {isNarrow ? (
        <MoreFilters chosen={[state, way, from, to].filter(Boolean).length}>{choices}</MoreFilters>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">{choices}</div>
      )}
    </div>
  );
}

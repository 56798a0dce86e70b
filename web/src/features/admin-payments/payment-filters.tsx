import type { SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { MoreFilters } from '../../ui/more-filters.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useSearchDraft } from '../../ui/use-search-draft.ts';
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
  const draft = useSearchDraft({ value: search, search });
  const change = (changes: Partial<PaymentFilter>): void => {
    const typed = draft.value.trim();
    draft.markSent(typed);
    onChange({ search: typed, ...changes });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    change({});
  };
  const isNarrow = useMediaQuery('(width < 40rem)');
  const choices = (
    <>
      <SelectField
        label="State"
        value={state}
        onChange={({ target }) => change({ state: states.find((one) => one === target.value) ?? '' })}
      >
        <option value="">All</option>
        <Options of={states.map((one) => [one, stateWords[one].forAdmin])} />
      </SelectField>
      <SelectField
        label="Paid by"
        value={way}
        onChange={({ target }) => change({ way: ways.find((one) => one === target.value) ?? '' })}
      >
        <option value="">All</option>
        <Options of={ways.map((one) => [one, wayNames[one]])} />
      </SelectField>
      <DayField
        label="Paid from"
        day={from}
        onChange={(day) => change({ from: day, ...(to !== '' && to < day && { to: '' }) })}
      />
      <DayField label="Paid until" {...(from && { min: from })} day={to} onChange={(day) => change({ to: day })} />
    </>
  );
  return (
    <search>
      <form onSubmit={submit} className="mb-6 grid gap-4">
        <div className="grid items-end gap-4 sm:grid-cols-[1fr_auto]">
          <TextField
            label="Search"
            hint="Patient, appointment reference, transaction or receipt number"
            type="search"
            maxLength={200}
            value={draft.value}
            onChange={({ target }) => draft.setValue(target.value)}
          />
          <Button type="submit" variant="secondary">
            Search
          </Button>
        </div>
        {isNarrow ? (
          <MoreFilters chosen={[state, way, from, to].filter(Boolean).length}>{choices}</MoreFilters>
        ) : (
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">{choices}</div>
        )}
      </form>
    </search>
  );
}

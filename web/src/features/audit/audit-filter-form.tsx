import { type SubmitEvent, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { MoreFilters } from '../../ui/more-filters.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useSearchDraft } from '../../ui/use-search-draft.ts';
import { type AuditFilter, noFilter, writeFilter } from './audit-filter.ts';
import { actionWords, outcomeWords } from './audit-words.ts';

/** The filter of the audit log. */
export function AuditFilterForm({
  filter,
  onFilter,
}: {
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}) {
  const draft = useSearchDraft({ value: filter, search: writeFilter(filter).toString() });
  const wanted = draft.value;
  const filterButton = useRef<HTMLButtonElement>(null);
  const change = (changes: Partial<AuditFilter>): void => draft.setValue({ ...wanted, ...changes });
  const field = (name: keyof AuditFilter) => ({
    value: wanted[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    draft.markSent(writeFilter(wanted).toString());
    onFilter(wanted);
  };
  const showEverything = (): void => {
    // This button disappears with the filter, so move the focus.
    filterButton.current?.focus();
    draft.setValue(noFilter);
    draft.markSent('');
    onFilter(noFilter);
  };
  const isNarrow = useMediaQuery('(width < 40rem)');
  const { on, outcome, from, to } = filter;
  const isFiltered = Object.values(filter).some(Boolean);
  const others = (
    <>
      <TextField label="On whom" placeholder="Name or email" maxLength={100} autoComplete="off" {...field('on')} />
      <SelectField label="Outcome" {...field('outcome')}>
        <option value="">Any</option>
        <Options of={Object.entries(outcomeWords)} />
      </SelectField>
      <DayField
        label="From day"
        day={wanted.from}
        onChange={(from) => change({ from, ...(wanted.to < from && { to: '' }) })}
      />
      <DayField
        label="To day"
        {...(wanted.from && { min: wanted.from })}
        day={wanted.to}
        onChange={(to) => change({ to })}
      />
    </>
  );
  return (
    <form role="search" aria-label="Filter the log" onSubmit={submit} className="mb-8 grid gap-4">
      <div className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-3">
        <TextField label="Who" placeholder="Name or email" maxLength={100} autoComplete="off" {...field('who')} />
        <SelectField label="What" {...field('what')}>
          <option value="">Everything</option>
          <Options of={Object.entries(actionWords)} />
        </SelectField>
        {isNarrow ? (
          <MoreFilters chosen={[on, outcome, from, to].filter(Boolean).length}>{others}</MoreFilters>
        ) : (
          others
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button ref={filterButton} type="submit">
          Filter
        </Button>
        {isFiltered && (
          <Button variant="quiet" onClick={showEverything}>
            Show everything
          </Button>
        )}
      </div>
    </form>
  );
}

import type { BookingState } from '@openhours/contract/booking-state.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { MoreFilters } from '../../ui/more-filters.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { UnlistedOption } from '../../ui/unlisted-option.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { addDays } from '../schedule/civil-date.ts';
import { DayChooser, dayFieldLook } from '../schedule/day-chooser.tsx';
import { TreatmentFilter } from '../schedule/treatment-filter.tsx';
import type { AppointmentFilter } from './appointment-filter.ts';
import { filterText } from './filter-text.ts';
import { stateNames, states } from './state-names.ts';

/** What changes the filter. */
export type FilterControl = {
  filter: AppointmentFilter;
  /** 'YYYY-MM-DD' */
  today: string;
  onChange: (change: Partial<AppointmentFilter>) => void;
};

/** What the list shows: days, doctor, treatment, states, what is to be paid, and a search. */
export function AppointmentControls({ filter, today, onChange }: FilterControl) {
  const { day, to, doctor, treatment, person, states, unpaidOnly } = filter;
  const treatments = useQuery(api.treatments.list.queryOptions());
  const doctors = useQuery(api.appointments.doctors.queryOptions());
  const isNarrow = useMediaQuery('(width < 48rem)');
  const until = (
    <DayField
      label="Until (optional)"
      min={addDays(day, 1)}
      className={dayFieldLook}
      day={to}
      onChange={(chosen) => onChange({ to: chosen })}
    />
  );
  const search = (
    <SearchField
      label="Search by name, date of birth, phone, email or reference"
      value={filter.search}
      onSearch={(text) => onChange({ search: text })}
    />
  );
  const whose = (
    <>
      <SelectField
        label="Doctor"
        className="grow basis-48"
        value={doctor}
        onChange={({ target }) => onChange({ doctor: target.value })}
      >
        <option value="">All doctors</option>
        <UnlistedOption value={doctor} list={doctors.data} />
        <Options of={doctors.data?.map(({ _id, name }) => [_id, titledName(name)])} />
      </SelectField>
      <TreatmentFilter
        className="grow basis-48"
        value={treatment}
        onChange={(chosen) => onChange({ treatment: chosen })}
      />
    </>
  );
  const state = <StateChoice chosen={states} onChange={(chosen) => onChange({ states: chosen })} />;
  const payment = (
    <SelectField
      label="Payment"
      className="md:w-36"
      value={unpaidOnly ? 'unpaid' : ''}
      onChange={({ target }) => onChange({ unpaidOnly: target.value === 'unpaid' })}
    >
      <option value="">All</option>
      <option value="unpaid">To be paid</option>
    </SelectField>
  );
  const onPaper = filterText(filter, { doctors: doctors.data, treatments: treatments.data });
  return (
    <>
      <div className="mb-8 grid gap-4 print:hidden">
        <DayChooser
          day={day}
          today={today}
          onChange={(chosen) => onChange({ day: chosen, time: '', ...(to && to <= chosen && { to: '' }) })}
        >
          {!isNarrow && (
            <>
              {until}
              {payment}
            </>
          )}
        </DayChooser>
        {isNarrow ? (
          <>
            {search}
            <MoreFilters chosen={[to, doctor, treatment, states.join(), unpaidOnly].filter(Boolean).length}>
              {until}
              {whose}
              {payment}
              {state}
            </MoreFilters>
          </>
        ) : (
          <>
            <div className="flex flex-wrap items-end gap-4">
              {search}
              {whose}
            </div>
            {state}
          </>
        )}
        {person && (
          <p className="flex flex-wrap items-center gap-x-4">
            Showing one person only.
            <Button variant="quiet" size="small" onClick={() => onChange({ person: '' })}>
              Show everybody
            </Button>
          </p>
        )}
      </div>
      {onPaper && <p className="mb-4 hidden print:block">{onPaper}</p>}
    </>
  );
}

/** Chooses any number of states. None means all. */
function StateChoice({
  chosen,
  onChange,
}: {
  chosen: readonly BookingState[];
  onChange: (chosen: readonly BookingState[]) => void;
}) {
  // The address follows a moment later. Until then, a box shows what was pressed, and the next press counts from there.
  const [draft, setDraft] = useState({ given: chosen.join(), wanted: chosen });
  if (draft.given !== chosen.join()) setDraft({ given: chosen.join(), wanted: chosen });
  const toggle = (state: BookingState, isWanted: boolean): void => {
    const wanted = states.filter((one) => (one === state ? isWanted : draft.wanted.includes(one)));
    setDraft({ ...draft, wanted });
    onChange(wanted);
  };
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">State</legend>
      <div className="flex flex-wrap gap-x-5">
        {states.map((state) => (
          <Checkbox
            key={state}
            checked={draft.wanted.includes(state)}
            onChange={({ target }) => toggle(state, target.checked)}
          >
            {stateNames[state]}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { SearchField } from '../people/list-controls.tsx';
import { realDay } from '../schedule/civil-date.ts';
import type { AppointmentFilter } from './appointment-filter.ts';
import { DayChooser } from './day-chooser.tsx';
import { StateChoice } from './state-choice.tsx';

/** What the list shows: days, doctor, treatment, states and a search. */
export function AppointmentControls({
  filter,
  today,
  onChange,
}: {
  filter: AppointmentFilter;
  today: string;
  onChange: (change: Partial<AppointmentFilter>) => void;
}) {
  const { day, to, doctor, treatment, person, states, search } = filter;
  const treatments = useQuery(api.treatments.list.queryOptions());
  const doctors = useQuery(api.appointments.doctors.queryOptions());
  return (
    <div className="mb-8 grid gap-4">
      <DayChooser
        day={day}
        today={today}
        onChange={(chosen) => onChange({ day: chosen, ...(to && to <= chosen && { to: '' }) })}
      >
        <TextField
          label="Until (optional)"
          type="date"
          min={day}
          className="w-40 sm:w-44"
          value={to}
          onChange={({ target }) => onChange({ to: realDay(target.value) ?? '' })}
        />
      </DayChooser>
      <div className="flex flex-wrap items-end gap-4">
        <SearchField
          label="Search by name, email or reference"
          value={search}
          onSearch={(text) => onChange({ search: text })}
        />
        <SelectField
          label="Doctor"
          className="grow basis-48"
          value={doctor}
          onChange={({ target }) => onChange({ doctor: target.value })}
        >
          <option value="">All doctors</option>
          {doctors.data?.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              Dr. {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Treatment"
          className="grow basis-48"
          value={treatment}
          onChange={({ target }) => onChange({ treatment: target.value })}
        >
          <option value="">All treatments</option>
          {treatments.data?.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <StateChoice chosen={states} onChange={(chosen) => onChange({ states: chosen })} />
      {person && (
        <p className="flex flex-wrap items-center gap-x-4">
          Appointments of one person.
          <Button variant="quiet" size="small" onClick={() => onChange({ person: '' })}>
            Show everybody
          </Button>
        </p>
      )}
    </div>
  );
}

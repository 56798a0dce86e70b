import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { SearchField } from '../people/list-controls.tsx';
import type { AppointmentFilter } from './appointment-filter.ts';
import { DayChooser } from './day-chooser.tsx';

/** The day, the doctor and the search of the list. */
export function AppointmentControls({
  filter,
  today,
  onChange,
}: {
  filter: AppointmentFilter;
  today: string;
  onChange: (change: Partial<AppointmentFilter>) => void;
}) {
  const { day, doctor, search } = filter;
  const doctors = useQuery(api.appointments.doctors.queryOptions());
  return (
    <div className="mb-8 grid gap-4">
      <DayChooser day={day} today={today} onChange={(chosen) => onChange({ day: chosen })} />
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
      </div>
    </div>
  );
}

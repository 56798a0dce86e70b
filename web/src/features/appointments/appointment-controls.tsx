import { useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { SearchField } from '../people/list-controls.tsx';
import { addDays, realDay } from '../schedule/civil-date.ts';
import type { AppointmentFilter } from './appointment-filter.ts';

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
      <div className="flex flex-wrap items-end gap-x-1.5 gap-y-4 sm:gap-x-2">
        <TurnButton label="Previous day" onTurn={() => onChange({ day: addDays(day, -1) })}>
          <ChevronLeft className="size-5 rtl:-scale-x-100" aria-hidden="true" />
        </TurnButton>
        <TextField
          label="Day"
          type="date"
          required
          className="w-40 sm:w-44"
          value={day}
          onChange={({ target }) => {
            const chosen = realDay(target.value);
            if (chosen !== undefined) onChange({ day: chosen });
          }}
        />
        <TurnButton label="Next day" onTurn={() => onChange({ day: addDays(day, 1) })}>
          <ChevronRight className="size-5 rtl:-scale-x-100" aria-hidden="true" />
        </TurnButton>
        <Button variant="quiet" size="small" className="px-2!" onClick={() => onChange({ day: today })}>
          Today
        </Button>
      </div>
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

function TurnButton({ label, onTurn, children }: { label: string; onTurn: () => void; children: ReactNode }) {
  return (
    <Button variant="secondary" className="px-3!" aria-label={label} onClick={onTurn}>
      {children}
    </Button>
  );
}

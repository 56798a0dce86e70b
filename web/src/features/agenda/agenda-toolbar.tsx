import { useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { realDay } from '../schedule/civil-date.ts';
import { type AgendaView, turned } from './agenda-view.ts';

/** Which days and whose: the day, back and forth, day or week, and for the front desk the doctor. */
export function AgendaToolbar({
  view,
  today,
  choosesDoctor,
  onChange,
}: {
  view: AgendaView;
  today: string;
  /** Doctors see their own calendar only. */
  choosesDoctor: boolean;
  onChange: (change: Partial<AgendaView>) => void;
}) {
  const { day, doctor, shows } = view;
  return (
    <div className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-4 print:hidden">
      <div className="flex flex-wrap items-end gap-x-1.5 gap-y-4 sm:gap-x-2">
        <TurnButton
          label={shows === 'week' ? 'Previous week' : 'Previous day'}
          onTurn={() => onChange({ day: turned(view, -1) })}
        >
          <ChevronLeft className="size-5 rtl:-scale-x-100" aria-hidden="true" />
        </TurnButton>
        <TextField
          label="Day"
          type="date"
          required
          className="w-40 max-sm:[&_input]:px-2.5 sm:w-44"
          value={day}
          onChange={({ target }) => {
            const chosen = realDay(target.value);
            if (chosen !== undefined) onChange({ day: chosen });
          }}
        />
        <TurnButton
          label={shows === 'week' ? 'Next week' : 'Next day'}
          onTurn={() => onChange({ day: turned(view, 1) })}
        >
          <ChevronRight className="size-5 rtl:-scale-x-100" aria-hidden="true" />
        </TurnButton>
        <Button variant="quiet" size="small" className="px-2!" onClick={() => onChange({ day: today })}>
          Today
        </Button>
      </div>
      <SelectField
        label="Show"
        className="w-28"
        value={shows}
        onChange={({ target }) => onChange({ shows: target.value === 'week' ? 'week' : 'day' })}
      >
        <option value="day">Day</option>
        <option value="week">Week</option>
      </SelectField>
      {choosesDoctor && <DoctorField doctor={doctor} isNeeded={shows === 'week'} onChange={onChange} />}
    </div>
  );
}

function DoctorField({
  doctor,
  isNeeded,
  onChange,
}: {
  doctor: string;
  isNeeded: boolean;
  onChange: (change: Partial<AgendaView>) => void;
}) {
  const doctors = useQuery(api.appointments.doctors.queryOptions());
  return (
    <SelectField
      label="Doctor"
      className="grow basis-48"
      value={doctor}
      onChange={({ target }) => onChange({ doctor: target.value })}
    >
      <option value="">{isNeeded ? 'Choose a doctor' : 'All doctors'}</option>
      {doctors.data?.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          Dr. {name}
        </option>
      ))}
    </SelectField>
  );
}

function TurnButton({ label, onTurn, children }: { label: string; onTurn: () => void; children: ReactNode }) {
  return (
    <Button variant="secondary" className="px-3!" aria-label={label} onClick={onTurn}>
      {children}
    </Button>
  );
}

import { titledName } from '@openhours/contract/titled-name.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { MoreFilters } from '../../ui/more-filters.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { UnlistedOption } from '../../ui/unlisted-option.tsx';
import { DayChooser } from '../schedule/day-chooser.tsx';
import { TreatmentFilter } from '../schedule/treatment-filter.tsx';
import type { AgendaView } from './agenda-view.ts';
import { calendarName } from './words.ts';

/**
 * Chooses the days and, for the front desk, a doctor or the doctors of a treatment. On phones, all but the day is folded,
 * so that the appointments are in sight.
 */
export function AgendaToolbar({
  view,
  today,
  choosesDoctor,
  folded,
  onChange,
}: {
  view: AgendaView;
  today: string;
  /** Doctors see their own calendar only. */
  choosesDoctor: boolean;
  /** On phones: what is folded together with the filters. */
  folded?: ReactNode;
  onChange: (change: Partial<AgendaView>) => void;
}) {
  const { day, doctor, treatment, shows } = view;
  const isWeek = shows === 'week';
  const filters = (
    <>
      <SelectField
        label="Show"
        className="w-28"
        value={shows}
        onChange={({ target }) => onChange({ shows: target.value === 'week' ? 'week' : 'day', treatment: '' })}
      >
        <option value="day">Day</option>
        <option value="week">Week</option>
      </SelectField>
      {choosesDoctor && <DoctorField today={today} doctor={doctor} isNeeded={isWeek} onChange={onChange} />}
      {/* Shows the doctors who offer it, so it does not go together with one doctor. */}
      {choosesDoctor && !isWeek && (
        <TreatmentFilter
          className="grow basis-44 md:max-w-96"
          value={treatment}
          onChange={(chosen) => onChange({ treatment: chosen, doctor: '' })}
        />
      )}
    </>
  );
  return (
    <div className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-4 print:hidden">
      <DayChooser day={day} today={today} turnsBy={shows} onChange={(chosen) => onChange({ day: chosen })} />
      {folded ? (
        <MoreFilters
          label="Filters and actions"
          chosen={[isWeek, choosesDoctor && doctor !== '', treatment !== ''].filter(Boolean).length}
          opens={choosesDoctor && isWeek && doctor === ''}
        >
          <div className="flex flex-wrap items-end gap-4">{filters}</div>
          {folded}
        </MoreFilters>
      ) : (
        filters
      )}
    </div>
  );
}

const rarelyMillis = 5 * 60_000;

function DoctorField({
  today,
  doctor,
  isNeeded,
  onChange,
}: {
  today: string;
  doctor: string;
  isNeeded: boolean;
  onChange: (change: Partial<AgendaView>) => void;
}) {
  const doctors = useQuery(api.appointments.doctors.queryOptions());
  // Treatments without a named doctor have calendars, too. With a key of its own, so that no change of a day fetches them.
  const calendars = useQuery({
    ...api.agenda.get.queryOptions({ input: { from: today, to: today }, select: (agenda) => agenda.calendars }),
    queryKey: ['calendars'],
    staleTime: rarelyMillis,
  });
  const onDuty = calendars.data?.filter(({ doctorName }) => doctorName === undefined);
  return (
    <SelectField
      label="Doctor"
      className="grow basis-44 md:max-w-96"
      value={doctor}
      onChange={({ target }) => onChange({ doctor: target.value, treatment: '' })}
    >
      <option value="">{isNeeded ? 'Choose a doctor' : 'All doctors'}</option>
      <UnlistedOption value={doctor} list={doctors.data && onDuty && [...doctors.data, ...onDuty]} />
      <Options of={doctors.data?.map(({ _id, name }) => [_id, titledName(name)])} />
      <Options of={onDuty?.map((calendar) => [calendar._id, calendarName(calendar)])} />
    </SelectField>
  );
}

import { titledName } from '@openhours/contract/titled-name.ts';
import { type AppointmentFilter, isReference } from './appointment-filter.ts';
import { stateNames } from './state-names.ts';

type Listed = readonly { _id: string; name: string }[] | undefined;

/** For paper: the filters besides the days and the search, which are in the heading. Empty if none is set. */
export function filterText(
  filter: AppointmentFilter,
  { doctors, treatments }: { doctors: Listed; treatments: Listed },
) {
  if (isReference(filter)) return '';
  const nameIn = (list: Listed, id: string) => list?.find(({ _id }) => _id === id)?.name;
  const doctor = nameIn(doctors, filter.doctor);
  return [
    filter.doctor && `Doctor: ${doctor ? titledName(doctor) : 'no longer listed'}`,
    filter.treatment && `Treatment: ${nameIn(treatments, filter.treatment) ?? 'no longer listed'}`,
    filter.states.length > 0 && `State: ${filter.states.map((state) => stateNames[state]).join(', ')}`,
    filter.unpaidOnly && 'To be paid',
    filter.person && 'One person only',
  ]
    .filter(Boolean)
    .join('; ');
}

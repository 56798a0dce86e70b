import { clockTime, minuteOfDay } from '@openhours/contract/clock-time.ts';
import { wallClock } from '@openhours/contract/slot-label.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { api, client } from '../../api/client.ts';
import { pagesOf } from '../../api/list-pages.ts';
import { clinicMinute } from '../../clinic/clinic-minute.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { ZoneNote } from '../../clinic/zone-note.tsx';
import { href } from '../../pages.ts';
import { useSearchParams } from '../../router.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ShowOlder } from '../../ui/show-older.tsx';
import { TableOutline } from '../../ui/table-outline.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { useOpenAppointment } from '../agenda/use-open-appointment.tsx';
import { ConnectionNote } from '../live/connection-note.tsx';
import { useLiveRefetchOfList } from '../live/use-live-refetch.ts';
import { addDays } from '../schedule/civil-date.ts';
import { fullDate } from '../schedule/full-date.ts';
import { AppointmentControls, type FilterControl } from './appointment-controls.tsx';
import {
  type AppointmentFilter,
  daysOf,
  isReference,
  questionOf,
  readFilter,
  timeOf,
  withFilter,
  writeFilter,
} from './appointment-filter.ts';
import { ClinicAppointmentsTable } from './clinic-appointments-table.tsx';
import { countText } from './count-text.ts';
import { DownloadButton } from './download-button.tsx';

/** How many days 'Search a year further back' adds. */
const DAYS_BACK = 365;

/** The appointments of the clinic on a day, for the front desk and admins. */
export function Component() {
  const today = useClinicToday();
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query, today);
  const { from, to } = daysOf(filter);
  const list = useInfiniteQuery({
    ...pagesOf(api.appointments.list, { input: questionOf(filter), length: 100 }),
    // Live events do not reach it while it is not shown.
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const counted = useQuery(
    api.appointments.count.queryOptions({ input: questionOf(filter), staleTime: 0, refetchOnWindowFocus: false }),
  );
  // Somebody booked, cancelled or paid, here or elsewhere.
  useLiveRefetchOfList(
    ({ type }) => ['slots', 'agenda', 'ready'].includes(type),
    api.appointments.list.key(),
    api.appointments.count.key(),
  );
  const { openAppointment, openPayment, dialogs } = useOpenAppointment();
  // From the present URL, because the page shows a change of the URL a moment later.
  const change = (next: Partial<AppointmentFilter>): void =>
    setQuery((now) => withFilter(now, { ...readFilter(now, today), ...next }, today), { replace: true });

  return (
    <>
      <PageHeading
        title="All Appointments"
        action={
          <LinkButton href={href.bookForPatient({ day: filter.day })} className="print:hidden">
            Book for a patient
          </LinkButton>
        }
      >
        <ZoneNote />
      </PageHeading>
      <ConnectionNote />
      <AppointmentControls filter={filter} today={today} onChange={change} />
      <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-1">
        <h2 className="text-heading">{daysText(filter)}</h2>
        <TimeButton filter={filter} today={today} onChange={change} />
      </div>
      {isReference(filter) && <p className="mb-4">The other filters do not apply to a reference.</p>}
      <p role="status" className={list.data?.length ? 'mb-4 min-h-6 text-muted' : 'sr-only'}>
        {list.data && (list.data.length === 0 ? nothingText(filter) : counted.data && countText(counted.data))}
      </p>
      {list.data ? (
        <>
          {list.data.length > 0 ? (
            <>
              <ClinicAppointmentsTable
                appointments={list.data}
                showsDates={!from || from !== to}
                onOpen={openAppointment}
                onPayment={openPayment}
              />
              <div className="mt-6">
                <DownloadButton
                  // A new key per filter clears the last error.
                  key={writeFilter(filter, today).toString()}
                  name={`appointments-${filter.day}.csv`}
                  load={() => client.appointments.export(questionOf(filter))}
                />
              </div>
            </>
          ) : (
            <NothingFound filter={filter} today={today} onChange={change} />
          )}
          <ShowOlder pages={list} variant="secondary">
            Show more appointments
          </ShowOlder>
        </>
      ) : (
        <WithoutData query={list} message="We could not load the appointments.">
          <TableOutline columns={4} density="dense" />
        </WithoutData>
      )}
      {dialogs}
    </>
  );
}

function nothingText(filter: AppointmentFilter): string {
  if (!isOneDay(filter)) return 'No matching appointments';
  return filter.time ? 'No more appointments on this day' : 'No appointments on this day';
}

/** Leaves out what has ended today, or shows the whole day again. */
function TimeButton({ filter, today, onChange }: FilterControl) {
  const { from, to } = daysOf(filter);
  const isSet = timeOf(filter) !== '';
  if (!isSet && (from !== today || to !== today)) return null;
  return (
    <Button
      variant="quiet"
      size="small"
      className="-ms-3.5 print:hidden"
      onClick={() => onChange({ time: isSet ? '' : clockTime(clinicMinute()) })}
    >
      {isSet ? 'Whole day' : 'From now'}
    </Button>
  );
}

function daysText(filter: AppointmentFilter): string {
  const { from, to } = daysOf(filter);
  const words = filter.search && `“${filter.search}” `;
  if (!from) return `${words}on any day, in any state`;
  if (!to) return `${words}from ${fullDate(from)}`.replace(/^f/, 'F');
  const time = timeOf(filter);
  if (time) return `${fullDate(from)}, from ${wallClock(minuteOfDay(time))}`;
  return from === to ? fullDate(from) : `${words}${fullDate(from)} to ${fullDate(to)}`;
}

/** Only the day is set, or a time of it. */
function isOneDay({ to, search, doctor, treatment, person, states, unpaidOnly }: AppointmentFilter): boolean {
  return [to, search, doctor, treatment, person].every((part) => part === '') && states.length === 0 && !unpaidOnly;
}

function NothingFound({ filter, today, onChange }: FilterControl) {
  const { from, to } = daysOf(filter);
  const isLater = filter.day > today;
  return (
    <EmptyState
      icon={<CalendarDays className="size-7" />}
      title={nothingText(filter)}
      action={
        from &&
        !to && (
          <Button
            variant="secondary"
            onClick={() => onChange({ day: isLater ? today : addDays(filter.day, -DAYS_BACK) })}
          >
            {isLater ? 'Search from today' : 'Search a year further back'}
          </Button>
        )
      }
    >
      {!from ? 'Check the reference.' : to ? 'Choose another day.' : 'Search results start on the chosen day.'}
    </EmptyState>
  );
}

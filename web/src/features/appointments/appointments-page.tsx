import type { ClinicAppointment } from '@openhours/contract/appointments.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { useClinicToday, zoneNote } from '../../clinic/zone.ts';
import { href } from '../../pages.ts';
import { useSearchParams } from '../../router.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ShowOlder } from '../../ui/show-older.tsx';
import { TableOutline } from '../../ui/table-outline.tsx';
import { useLive } from '../live/live-events.ts';
import { AppointmentPaymentDialog } from '../takings/appointment-payment-dialog.tsx';
import { AppointmentControls } from './appointment-controls.tsx';
import { type AppointmentFilter, isOpenEnded, questionOf, readFilter, writeFilter } from './appointment-filter.ts';
import { ClinicAppointmentsTable } from './clinic-appointments-table.tsx';
import { fullDate } from './day-name.ts';
import { DownloadButton } from './download-button.tsx';

const pageLength = 100;

/** The appointments of the clinic on a day, for the front desk and admins. */
export function Component() {
  const today = useClinicToday();
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query, today);
  const queryClient = useQueryClient();
  const list = useInfiniteQuery(
    api.appointments.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...questionOf(filter),
        limit: pageLength,
        ...(cursor !== undefined && { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => (page.length === pageLength ? page.at(-1)?._id : undefined),
      select: ({ pages }) => pages.flat(),
    }),
  );
  // Somebody booked, cancelled or paid, here or elsewhere.
  useLive(({ type }) => {
    if (type !== 'slots' && type !== 'agenda' && type !== 'ready') return;
    void queryClient.invalidateQueries({ queryKey: api.appointments.list.key() });
  });
  const change = (next: Partial<AppointmentFilter>): void =>
    setQuery(writeFilter({ ...filter, ...next }, today), { replace: true });

  return (
    <>
      <PageHeading
        title="All Appointments"
        action={<LinkButton href={href.bookForPatient({ day: filter.day })}>Book for a patient</LinkButton>}
      >
        {zoneNote()}
      </PageHeading>
      <AppointmentControls filter={filter} today={today} onChange={change} />
      <h2 className="mb-4 text-heading">{daysText(filter)}</h2>
      {list.data ? (
        <>
          <Appointments appointments={list.data} filter={filter} hasMore={list.hasNextPage} />
          {list.data.length > 0 && (
            <div className="mt-6">
              <DownloadButton
                // A new key per filter clears the last error.
                key={writeFilter(filter, today).toString()}
                name={`appointments-${filter.day}.csv`}
                load={() => client.appointments.export(questionOf(filter))}
              />
            </div>
          )}
          <ShowOlder pages={list} variant="secondary">
            Show more appointments
          </ShowOlder>
        </>
      ) : list.isPending ? (
        <TableOutline query={list} columns={5} density="dense" />
      ) : (
        <ErrorState
          message="We could not load the appointments."
          onRetry={() => void list.refetch()}
          busy={list.isFetching}
        />
      )}
    </>
  );
}

function daysText(filter: AppointmentFilter): string {
  const { day, to, search } = filter;
  const words = search && `“${search}” `;
  if (isOpenEnded(filter)) return `${words}from ${fullDate(day)}`.replace(/^f/, 'F');
  return to ? `${words}${fullDate(day)} to ${fullDate(to)}` : fullDate(day);
}

/** Only the day is set. */
function isOneDay({ to, search, doctor, treatment, person, states }: AppointmentFilter): boolean {
  return [to, search, doctor, treatment, person].every((part) => part === '') && states.length === 0;
}

function Appointments({
  appointments,
  filter,
  hasMore,
}: {
  appointments: readonly ClinicAppointment[];
  filter: AppointmentFilter;
  hasMore: boolean;
}) {
  const { length } = appointments;
  const [payment, setPayment] = useState<{ appointment: ClinicAppointment; opening: number; open: boolean }>();
  if (length === 0) {
    return (
      <EmptyState
        icon={<CalendarDays className="size-7" />}
        title={isOneDay(filter) ? 'No appointments on this day' : 'No matching appointments'}
      >
        {isOpenEnded(filter) ? 'Search results start on the chosen day.' : 'Choose another day.'}
      </EmptyState>
    );
  }
  return (
    <>
      <p role="status" className="mb-4 text-muted">
        {`${length}${hasMore ? ' or more' : ''} ${length === 1 ? 'appointment' : 'appointments'}`}
      </p>
      <ClinicAppointmentsTable
        appointments={appointments}
        showsDates={isOpenEnded(filter) || filter.to !== ''}
        onPayment={(appointment) => setPayment({ appointment, opening: (payment?.opening ?? 0) + 1, open: true })}
      />
      {payment && (
        <AppointmentPaymentDialog
          key={payment.opening}
          appointment={payment.appointment}
          open={payment.open}
          onClose={() => setPayment({ ...payment, open: false })}
        />
      )}
    </>
  );
}

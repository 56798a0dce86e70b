import type { Agenda, AgendaAppointment, AgendaCalendar, AgendaDay } from '@openhours/contract/agenda.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Printer from 'lucide-react/icons/printer';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSignedInUser } from '../../api/session-query.ts';
import { useClinicToday, zoneNote } from '../../clinic/zone.ts';
import { href } from '../../pages.ts';
import { useSearchParams } from '../../router.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { TableOutline } from '../../ui/table-outline.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { fullDate } from '../appointments/day-name.ts';
import { utcDate } from '../schedule/civil-date.ts';
import { AgendaList } from './agenda-list.tsx';
import { AgendaPaper } from './agenda-paper.tsx';
import { type AgendaColumn, AgendaTable } from './agenda-table.tsx';
import { AgendaToolbar } from './agenda-toolbar.tsx';
import { type AgendaView, daysShown, readView, writeView } from './agenda-view.ts';
import { type AgendaItem, type FreeItem, layoutOf } from './layout.ts';
import { useAgenda } from './use-agenda.ts';
import { usePrinting } from './use-printing.ts';
import { calendarName } from './words.ts';

const AppointmentPanel = lazyDialog(async () => (await import('./appointment-panel.tsx')).AppointmentPanel);

/** The days of the doctors: for a doctor their own, for the front desk and admins all. */
export function Component() {
  const today = useClinicToday();
  const { isDoctor, isFrontDesk, isAdmin } = useSignedInUser();
  const seesAll = isFrontDesk || isAdmin;
  const [query, setQuery] = useSearchParams();
  const view = readView(query, today);
  const change = (next: Partial<AgendaView>): void =>
    setQuery(writeView({ ...view, ...next }, today), { replace: true });
  const title = view.shows === 'day' ? fullDate(view.day) : `Week of ${fullDate(daysShown(view).from)}`;
  return (
    <>
      <PageHeading
        title="Agenda"
        action={
          <div className="flex flex-wrap gap-3 print:hidden">
            <Button variant="secondary" onClick={() => window.print()}>
              <Printer className="size-5" aria-hidden="true" />
              Print
            </Button>
            {seesAll && <LinkButton href={href.bookForPatient({ day: view.day })}>Book for a patient</LinkButton>}
          </div>
        }
      >
        {zoneNote()}
      </PageHeading>
      <AgendaToolbar view={view} today={today} choosesDoctor={seesAll} onChange={change} />
      <h2 className="mb-3 text-heading">{title}</h2>
      {view.shows === 'week' && seesAll && !isDoctor && view.doctor === '' ? (
        <EmptyState icon={<CalendarDays className="size-7" />} title="Whose week?">
          Choose a doctor.
        </EmptyState>
      ) : (
        <LoadedAgenda view={view} today={today} title={title} books={seesAll} />
      )}
    </>
  );
}

function LoadedAgenda({
  view,
  today,
  title,
  books,
}: {
  view: AgendaView;
  today: string;
  title: string;
  /** The front desk books for patients; doctors do not. */
  books: boolean;
}) {
  const days = daysShown(view);
  const agenda = useAgenda({ ...days, doctor: view.doctor });
  const columns = useMemo(() => agenda.data && columnsOf(agenda.data, view.shows), [agenda.data, view.shows]);
  const isNarrow = useMediaQuery('(width < 48rem)');
  const isOnPaper = usePrinting();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<AgendaAppointment>();
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(
    (item: AgendaItem, at: number) => {
      if (item.kind === 'appointment') {
        setOpened(item.appointment);
        setIsOpen(true);
      }
      const column = columns?.[at];
      if (item.kind === 'free' && books && column) void navigate(hrefToBook(column, item));
    },
    [columns, books, navigate],
  );
  if (!columns) {
    return agenda.isPending ? (
      <TableOutline query={agenda} columns={5} density="dense" />
    ) : (
      <ErrorState
        message="We could not load the agenda."
        onRetry={() => void agenda.refetch()}
        busy={agenda.isFetching}
      />
    );
  }
  if (columns.length === 0) {
    return (
      <EmptyState icon={<CalendarDays className="size-7" />} title="No calendar yet">
        Nothing can be booked with a doctor who has no treatments.
      </EmptyState>
    );
  }
  return (
    <>
      <p role="status" className="mb-3 text-muted">
        {summary(columns)}
      </p>
      {isOnPaper ? (
        <AgendaPaper columns={columns} />
      ) : isNarrow ? (
        <AgendaList columns={columns} onOpen={open} />
      ) : (
        <AgendaTable
          key={`${days.from} ${view.shows} ${view.doctor}`}
          label={title}
          columns={columns}
          today={today}
          onOpen={open}
        />
      )}
      <AppointmentPanel
        key={opened?._id}
        open={isOpen}
        bookingId={opened?._id ?? ''}
        patient={opened?.patient ?? ''}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

/** The form that books for a patient, with the slot chosen. */
function hrefToBook({ day, calendar }: AgendaColumn, { optionIds, startMinute }: FreeItem): string {
  const option = calendar.options.find(({ _id }) => _id === optionIds[0]);
  if (!option) return href.bookForPatient({ day: day.date });
  const slot = slotLabel({ startMinute, minutes: option.minutes });
  return href.bookForPatient({ day: day.date, option: option._id, slot });
}

function summary(columns: readonly AgendaColumn[]): string {
  const appointments = columns.reduce((sum, { day }) => sum + day.appointments.length, 0);
  const free = columns.reduce((sum, { layout }) => sum + layout.items.filter(({ kind }) => kind === 'free').length, 0);
  return `${appointments} ${appointments === 1 ? 'appointment' : 'appointments'}, ${free} free ${free === 1 ? 'time' : 'times'}`;
}

/** A column for each doctor, or for each day of the week. */
function columnsOf({ calendars, days }: Agenda, shows: AgendaView['shows']): readonly AgendaColumn[] {
  const calendarOf = new Map(calendars.map((calendar) => [calendar._id, calendar]));
  const [first] = calendars;
  const wanted = shows === 'day' ? days : days.filter(({ calendarId }) => calendarId === first?._id);
  return wanted.flatMap((day) => {
    const calendar = calendarOf.get(day.calendarId);
    if (!calendar) return [];
    const title = shows === 'day' ? calendarName(calendar) : weekday.format(utcDate(day.date));
    return [
      { id: shows === 'day' ? calendar._id : day.date, title, day, calendar, layout: rememberedLayout(day, calendar) },
    ];
  });
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
const layouts = new WeakMap<AgendaDay, AgendaColumn['layout']>();

/** The same layout for the same answer: what has not changed is not rendered again. */
function rememberedLayout(day: AgendaDay, { options }: AgendaCalendar): AgendaColumn['layout'] {
  const known = layouts.get(day);
  if (known) return known;
  const minutes = new Map(options.map((option) => [option._id, option.minutes]));
  const layout = layoutOf(day, (id) => minutes.get(id) ?? 30);
  layouts.set(day, layout);
  return layout;
}

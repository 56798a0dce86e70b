import { counted } from '@openhours/contract/counted.ts';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { isNotFound } from '../../api/failure.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { clinicMinute } from '../../clinic/clinic-minute.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { ZoneNote } from '../../clinic/zone-note.tsx';
import { idInUrl } from '../../id-in-url.ts';
import { href } from '../../pages.ts';
import { useSearchParams } from '../../router.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { TableOutline } from '../../ui/table-outline.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { ConnectionNote } from '../live/connection-note.tsx';
import { fullDate } from '../schedule/full-date.ts';
import { AgendaList } from './agenda-list.tsx';
import { AgendaPaper } from './agenda-paper.tsx';
import { AgendaTable } from './agenda-table.tsx';
import { AgendaToolbar } from './agenda-toolbar.tsx';
import { type AgendaView, daysShown, doctorShown, hrefToBook, readView, writeView } from './agenda-view.ts';
import { Closings } from './closings.tsx';
import { DelayField } from './delay-field.tsx';
import type { AgendaColumn } from './layout.ts';
import { SkipToAppointments, shownDays } from './skip-to-appointments.tsx';
import { firstAway, firstBlock } from './time-to-block.ts';
import { useAgenda } from './use-agenda.ts';
import { useAgendaDialogs } from './use-agenda-dialogs.tsx';
import { useColumns } from './use-columns.ts';
import { usePrinting } from './use-printing.ts';
import { isOfDoctor } from './words.ts';

const none: readonly AgendaColumn[] = [];

/** The days of the doctors: for a doctor their own, for the front desk and admins all. */
export function Component() {
  const today = useClinicToday();
  const user = useSignedInUser();
  const isNarrow = useMediaQuery('(width < 48rem)');
  const seesAll = user.isFrontDesk || user.isAdmin;
  const [query, setQuery] = useSearchParams();
  const asked = readView(query, today);
  const view = { ...asked, doctor: doctorShown(asked, user) };
  const { shows, doctor, treatment } = view;
  const needsDoctor = shows === 'week' && seesAll && doctor === '';
  // From the present URL, because the page shows a change of the URL a moment later.
  const change = (next: Partial<AgendaView>): void =>
    setQuery((now) => writeView({ ...readView(now, today), ...next }, today), { replace: true });
  const title = shows === 'day' ? fullDate(view.day) : `Week of ${fullDate(daysShown(view).from)}`;
  const agenda = useAgenda({ ...daysShown(view), doctor, treatment }, { enabled: !needsDoctor });
  const columns = useColumns(agenda.data, { shows, today });
  // The front desk books for patients; doctors do not.
  const { dialogs, ...opens } = useAgendaDialogs({ columns: columns ?? none, view, books: seesAll });
  const actions = columns && columns.length > 0 && <Actions columns={columns} today={today} {...opens} />;
  return (
    <>
      <PageHeading
        title="Agenda"
        size={isNarrow ? 'compact' : 'regular'}
        action={
          <div className="flex flex-wrap gap-3 print:hidden">
            <SkipToAppointments />
            {!isNarrow && <PrintButton />}
            {seesAll && <LinkButton href={hrefToBook(view)}>Book for a patient</LinkButton>}
          </div>
        }
      >
        <ZoneNote />
      </PageHeading>
      <ConnectionNote />
      <AgendaToolbar
        view={view}
        today={today}
        choosesDoctor={seesAll}
        onChange={change}
        folded={
          isNarrow && (
            <div className="flex flex-wrap items-end gap-3">
              {actions}
              <PrintButton />
            </div>
          )
        }
      />
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id={shownDays} tabIndex={-1} className="text-heading">
            {title}
          </h2>
          <p role="status" className="text-muted empty:hidden">
            {columns && columns.length > 0 && summary(columns)}
          </p>
        </div>
        {!isNarrow && <div className="flex flex-wrap items-end gap-3 print:hidden empty:hidden">{actions}</div>}
      </div>
      {needsDoctor ? (
        <EmptyState icon={<CalendarDays className="size-7" />} title="Choose a doctor">
          The week view shows one doctor at a time.
        </EmptyState>
      ) : columns?.length === 0 && treatment !== '' ? (
        <EmptyState
          icon={<CalendarDays className="size-7" />}
          title="Nobody offers this treatment"
          action={
            <Button variant="secondary" onClick={() => change({ treatment: '' })}>
              Show all doctors
            </Button>
          }
        >
          Nobody can book it, and it has no appointments on this day.
        </EmptyState>
      ) : columns?.length === 0 || isNotFound(agenda.error) ? (
        <EmptyState
          icon={<CalendarDays className="size-7" />}
          title="No calendar yet"
          action={user.isAdmin && <LinkButton href={href.manageDoctors()}>Choose treatments for a doctor</LinkButton>}
        >
          {`Patients cannot book a doctor who has no treatments.${user.isAdmin ? '' : ' An admin chooses them under Manage Doctors.'}`}
        </EmptyState>
      ) : columns ? (
        <Columns
          columns={columns}
          view={view}
          today={today}
          title={title}
          isNarrow={isNarrow}
          booked={idInUrl(query.get('booked'))}
          {...opens}
        />
      ) : (
        <WithoutData query={agenda} message="We could not load the agenda.">
          <TableOutline columns={5} density="dense" />
        </WithoutData>
      )}
      {/* At midnight another day loads: an open dialog keeps what was typed. */}
      {dialogs}
    </>
  );
}

type Opens = Omit<ReturnType<typeof useAgendaDialogs>, 'dialogs'>;

/** What can be done about the shown days. */
function Actions({
  columns,
  today,
  openBlock,
  openAway,
}: { columns: readonly AgendaColumn[]; today: string } & Pick<Opens, 'openBlock' | 'openAway'>) {
  const ofToday = columns.find(({ day }) => day.date === today);
  const ofDoctors = columns.filter(({ calendar }) => isOfDoctor(calendar));
  const isOne = columns.every(({ calendar }) => calendar._id === columns[0]?.calendar._id);
  const now = (): { today: string; minute: number } => ({ today, minute: clinicMinute() });
  return (
    <>
      {ofToday && isOne && (
        <DelayField
          key={ofToday.calendar._id}
          calendarId={ofToday.calendar._id}
          minutes={ofToday.day.lateMinutes ?? 0}
        />
      )}
      {ofToday && !isOne && (
        <p className="max-w-56 self-center text-sm text-muted">
          Running late? Choose the doctor to notify the patients.
        </p>
      )}
      {ofDoctors.length > 0 && (
        <Button variant="secondary" onClick={() => openAway(firstAway(ofDoctors, now()))}>
          Doctor away
        </Button>
      )}
      <Button variant="secondary" onClick={() => openBlock(firstBlock(columns, now()))}>
        Block time
      </Button>
    </>
  );
}

function Columns({
  columns,
  view,
  today,
  title,
  isNarrow,
  booked,
  open,
  drags,
  onOpenAway,
}: {
  columns: readonly AgendaColumn[];
  view: AgendaView;
  today: string;
  title: string;
  isNarrow: boolean;
  booked: string;
} & Pick<Opens, 'open' | 'drags' | 'onOpenAway'>) {
  const isOnPaper = usePrinting();
  const shown = `${view.shows} ${view.doctor} ${view.treatment}`;
  return (
    <div data-takes-focus={booked || undefined}>
      {view.shows === 'day' && (
        <p className="mb-3 empty:hidden">
          <Closings closings={columns[0]?.day.closed.filter(({ whose }) => whose === 'clinic') ?? []} />
        </p>
      )}
      {isOnPaper ? (
        <AgendaPaper columns={columns} />
      ) : isNarrow ? (
        <AgendaList columns={columns} today={today} booked={booked} onOpen={open} onOpenAway={onOpenAway} />
      ) : (
        <AgendaTable
          key={`${daysShown(view).from} ${shown}`}
          label={title}
          columns={columns}
          view={shown}
          today={today}
          booked={booked}
          onOpen={open}
          onOpenAway={onOpenAway}
          drags={drags}
        />
      )}
    </div>
  );
}

function summary(columns: readonly AgendaColumn[]): string {
  const appointments = columns.reduce((sum, { day }) => sum + day.appointments.length, 0);
  const free = columns
    .flatMap(({ layout }) => layout.items)
    .reduce((sum, item) => sum + (item.kind === 'free' ? item.times.length : 0), 0);
  return `${counted(appointments, 'appointment')}, ${counted(free, 'free time')}`;
}

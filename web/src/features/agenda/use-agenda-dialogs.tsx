import type { AgendaBlock, AgendaCalendar, AgendaClosure } from '@openhours/contract/agenda.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { type ReactNode, useCallback, useMemo } from 'react';
import { clinicMinute } from '../../clinic/clinic-minute.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { useHistory } from '../../router.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { ChosenDialog, type RowDialogProps, useChosen } from '../../ui/use-chosen.ts';
import type { ClosingDraft } from '../closures/closing-days.ts';
import type { OnOpenAway } from './agenda-table.tsx';
import { type AgendaView, hrefToBook } from './agenda-view.ts';
import type { Drop } from './confirm-move-dialog.tsx';
import { dropOf } from './drop.ts';
import type { AgendaColumn, AgendaItem, FreeItem, FreeTime } from './layout.ts';
import { leftOf, type TimeToBlock } from './time-to-block.ts';
import type { DragTargets } from './use-dragging.ts';
import { useOpenAppointment } from './use-open-appointment.tsx';
import { calendarName } from './words.ts';

const BlockDialog = lazyDialog(async () => (await import('./block-dialog.tsx')).BlockDialog);
const AwayDialog = lazyDialog(async () => (await import('./away-dialog.tsx')).AwayDialog);
const ReopenDialog = lazyDialog(async () => (await import('../closures/reopen-dialog.tsx')).ReopenDialog);
const EndBlockDialog = lazyDialog(async () => (await import('./end-block-dialog.tsx')).EndBlockDialog);
const FreeTimesDialog = lazyDialog(async () => (await import('./free-times-dialog.tsx')).FreeTimesDialog);
const ConfirmMoveDialog = lazyDialog(async () => (await import('./confirm-move-dialog.tsx')).ConfirmMoveDialog);

type Opened =
  | { kind: 'block'; first: TimeToBlock }
  | { kind: 'end-block'; block: AgendaBlock }
  | { kind: 'away'; first: ClosingDraft }
  | { kind: 'end-away'; absence: AgendaClosure; day: string; doctor: string }
  | { kind: 'free-times'; column: AgendaColumn; times: FreeItem['times'] }
  | { kind: 'move'; drop: Drop };

/** What happens when something in the agenda is pressed or dragged: its dialogs. */
export function useAgendaDialogs({
  columns,
  view: { doctor, treatment, shows },
  books,
}: {
  columns: readonly AgendaColumn[];
  view: Omit<AgendaView, 'day'>;
  /** The front desk books for patients; doctors block time instead. */
  books: boolean;
}) {
  const history = useHistory();
  const today = useClinicToday();
  const { openAppointment, openMove, dialogs: ofAppointment } = useOpenAppointment();
  const opened = useChosen<Opened>();
  const { open: show } = opened;
  const calendars = useMemo(() => [...new Set(columns.map(({ calendar }) => calendar))], [columns]);

  const book = useCallback(
    (column: AgendaColumn, time: FreeTime) => history.push(hrefOfTime({ doctor, treatment, shows }, column, time)),
    [history, doctor, treatment, shows],
  );
  const open = useCallback(
    (item: AgendaItem, at: number) => {
      const column = columns[at];
      if (item.kind === 'appointment') openAppointment(item.appointment);
      if (item.kind === 'block') show({ kind: 'end-block', block: item.block });
      if (item.kind !== 'free' || !column) return;
      const [time, ...others] = item.times;
      if (books && others.length > 0) show({ kind: 'free-times', column, times: item.times });
      else if (books) book(column, time);
      else show({ kind: 'block', first: timeOf(column, item.startMinute, item.startMinute + item.minutes) });
    },
    [columns, books, book, openAppointment, show],
  );
  const drags: DragTargets = {
    onMark: (at, { from, to }) => {
      const column = columns[at];
      if (!column) return;
      const first = leftOf(timeOf(column, from, to), { today, minute: clinicMinute() });
      if (first) show({ kind: 'block', first });
      else toast.error('That time is over.');
    },
    onMove: (from, to) => {
      const dropped = dropOf(columns, from, to);
      if (dropped?.kind === 'move') show(dropped);
      else if (dropped) openMove(dropped.bookingId, dropped.day);
      else toast.error('This appointment cannot be moved to that time. Open it to choose another one.');
    },
  };
  const dialogs = (
    <>
      <ChosenDialog of={opened}>
        {(what, dialog) => <Dialog {...dialog} opened={what} columns={columns} calendars={calendars} onBook={book} />}
      </ChosenDialog>
      {ofAppointment}
    </>
  );
  const openBlock = (first: TimeToBlock): void => show({ kind: 'block', first });
  const openAway = (first: ClosingDraft): void => show({ kind: 'away', first });
  const onOpenAway: OnOpenAway = (absence, at) => {
    const column = columns[at];
    if (!column) return;
    show({ kind: 'end-away', absence, day: column.day.date, doctor: calendarName(column.calendar) });
  };
  return { open, drags, openBlock, openAway, onOpenAway, dialogs };
}

function Dialog({
  opened,
  columns,
  calendars,
  onBook,
  ...dialog
}: RowDialogProps & {
  opened: Opened;
  columns: readonly AgendaColumn[];
  calendars: readonly AgendaCalendar[];
  /** Opens the form that books for a patient. */
  onBook: (column: AgendaColumn, time: FreeTime) => void;
}): ReactNode {
  switch (opened.kind) {
    case 'block':
      return <BlockDialog {...dialog} calendars={calendars} first={opened.first} />;
    case 'end-block':
      return <EndBlockDialog {...dialog} block={opened.block} />;
    case 'away':
      return <AwayDialog {...dialog} calendars={calendars} first={opened.first} />;
    case 'end-away':
      return <ReopenDialog {...dialog} doctor={opened.doctor} closure={opened.absence} day={opened.day} />;
    case 'free-times': {
      const { column, times } = opened;
      return <FreeTimesDialog {...dialog} column={column} times={times} onChoose={(time) => onBook(column, time)} />;
    }
    case 'move':
      return <ConfirmMoveDialog {...dialog} drop={opened.drop} change={changeSince(opened.drop, columns)} />;
  }
}

function timeOf({ calendar, day }: AgendaColumn, from: number, to: number): TimeToBlock {
  return { calendarId: calendar._id, date: day.date, from, to };
}

/** The form that books for a patient, with the slot chosen. */
function hrefOfTime(
  view: Omit<AgendaView, 'day'>,
  { day, calendar }: AgendaColumn,
  { optionIds, startMinute }: FreeTime,
): string {
  const option = calendar.options.find(({ _id }) => _id === optionIds[0]);
  const slot = option && { option: option._id, slot: slotLabel({ startMinute, minutes: option.minutes }) };
  return hrefToBook({ ...view, day: day.date }, slot);
}

function isFree({ day }: AgendaColumn, { optionId, startMinute }: Pick<Drop, 'optionId' | 'startMinute'>): boolean {
  return day.free.some((free) => free.optionId === optionId && free.startMinutes.includes(startMinute));
}

/** Why the move no longer looks possible in the agenda. The server decides. */
function changeSince(drop: Drop, columns: readonly AgendaColumn[]): string | undefined {
  const { _id, version } = drop.appointment;
  const isSame = columns.some(({ day }) => day.appointments.some((one) => one._id === _id && one.version === version));
  if (!isSame) return 'This appointment has changed in the meantime.';
  const isPossible = columns.some((column) => column.day.date === drop.date && isFree(column, drop));
  return isPossible ? undefined : 'This time is no longer free.';
}

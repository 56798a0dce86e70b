import { wallClock } from '@openhours/contract/slot-label.ts';
import { useClinicMinute } from '../../clinic/clinic-minute.ts';
import { href } from '../../pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { TextButton, TextLink } from '../../ui/text-link.tsx';
import { unbrokenTimes } from '../../ui/unbroken-times.ts';
import { colouredAs, type OnOpen, secondLine } from './agenda-item-view.tsx';
import type { OnOpenAway } from './agenda-table.tsx';
import { Closings } from './closings.tsx';
import { type AgendaColumn, type AgendaItem, isAhead } from './layout.ts';
import { useColumnsInTurn } from './use-columns-in-turn.ts';
import { elementIdOf, useShowBooked } from './use-show-booked.ts';
import { freeText, isClosedAllDay, offeredText } from './words.ts';

/** The agenda on small windows: a list for each doctor or day. */
export function AgendaList({
  columns,
  today,
  booked,
  onOpen,
  onOpenAway,
}: {
  columns: readonly AgendaColumn[];
  today: string;
  /** The `_id` of the appointment that was just booked, or ''. */
  booked: string;
  onOpen: OnOpen;
  onOpenAway: OnOpenAway;
}) {
  const shown = useColumnsInTurn(columns.length);
  const minute = useClinicMinute();
  useShowBooked(booked);
  // In a week, the days that have passed come first, and can fill several screens.
  const todayAt = columns.findIndex(({ day }) => day.date === today);
  const ofToday = todayAt > 0 ? columns[todayAt] : undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {ofToday && (
        <TextButton className="-mb-4 min-h-11 justify-self-start" onClick={() => skipTo(`agenda-${ofToday.id}`)}>
          Skip to {ofToday.title}
        </TextButton>
      )}
      {columns.slice(0, shown).map((column, at) => (
        <section key={column.id} aria-labelledby={`agenda-${column.id}`}>
          <h2 id={`agenda-${column.id}`} tabIndex={-1} className="mb-2 text-heading">
            {column.title}
          </h2>
          <p className="mb-2 empty:hidden">
            <Closings closings={column.closings} onOpen={(absence) => onOpenAway(absence, at)} />
          </p>
          <Day column={column} at={at} now={column.day.date === today ? minute : undefined} onOpen={onOpen} />
        </section>
      ))}
    </div>
  );
}

function skipTo(id: string): void {
  const found = document.getElementById(id);
  found?.focus({ preventScroll: true });
  found?.scrollIntoView();
}

function Day({
  column: { id, day, layout },
  at,
  now,
  onOpen,
}: {
  column: AgendaColumn;
  at: number;
  /** The current minute if it is today. */
  now: number | undefined;
  onOpen: OnOpen;
}) {
  const listed = layout.items.filter(({ kind }) => kind !== 'free');
  const free = layout.items.filter((item) => item.kind === 'free');
  const next = now === undefined ? -1 : listed.findIndex((item) => isAhead(item, now));
  const nextId = `next-${id}`;
  return (
    <>
      {day.lateMinutes !== undefined && (
        <p className="mb-2">
          <Badge tone="warning">{`${day.lateMinutes} minutes late`}</Badge>
        </p>
      )}
      {listed.length === 0 && !isClosedAllDay(day) && <p className="text-muted">No appointments.</p>}
      {/* What has ended can fill several screens. */}
      {next > 0 && (
        <TextButton className="-mt-2 min-h-11" onClick={() => skipTo(nextId)}>
          Skip to now
        </TextButton>
      )}
      <ul className="grid gap-2">
        {listed.map((item, position) => (
          <li key={`${item.kind} ${item.startMinute}`} {...(position === next && { id: nextId, tabIndex: -1 })}>
            <Line item={item} column={at} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {free.length > 0 && (
        <div className="mt-3">
          <h3 className="mb-1.5 text-sm text-muted">Free</h3>
          <ul className="flex flex-wrap gap-2">
            {free.map((item) => (
              <li key={item.startMinute}>
                <button type="button" className="slot-button px-3!" onClick={() => onOpen(item, at)}>
                  {item.times.length === 1 ? wallClock(item.startMinute) : freeText(item)}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Line({ item, column, onOpen }: { item: AgendaItem; column: number; onOpen: OnOpen }) {
  const time = `${wallClock(item.startMinute)} - ${wallClock(item.startMinute + item.minutes)}`;
  switch (item.kind) {
    case 'appointment': {
      const { appointment } = item;
      return (
        <button
          id={elementIdOf(appointment._id)}
          type="button"
          className="agenda-line"
          data-state={appointment.state}
          style={colouredAs(appointment)}
          onClick={() => onOpen(item, column)}
        >
          <span className="text-sm tabular-nums text-muted">{time}</span>
          <b dir="auto" className="font-semibold wrap-anywhere">
            {appointment.patient}
          </b>
          <span className="text-sm">{secondLine(appointment)}</span>
        </button>
      );
    }
    case 'block':
      return (
        <button type="button" className="agenda-line" data-kind="block" onClick={() => onOpen(item, column)}>
          <span className="text-sm tabular-nums text-muted">{time}</span>
          <b className="font-semibold wrap-anywhere">{item.block.reason}</b>
        </button>
      );
    case 'offered': {
      const text = unbrokenTimes(`${time} ${offeredText(item.offer)}`);
      return item.offer.entry ? (
        <TextLink href={href.waitingList({ entry: item.offer.entry._id })} className="min-h-11 px-4 text-sm">
          {text}
        </TextLink>
      ) : (
        <p className="px-4 text-sm text-muted tabular-nums">{text}</p>
      );
    }
    default:
      return (
        <p className="px-4 text-sm text-muted tabular-nums">
          {`${time} ${item.kind === 'break' ? item.name : 'being booked'}`}
        </p>
      );
  }
}

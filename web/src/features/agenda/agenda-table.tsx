import type { AgendaClosure, AgendaDay } from '@openhours/contract/agenda.ts';
import { counted } from '@openhours/contract/counted.ts';
import { wallClock } from '@openhours/contract/slot-label.ts';
import { memo, type ReactNode } from 'react';
import { useClinicMinute } from '../../clinic/clinic-minute.ts';
import { Badge } from '../../ui/badge.tsx';
import { AgendaItemView, type OnOpen } from './agenda-item-view.tsx';
import { Closings } from './closings.tsx';
import { type AgendaColumn, type AgendaItem, firstAhead, hoursShown, idleColumns, pixelsPerMinute } from './layout.ts';
import { useArrowKeys } from './use-arrow-keys.ts';
import { useColumnsInTurn } from './use-columns-in-turn.ts';
import { type DragTargets, useDragging } from './use-dragging.ts';
import { useFramePosition } from './use-frame-position.ts';
import { useShowBooked } from './use-show-booked.ts';
import { isClosedAllDay } from './words.ts';

export type OnOpenAway = (absence: AgendaClosure, column: number) => void;

const nothing: readonly AgendaItem[] = [];

/**
 * The table of the agenda: a row for each hour, a column for each doctor or day. One item at a time can be reached with
 * Tab, at first the one that is next today; the arrow keys go to the others.
 */
export function AgendaTable({
  label,
  columns,
  view,
  today,
  onOpen,
  onOpenAway,
  drags,
  booked,
}: {
  label: string;
  columns: readonly AgendaColumn[];
  /** Which columns are shown, whatever the days: the frame keeps its position as long as they are the same. */
  view: string;
  today: string;
  /** The `_id` of the appointment that was just booked, or ''. */
  booked: string;
  onOpen: OnOpen;
  onOpenAway: OnOpenAway;
  drags: DragTargets;
}) {
  const layouts = columns.map(({ layout }) => layout);
  const hours = hoursShown(columns.map(({ day, layout }) => ({ hours: day.hours, items: layout.items })));
  const scale = pixelsPerMinute(layouts);
  const shown = useColumnsInTurn(columns.length);
  const idle = idleColumns(columns);
  const minute = useClinicMinute();
  const hourNow = Math.floor(minute / 60);
  const { table, onKeyDown, onFocus } = useArrowKeys(firstAhead(columns, { today, minute }));
  const firstMinute = (hours[0] ?? 0) * 60;
  const dragging = useDragging({ table, firstMinute, scale }, drags);
  const hasToday = columns.some(({ day }) => day.date === today);
  const { frame, onScroll } = useFramePosition({ view, firstMinute, scale, now: hasToday ? minute : undefined });
  useShowBooked(booked);

  return (
    <div ref={frame} className="agenda-scroller" onScroll={onScroll}>
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- The arrow keys move in it.
        role="grid"
        aria-label={label}
        className="agenda-table"
        style={{ '--columns': columns.length - idle.size, '--idle-columns': idle.size }}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        {...dragging}
      >
        <thead>
          <tr>
            <th scope="col" className="agenda-corner">
              <span className="sr-only">Time</span>
            </th>
            {columns.map((column, at) => (
              <th
                key={column.id}
                scope="col"
                data-today={column.day.date === today || undefined}
                data-idle={idle.has(column.id) || undefined}
              >
                <ColumnHead column={column} onOpenAway={(absence) => onOpenAway(absence, at)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour} style={{ height: 60 * scale }}>
              <th scope="row">
                {wallClock(hour * 60)}
                {hasToday && hour === hourNow && <NowLine top={(minute % 60) * scale} />}
              </th>
              {columns.map((column, at) => (
                <Cell
                  key={column.id}
                  items={at < shown ? (column.layout.byHour.get(hour) ?? nothing) : nothing}
                  openings={openingsText(column.day, hour)}
                  column={at}
                  hour={hour}
                  scale={scale}
                  now={column.day.date === today && hour === hourNow ? minute % 60 : undefined}
                  onOpen={onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ColumnHead({
  column: { title, day, closings },
  onOpenAway,
}: {
  column: AgendaColumn;
  onOpenAway: (absence: AgendaClosure) => void;
}): ReactNode {
  const { length } = day.appointments;
  return (
    <>
      {/* The longest name decides how tall the head of all columns is. */}
      <span className="line-clamp-2 leading-snug" title={title}>
        {title}
      </span>
      <Closings closings={closings} onOpen={onOpenAway} />
      <span className="block text-sm font-normal text-muted empty:hidden">
        {length > 0 || day.hours.length > 0 ? counted(length, 'appointment') : isClosedAllDay(day) ? '' : 'No hours'}
      </span>
      {day.lateMinutes !== undefined && <Badge tone="warning">{`${day.lateMinutes} minutes late`}</Badge>}
    </>
  );
}

/** An hour of a column. Its ground shows when the doctor works. */
const Cell = memo(function Cell({
  items,
  openings,
  column,
  hour,
  scale,
  now,
  onOpen,
}: {
  items: readonly AgendaItem[];
  openings: string;
  column: number;
  hour: number;
  scale: number;
  now: number | undefined;
  onOpen: OnOpen;
}) {
  return (
    <td style={{ backgroundImage: openings || undefined }}>
      {items.map((item) => (
        <AgendaItemView
          key={`${item.kind} ${item.startMinute}`}
          item={item}
          column={column}
          top={(item.startMinute - hour * 60) * scale}
          height={item.minutes * scale}
          onOpen={onOpen}
        />
      ))}
      {now !== undefined && <NowLine top={now * scale} />}
    </td>
  );
});

/** The line at the current time. In the column of the hours, it is a short, thick mark. */
function NowLine({ top }: { top: number }) {
  return <span aria-hidden="true" className="agenda-now" style={{ top }} />;
}

/** The working hours within an hour, as a background: light while open. '' if there are none. */
function openingsText({ hours }: AgendaDay, hour: number): string {
  return hours
    .map(({ startMinute, minutes }) => [startMinute - hour * 60, startMinute + minutes - hour * 60] as const)
    .filter(([from, to]) => from < 60 && to > 0)
    .map(([from, to]) => {
      const start = `${(Math.max(0, from) / 60) * 100}%`;
      const end = `${(Math.min(60, to) / 60) * 100}%`;
      return `linear-gradient(transparent ${start}, var(--surface) ${start}, var(--surface) ${end}, transparent ${end})`;
    })
    .join(', ');
}

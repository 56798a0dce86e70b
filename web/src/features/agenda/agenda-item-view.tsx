import type { AgendaAppointment } from '@openhours/contract/agenda.ts';
import { wallClock } from '@openhours/contract/slot-label.ts';
import { type CSSProperties, memo } from 'react';
import type { AgendaItem } from './layout.ts';
import { remarks } from './words.ts';

/** Where an item is in the table. */
export type ItemPlace = { column: number; top: number; height: number };

/** What happens when an item is pressed. Without a function, the item cannot be pressed. */
export type OnOpen = (item: AgendaItem, column: number) => void;

/** From this height on, an item has a second line. */
const twoLines = 42;

/** An item of the table. Each item is one element with one class, because there are hundreds. */
export const AgendaItemView = memo(function AgendaItemView({
  item,
  column,
  top,
  height,
  onOpen,
}: ItemPlace & { item: AgendaItem; onOpen: OnOpen | undefined }) {
  const style = { top, height };
  const place = { 'data-column': column, 'data-minute': item.startMinute, style };
  const time = wallClock(item.startMinute);
  switch (item.kind) {
    case 'break':
    case 'held':
      return (
        <span className="agenda-item" data-kind={item.kind} style={style}>
          {item.kind === 'break' ? 'Break' : `${time} being booked`}
        </span>
      );
    case 'free':
      return (
        <button
          type="button"
          className="agenda-item"
          data-kind="free"
          tabIndex={-1}
          {...place}
          onClick={() => onOpen?.(item, column)}
        >
          <span>{`${time} free`}</span>
        </button>
      );
    case 'block':
      return (
        <button
          type="button"
          className="agenda-item"
          data-kind="block"
          tabIndex={-1}
          {...place}
          onClick={() => onOpen?.(item, column)}
        >
          <span>{`${time} ${item.block.reason}`}</span>
        </button>
      );
    case 'appointment':
      return (
        <button
          type="button"
          className="agenda-item"
          data-kind="appointment"
          data-state={item.appointment.state}
          data-moves={item.appointment.can.move || undefined}
          tabIndex={-1}
          {...place}
          style={colouredAs(item.appointment, style)}
          onClick={() => onOpen?.(item, column)}
        >
          <b dir="auto">{`${time} ${item.appointment.patient}`}</b>
          <span className={height < twoLines ? 'sr-only' : undefined}>{secondLine(item.appointment)}</span>
        </button>
      );
  }
});

export function secondLine(appointment: AgendaAppointment): string {
  const { treatment, visitReason } = appointment;
  const line = [...remarks(appointment), treatment].join(', ');
  return visitReason === undefined ? line : `${line}: ${shortened(visitReason)}`;
}

const mostShown = 80;

/** The whole reason is on the appointment's panel. */
function shortened(reason: string): string {
  return reason.length <= mostShown ? reason : `${reason.slice(0, mostShown).trimEnd()}…`;
}

/** The treatment's colour is on the edge; the text never depends on it. */
export function colouredAs({ colour }: AgendaAppointment, style: CSSProperties = {}): CSSProperties {
  return colour === null ? style : { ...style, '--treatment': colour };
}

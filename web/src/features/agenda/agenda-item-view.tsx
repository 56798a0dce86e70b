import type { AgendaAppointment } from '@openhours/contract/agenda.ts';
import { wallClock } from '@openhours/contract/slot-label.ts';
import { type CSSProperties, memo } from 'react';
import { href } from '../../pages.ts';
import { Anchor } from '../../ui/anchor.tsx';
import { unbrokenTimes } from '../../ui/unbroken-times.ts';
import type { AgendaItem, Place } from './layout.ts';
import { elementIdOf } from './use-show-booked.ts';
import { freeText, offeredText, remarks } from './words.ts';

/** What happens when an item is pressed. */
export type OnOpen = (item: AgendaItem, column: number) => void;

/** The height of a line, and of the border and padding around all of them. */
const linePixels = 17;
const edgePixels = 8;

/** An item of the table. Each item is one element with one class, because there are hundreds. */
export const AgendaItemView = memo(function AgendaItemView({
  item,
  column,
  top,
  height,
  onOpen,
}: {
  item: AgendaItem;
  column: number;
  top: number;
  height: number;
  onOpen: OnOpen;
}) {
  const lines = Math.max(1, Math.floor((height - edgePixels) / linePixels));
  const style = { top, height, '--lines': lines };
  const focusable = {
    'data-kind': item.kind,
    'data-column': column,
    'data-minute': item.startMinute,
    tabIndex: -1,
    'data-short': lines === 1 || undefined,
    style,
  };
  const pressable = { ...focusable, onClick: () => onOpen(item, column) };
  const time = wallClock(item.startMinute);
  switch (item.kind) {
    case 'break':
    case 'held':
      return (
        <span className="agenda-item" data-kind={item.kind} style={style}>
          <span>{item.kind === 'break' ? item.name : `${time} being booked`}</span>
        </span>
      );
    case 'offered': {
      const text = <span>{unbrokenTimes(`${time} ${offeredText(item.offer)}`)}</span>;
      return item.offer.entry ? (
        <Anchor href={href.waitingList({ entry: item.offer.entry._id })} className="agenda-item" {...focusable}>
          {text}
        </Anchor>
      ) : (
        <span className="agenda-item" data-kind={item.kind} style={style}>
          {text}
        </span>
      );
    }
    case 'free':
    case 'block':
      return (
        <button type="button" className="agenda-item" {...pressable}>
          <span>{item.kind === 'free' ? freeText(item) : `${time} ${item.block.reason}`}</span>
        </button>
      );
    case 'appointment':
      return (
        <button
          id={elementIdOf(item.appointment._id)}
          type="button"
          className="agenda-item"
          {...pressable}
          data-state={item.appointment.state}
          data-moves={item.appointment.can.move || undefined}
          style={colouredAs(item.appointment, style)}
        >
          <span>
            <b dir="auto">{item.appointment.patient}</b>
            {` ${unbrokenTimes(time)}, ${secondLine(item.appointment)}`}
          </span>
        </button>
      );
  }
});

/** Where an item's element is in the table. */
export function placeOf({ dataset }: HTMLElement): Place {
  return { column: Number(dataset['column']), startMinute: Number(dataset['minute']) };
}

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
export function colouredAs(
  { colour, isDoctorAway, isClinicClosed }: AgendaAppointment,
  style: CSSProperties = {},
): CSSProperties {
  return {
    ...style,
    ...(colour !== null && { '--treatment': colour }),
    ...((isDoctorAway || isClinicClosed) && { background: 'var(--danger-soft)', color: 'var(--danger-strong)' }),
  };
}

import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Drop } from './confirm-move-dialog.tsx';
import { type AgendaColumn, type Place, startAt } from './layout.ts';
import type { DropPlace } from './use-dragging.ts';
import { calendarName } from './words.ts';

/**
 * Where an appointment was dropped. 'choose': its treatment is not offered by its doctor any more. The agenda does not know at
 * which times it can still be given then; the dialog of a move does. Undefined: its treatment cannot be booked there. Pure.
 */
export function dropOf(
  columns: readonly AgendaColumn[],
  from: Place,
  to: DropPlace,
): { kind: 'move'; drop: Drop } | { kind: 'choose'; bookingId: string; day: string } | undefined {
  const target = columns[to.column];
  const dragged = columns[from.column]?.layout.items.find(
    ({ kind, startMinute }) => kind === 'appointment' && startMinute === from.startMinute,
  );
  if (!target || dragged?.kind !== 'appointment') return undefined;
  const { appointment } = dragged;
  const { date } = target.day;
  // The appointment keeps the name that its treatment had when it was booked.
  const booked = columns[from.column]?.calendar.options.find(({ _id }) => _id === appointment.optionId);
  const wanted = booked?.treatment ?? appointment.treatment;
  const option = target.calendar.options.find(({ treatment }) => treatment === wanted);
  if (!option && !booked) return { kind: 'choose', bookingId: appointment._id, day: date };
  const free = target.layout.items.find(({ kind, startMinute }) => kind === 'free' && startMinute === to.startMinute);
  if (!option || free?.kind !== 'free') return undefined;
  const startMinute = startAt(free.times, { optionId: option._id, minute: to.pointerMinute });
  if (startMinute === undefined) return undefined;
  const slot = slotLabel({ startMinute, minutes: option.minutes });
  const whose = calendarName(target.calendar);
  return { kind: 'move', drop: { appointment, optionId: option._id, date, startMinute, slot, whose } };
}

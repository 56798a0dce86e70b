import type { AvailableSlot, DayAvailability, DayStatus, NextFree } from '@openhours/contract/availability.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { presentClosed } from './present-closed.ts';
import { type DayInView, slotsInView } from './rules.ts';
import type { Slot } from './slots.ts';
import type { DayOfOption, OptionHours, Timetable } from './timetable.ts';

interface Question {
  readonly date: string;
  readonly view: DayInView;
  readonly timetable: Timetable;
}

/** An option on a day: its free slots (`slotsInView`), or why there are none. */
export function availabilityOfDay(option: OptionHours, question: Question): DayAvailability {
  const day = slotsInView(option, question);
  const status = statusOf(day, { ...question, option });
  return { date: question.date, status, slots: day.free.map(presentSlot), ...presentClosed(day) };
}

function statusOf(
  { free, offered, closed }: DayOfOption,
  { view, ...question }: Question & { option: OptionHours },
): DayStatus {
  if (free.length > 0) return 'free';
  if (view.state === 'past') return 'past';
  if (view.state === 'beyond') return 'beyond-horizon';
  if (offered.length > 0) return offered.some(({ from }) => from >= view.earliest) ? 'full' : 'past';
  if (closed.length > 0) return 'closed';
  return isOutsideSpecialHours({ view, ...question }) ? 'special-hours' : 'day-off';
}

/** Whether the clinic has special hours on a date, and an option without slots would have some at any other hours. */
function isOutsideSpecialHours({
  option,
  date,
  view,
  timetable,
}: Pick<Question, 'date' | 'view' | 'timetable'> & { option: OptionHours }): boolean {
  if (timetable.clinicHours.length === 0 || !timetable.specialHours.some((one) => one.date === date)) return false;
  return slotsInView(option, { view, timetable: { ...timetable, clinicHours: [] } }).offered.length > 0;
}

/** The first free slot of several days in order, or `undefined`. */
export function firstFree(days: readonly DayAvailability[]): NextFree | undefined {
  for (const { date, slots } of days) if (slots[0]) return { date, ...slots[0] };
  return undefined;
}

function presentSlot(slot: Slot): AvailableSlot {
  return { slot: slotLabel(slot), startsAt: new Date(slot.from).toISOString() };
}

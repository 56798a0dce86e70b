import type { AvailableSlot, DayAvailability, DayStatus, NextFree } from '@openhours/contract/availability.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { presentClosed } from './present-closed.ts';
import { type DayInView, slotsInView } from './rules.ts';
import type { Slot } from './slots.ts';
import type { DayOfOption, OptionHours, Timetable } from './timetable.ts';

/** An option on a day: its free slots (`slotsInView`), or why there are none. */
export function availabilityOfDay(
  option: OptionHours,
  { date, view, timetable, now }: { date: string; view: DayInView; timetable: Timetable; now: Date },
): DayAvailability {
  const day = slotsInView(option, { view, timetable });
  const status = day.free.length > 0 ? 'free' : whyNone(day, { view, now });
  return {
    date,
    status,
    slots: day.free.map(presentSlot),
    ...presentClosed(day),
    ...(status === 'day-off' && day.closed.length === 0 && isOutsideSpecialHours(option, { date, view, timetable })
      ? { outsideSpecialHours: true }
      : {}),
  };
}

/** Whether the clinic has special hours on a date, and an option without slots would have some at any other hours. */
function isOutsideSpecialHours(
  option: OptionHours,
  { date, view, timetable }: { date: string; view: DayInView; timetable: Timetable },
): boolean {
  if (timetable.clinicHours.length === 0 || !timetable.specialHours.some((one) => one.date === date)) return false;
  return slotsInView(option, { view, timetable: { ...timetable, clinicHours: [] } }).offered.length > 0;
}

function whyNone({ offered }: DayOfOption, { view, now }: { view: DayInView; now: Date }): DayStatus {
  if (view.state === 'past') return 'past';
  if (view.state === 'beyond') return 'beyond-horizon';
  if (offered.length === 0) return 'day-off';
  return offered.some(({ from }) => from >= view.earliest && from > now.getTime()) ? 'full' : 'past';
}

/** The first free slot of several days in order, or `undefined`. */
export function firstFree(days: readonly DayAvailability[]): NextFree | undefined {
  for (const { date, slots } of days) if (slots[0]) return { date, ...slots[0] };
  return undefined;
}

function presentSlot(slot: Slot): AvailableSlot {
  return { slot: slotLabel(slot), startsAt: new Date(slot.from).toISOString() };
}

import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import type { AppointmentDay } from '@openhours/contract/schedule.ts';

/** The number of free slots on each day on which somebody has hours, by 'YYYY-MM-DD', in order of time. */
export type SpacesByDay = ReadonlyMap<string, number>;

/** The calendar's data. `spaces` is undefined while it loads and after a failure. */
export type CalendarFacts = { today: string; chosen: string | undefined; spaces: SpacesByDay | undefined };

/** `no-hours`: nobody has hours on that day. `unknown`: still loading. */
export type DayState = 'free' | 'full' | 'no-hours' | 'past' | 'beyond' | 'unknown';

export function spacesByDay(days: readonly AppointmentDay[]): SpacesByDay {
  return new Map(
    days.flatMap(({ date, spaces }) => {
      const iso = isoFromMediumDate(date);
      return iso === undefined ? [] : [[iso, spaces]];
    }),
  );
}

export function dayState(iso: string, { today, spaces }: Pick<CalendarFacts, 'today' | 'spaces'>): DayState {
  if (iso < today) return 'past';
  if (!spaces) return 'unknown';
  const left = spaces.get(iso);
  if (left !== undefined) return left > 0 ? 'free' : 'full';
  return iso > (lastDay(spaces) ?? today) ? 'beyond' : 'no-hours';
}

/**
 * Whether a day can be clicked. Open days can, including full ones, which show the next free days. Today and the chosen
 * day always can, so that the choice can be cleared.
 */
export function isClickable(iso: string, facts: CalendarFacts): boolean {
  if (iso === facts.today || iso === facts.chosen) return true;
  const state = dayState(iso, facts);
  return state === 'free' || state === 'full' || state === 'unknown';
}

/** The last day that can be booked; undefined while the calendar loads. */
export function lastDay(spaces: SpacesByDay | undefined): string | undefined {
  return spaces && [...spaces.keys()].at(-1);
}

/** Up to `count` free days after this one; if there are none, the first free days of all. */
export function nextFreeDays(iso: string, spaces: SpacesByDay, count: number): readonly string[] {
  const free = [...spaces].filter(([day, left]) => left > 0 && day !== iso).map(([day]) => day);
  const later = free.filter((day) => day > iso);
  return (later.length > 0 ? later : free).slice(0, count);
}

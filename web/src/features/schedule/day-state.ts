import type { OptionAvailability } from '@openhours/contract/availability.ts';
import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import type { AppointmentDay } from '@openhours/contract/schedule.ts';
import { addDays } from './civil-date.ts';

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

/**
 * The days to wait for something from this day on: up to a week, as far as it can be booked, and none with a time that can
 * be booked now, except the first day. After the last time of today, from tomorrow.
 *
 * @param options what is waited for, asked about from this day on; none while they load
 */
export function daysToWait(
  iso: string,
  {
    today,
    spaces,
    options,
  }: Pick<CalendarFacts, 'today' | 'spaces'> & { options: readonly Pick<OptionAvailability, 'days' | 'nextFree'>[] },
) {
  const last = lastDay(spaces);
  const day = iso > today ? iso : today;
  const isOver = options.length > 0 && options.every(({ days }) => days[0]?.status === 'past');
  const from = isOver && (last === undefined || day < last) ? addDays(day, 1) : day;
  const free =
    options.length > 0
      ? options.flatMap(({ nextFree }) => nextFree?.date ?? [])
      : [...(spaces ?? [])].flatMap(([one, left]) => (left > 0 && one > from ? one : []));
  const ends = [addDays(from, 7), ...(last === undefined ? [] : [last]), ...free.map((one) => addDays(one, -1))];
  const to = ends.toSorted()[0] ?? from;
  return { from, to: to > from ? to : from, last };
}

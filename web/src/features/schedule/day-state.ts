import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import type { AppointmentDay } from '@openhours/contract/schedule.ts';

/** Free spaces of each day that the clinic is open, by 'YYYY-MM-DD', in order of time. */
export type SpacesByDay = ReadonlyMap<string, number>;

/** What the calendar knows. `spaces` is undefined until the clinic has said it, and where it could not be asked. */
export type CalendarFacts = { today: string; chosen: string | undefined; spaces: SpacesByDay | undefined };

/** `unknown`: it may be free, only the clinic has not said so yet. */
export type DayState = 'free' | 'full' | 'closed' | 'past' | 'beyond' | 'unknown';

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
  return iso > (lastDay(spaces) ?? today) ? 'beyond' : 'closed';
}

/**
 * Days on which the clinic is open, full ones too: a full day says which days are free next. Today and the chosen day
 * can always be clicked, so that a choice can be taken back.
 */
export function isClickable(iso: string, facts: CalendarFacts): boolean {
  if (iso === facts.today || iso === facts.chosen) return true;
  const state = dayState(iso, facts);
  return state === 'free' || state === 'full' || state === 'unknown';
}

/** The last day that can be booked, or undefined while it is not known. */
export function lastDay(spaces: SpacesByDay | undefined): string | undefined {
  return spaces && [...spaces.keys()].at(-1);
}

/** The next days with a space after this one, at most `count`; if there are none, the first free days of all. */
export function nextFreeDays(iso: string, spaces: SpacesByDay, count: number): readonly string[] {
  const free = [...spaces].filter(([day, left]) => left > 0 && day !== iso).map(([day]) => day);
  const later = free.filter((day) => day > iso);
  return (later.length > 0 ? later : free).slice(0, count);
}

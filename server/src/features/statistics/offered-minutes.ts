import { daysBetween, openHoursOf, type Timetable, weekdayOf } from '../schedule/index.ts';

/**
 * The minutes in which at least one treatment is open in a calendar, by weekday, Monday first. Pure.
 *
 * @param of.first 'YYYY-MM-DD'; `last` is included
 */
export function offeredMinutes(
  timetable: Timetable,
  of: { calendarId: string; treatmentIds: readonly string[]; first: string; last: string },
): readonly number[] {
  const { first, last, ...calendar } = of;
  const offered = [0, 0, 0, 0, 0, 0, 0];
  let weekday = weekdayOf(first);
  for (const date of daysBetween(first, last)) {
    const openings = openHoursOf(timetable, { ...calendar, day: { date, weekday } });
    const minutes = openings.reduce((sum, { opensMinute, closesMinute }) => sum + closesMinute - opensMinute, 0);
    offered[weekday - 1] = (offered[weekday - 1] ?? 0) + minutes;
    weekday = (weekday % 7) + 1;
  }
  return offered;
}

/** Up to this many days are counted one by one, more by month. */
export const MOST_SINGLE_DAYS = 62;

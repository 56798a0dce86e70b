import { dayFormat } from '@openhours/contract/day-format.ts';
import { addDays, utcDate } from '../schedule/civil-date.ts';

/** The number of days side by side. */
export const shownDays = 7;

/** The first days of the previous and next week; undefined if nothing can be booked there. */
export function neighbouringWeeks(from: string, { today, last }: { today: string; last: string | undefined }) {
  const before = addDays(from, -shownDays);
  const after = addDays(from, shownDays);
  return {
    previous: from === today ? undefined : before < today ? today : before,
    next: last !== undefined && after > last ? undefined : after,
  };
}

/** 'Nov 23 – 29' or 'Nov 30 – Dec 6', with the year if it is not that of `today`. */
export function weekText(from: string, today: string): string {
  return weekFormat(from, { today, last: addDays(from, shownDays - 1) });
}

/** 'Mon' and 'Nov 23' of a day, for use below the text of its week. */
export function dayTexts(date: string): { weekday: string; day: string } {
  const instant = utcDate(date);
  return { weekday: weekdayFormat.format(instant), day: shortFormat.format(instant) };
}

/** 'Monday, November 23', with the year if it is not that of `today`. */
export function longDay(date: string, today: string): string {
  return longFormat(date, { today });
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const weekdayFormat = format({ weekday: 'short' });
const shortFormat = format({ month: 'short', day: 'numeric' });
const weekFormat = dayFormat({ month: 'short', day: 'numeric' });
const longFormat = dayFormat({ weekday: 'long', month: 'long', day: 'numeric' });

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

/** 'Nov 23 – 29' or 'Nov 30 – Dec 6'. */
export function weekText(from: string): string {
  return weekFormat.formatRange(utcDate(from), utcDate(addDays(from, shownDays - 1)));
}

/** 'Mon' and 'Nov 23' of a day, and both in full for screen readers. */
export function dayTexts(date: string): { weekday: string; day: string; long: string } {
  const instant = utcDate(date);
  return { weekday: weekdayFormat.format(instant), day: dayFormat.format(instant), long: longFormat.format(instant) };
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
const weekFormat = format({ month: 'short', day: 'numeric' });
const weekdayFormat = format({ weekday: 'short' });
const dayFormat = format({ month: 'short', day: 'numeric' });
const longFormat = format({ weekday: 'long', month: 'long', day: 'numeric' });

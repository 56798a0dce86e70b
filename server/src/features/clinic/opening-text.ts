import { isDeepStrictEqual } from 'node:util';
import { clockTime } from '@openhours/contract/clock-time.ts';
import { wallClock } from '@openhours/contract/slot-label.ts';
import type { ClinicOpening, Opening } from '../schedule/index.ts';

const DAY_MINUTES = 1440;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Opening hours in words, like 'Mon–Fri 9:00 am–5:00 pm, Sat 9:00 am–12:00 pm'. */
export function openingText(hours: readonly ClinicOpening[]): string {
  return groupsOf(hours)
    .map(({ firstAndLast, ranges }) => `${firstAndLast.join('–')} ${rangesText(ranges)}`)
    .join(', ');
}

/** Like '9:00 am–12:00 pm and 1:00 pm–midnight', or 'open 24 hours'. */
export function rangesText(ranges: readonly Opening[]): string {
  return ranges
    .map(({ opensMinute, closesMinute }) =>
      closesMinute - opensMinute === DAY_MINUTES
        ? 'open 24 hours'
        : `${timeText(opensMinute)}–${timeText(closesMinute)}`,
    )
    .join(' and ');
}

/** Opening hours in the format of schema.org, like 'Mo-Fr 09:00-17:00': one entry per time range. */
export function schemaOpeningHours(hours: readonly ClinicOpening[]): readonly string[] {
  return groupsOf(hours).flatMap(({ firstAndLast, ranges }) => {
    const days = firstAndLast.map((day) => day.slice(0, 2)).join('-');
    return ranges.map(
      ({ opensMinute, closesMinute }) => `${days} ${clockTime(opensMinute)}-${clockTime(closesMinute)}`,
    );
  });
}

/** Groups consecutive weekdays that have the same hours. A single day is both first and last, and is named once. */
function groupsOf(hours: readonly ClinicOpening[]) {
  const groups: { readonly days: string[]; readonly ranges: readonly Opening[] }[] = [];
  for (const [index, day] of WEEKDAYS.entries()) {
    const ranges = hours
      .filter(({ weekday }) => weekday === index + 1)
      .toSorted((one, other) => one.opensMinute - other.opensMinute)
      .map(({ opensMinute, closesMinute }) => ({ opensMinute, closesMinute }));
    const before = groups.at(-1);
    if (before && isDeepStrictEqual(before.ranges, ranges)) before.days.push(day);
    else groups.push({ days: [day], ranges });
  }
  return groups
    .filter(({ ranges }) => ranges.length > 0)
    .map(({ days, ranges }) => ({ ranges, firstAndLast: days.filter((_, at) => at === 0 || at === days.length - 1) }));
}

/** Like '9:00 am'. */
function timeText(minute: number): string {
  return minute % DAY_MINUTES === 0 ? 'midnight' : wallClock(minute).replace(/^0/, '').toLowerCase();
}

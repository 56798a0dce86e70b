/*
 * Times as people type them: '9', '9:30', '930', '9.30', '5pm', 'noon'. Pure; times are 'HH:MM' on a 24-hour clock, and
 * '24:00' is the end of a day.
 */

import { clockTime, minuteOfDay } from '@openhours/contract/clock-time.ts';
import { wallClock } from '@openhours/contract/slot-label.ts';

/** A time range of a day. */
export type TimeRange = { from: string; to: string };

const HALF_DAY = 720;
const DAY = 1440;

/**
 * Reads a typed time.
 *
 * @param role decides whether '12am' and 'midnight' mean the start or the end of the day
 * @param after an earlier time: '5' after '09:00' is read as '17:00', as in 'nine to five'
 * @returns undefined if the text is not a time
 */
export function readTime(
  text: string,
  { role, after }: { role: 'from' | 'to'; after?: string | undefined },
): string | undefined {
  const typed = text.trim().toLowerCase();
  const endOfDay = role === 'to' ? '24:00' : '00:00';
  if (typed === 'noon') return '12:00';
  if (typed === 'midnight') return endOfDay;
  const found = /^(\d{1,2})(?:\s*[:.h]\s*(\d{2})?|(\d{2}))?\s*(?:([ap])\.?\s?(?:m\.?)?)?$/.exec(typed);
  if (!found) return undefined;
  const [, hourText = '', spaced, joined, half] = found;
  const hour = Number(hourText);
  const minute = Number(spaced ?? joined ?? 0);
  if (minute > 59) return undefined;
  if (half) {
    if (hour < 1 || hour > 12) return undefined;
    const read = (hour % 12) * 60 + minute + (half === 'p' ? HALF_DAY : 0);
    return read === 0 ? endOfDay : clockTime(read);
  }
  const read = hour * 60 + minute;
  if (read > DAY || (read === DAY && role === 'from')) return undefined;
  if (read === 0 && role === 'to') return endOfDay;
  const isShort = hour >= 1 && hour <= 7 && hourText.length === 1;
  const isTooEarly = after !== undefined && isTime(after) && read <= minuteOfDay(after);
  return clockTime(isShort && isTooEarly && read + HALF_DAY > minuteOfDay(after) ? read + HALF_DAY : read);
}

/**
 * Reads all time ranges of a day: '9-12, 1-5pm'. The 'pm' of an end is also that of a start from 1 to 7, as in '5-9pm'.
 *
 * @returns undefined if a part of the text is not a range
 */
export function readRanges(text: string): readonly TimeRange[] | undefined {
  const parts = text.split(/[,;&+]|\band\b/).filter((part) => part.trim() !== '');
  const ranges: TimeRange[] = [];
  for (const part of parts) {
    const [first = '', second, ...rest] = part.split(/\s*(?:-|–|—|\bto\b|\buntil\b)\s*/);
    const read = readTime(first, { role: 'from', after: ranges.at(-1)?.to });
    if (second === undefined || rest.length > 0 || read === undefined) return undefined;
    const to = readTime(second, { role: 'to', after: read });
    if (to === undefined) return undefined;
    // After seven in the morning, all of '1' to '7' are in the afternoon.
    const inAfternoon = readTime(first, { role: 'from', after: '07:00' }) ?? read;
    ranges.push({ from: /\d\s*p/i.test(second) && inAfternoon < to ? inAfternoon : read, to });
  }
  return ranges.length > 0 ? ranges : undefined;
}

/** '05:00 PM' for '17:00', as everywhere else. Any other text stays as it was typed. */
export function shownTime(text: string): string {
  return isTime(text) ? wallClock(minuteOfDay(text)) : text;
}

/** Whether a text is a time in the saved format: 'HH:MM', up to '24:00'. */
export function isTime(text: string): boolean {
  return /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text);
}

/*
 * Times as people type them: '9', '9:30', '930', '9.30', '5pm', 'noon'. Pure; times are 'HH:MM' on a 24-hour clock, and
 * '24:00' is the end of a day.
 */

/** A stretch of a day. */
export type TimeRange = { from: string; to: string };

const HALF_DAY = 720;
const DAY = 1440;

/**
 * Reads a typed time.
 *
 * @param role what '12am', 'midnight' and '24' mean: the beginning of a day or its end
 * @param after a time that it has to be later than: '5' after '09:00' is '17:00', as in 'nine to five'
 * @returns undefined where it is no time
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
    return read === 0 ? endOfDay : timeText(read);
  }
  const read = hour * 60 + minute;
  if (read > DAY || (read === DAY && role === 'from')) return undefined;
  if (read === 0 && role === 'to') return endOfDay;
  const isShort = hour >= 1 && hour <= 7 && hourText.length === 1;
  const isTooEarly = after !== undefined && isTime(after) && read <= minutesOf(after);
  return timeText(isShort && isTooEarly && read + HALF_DAY > minutesOf(after) ? read + HALF_DAY : read);
}

/** Reads a whole day that was typed or pasted: '9-12, 1-5pm'. Undefined where a part of it is no range. */
export function readRanges(text: string): readonly TimeRange[] | undefined {
  const parts = text.split(/[,;&+]|\band\b/).filter((part) => part.trim() !== '');
  const ranges: TimeRange[] = [];
  for (const part of parts) {
    const [first = '', second, ...rest] = part.split(/\s*(?:-|–|—|\bto\b|\buntil\b)\s*/);
    const from = readTime(first, { role: 'from', after: ranges.at(-1)?.to });
    if (second === undefined || rest.length > 0 || from === undefined) return undefined;
    const to = readTime(second, { role: 'to', after: from });
    if (to === undefined) return undefined;
    ranges.push({ from, to });
  }
  return ranges.length > 0 ? ranges : undefined;
}

/** Whether a text is a time as it is saved. */
export function isTime(text: string): boolean {
  return /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text);
}

/** '09:30' as 570. */
export function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** 570 as '09:30'; what is outside of the day becomes its beginning or end. */
export function timeText(minutes: number): string {
  const within = Math.min(DAY, Math.max(0, minutes));
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(within / 60))}:${pad(within % 60)}`;
}

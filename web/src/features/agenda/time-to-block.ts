import { clockTime } from '@openhours/contract/clock-time.ts';
import type { ClosingDraft } from '../closures/closing-days.ts';
import type { AgendaColumn } from './layout.ts';

/** Time of a calendar: a day, and minutes since 00:00. An empty `calendarId`: none is chosen yet. */
export type TimeToBlock = { calendarId: string; date: string; from: number; to: number };

const step = 5;
const quarter = 15;

/** '09:05', as the browser's time fields have it. The end of the day is '00:00', as `endMinuteOfDay` reads it. */
export function timeText(minute: number): string {
  return clockTime(minute % (24 * 60));
}

/** The time between two minutes in any order, in steps of five, and at least one of them. */
export function stretchBetween(one: number, other: number): { from: number; to: number } {
  const from = Math.floor(Math.min(one, other) / step) * step;
  const to = Math.ceil(Math.max(one, other) / step) * step;
  return { from, to: Math.max(to, from + step) };
}

/** What the clinic's wall clock shows: the day and the minute of it. */
type Now = { today: string; minute: number };

/**
 * The time that is suggested first: an hour of the first day that is not over, from the start of the working hours, but not
 * in the past. If all days are over, it is today. Whose time it is has to be chosen, unless there is one calendar only.
 */
export function firstBlock(
  columns: readonly {
    calendar: Pick<AgendaColumn['calendar'], '_id'>;
    day: Pick<AgendaColumn['day'], 'date' | 'hours'>;
  }[],
  now: Now,
): TimeToBlock {
  const column = columns.find(({ day }) => day.date >= now.today) ?? columns[0];
  const from = column?.day.hours[0]?.startMinute ?? 9 * 60;
  const date = column && column.day.date > now.today ? column.day.date : now.today;
  const [calendarId = '', ...others] = new Set(columns.map(({ calendar }) => calendar._id));
  return fromNow({ calendarId: others.length === 0 ? calendarId : '', date, from, to: from + 60 }, now);
}

/** The absence that is suggested first: today from now on, or all of the first day to come. */
export function firstAway(columns: Parameters<typeof firstBlock>[0], now: Now): ClosingDraft {
  const { calendarId, date } = firstBlock(columns, now);
  const fromTime = date === now.today ? timeText(Math.floor(now.minute / step) * step) : '';
  return { from: date, fromTime, to: '', toTime: '', doctorId: calendarId || undefined, reason: '' };
}

/** The part of a time that is not over, in steps of five minutes; undefined if all of it is over. */
export function leftOf(time: TimeToBlock, now: Now): TimeToBlock | undefined {
  if (time.date > now.today) return time;
  const from = Math.max(time.from, Math.ceil(now.minute / step) * step);
  return time.date < now.today || from >= time.to ? undefined : { ...time, from };
}

/**
 * The suggested time, or if that has begun, as much time from the next full quarter of an hour. Late in the evening it is
 * shorter, so that it ends with the day.
 */
export function fromNow(time: TimeToBlock, now: Now): TimeToBlock {
  if (time.date !== now.today || time.from >= now.minute) return time;
  const end = 24 * 60;
  const from = Math.min(Math.ceil(now.minute / quarter) * quarter, end - quarter);
  return { ...time, from, to: Math.min(from + time.to - time.from, end) };
}

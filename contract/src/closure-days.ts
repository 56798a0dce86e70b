import type { Closure } from './closures.ts';
import { mediumDateFromIso } from './medium-date.ts';
import { wallClock } from './slot-label.ts';

/** When it is closed: 'Dec 24, 2026', 'Dec 24, 2026 from 10:00 AM', 'Dec 24, 2026 to Dec 26, 2026 at 02:00 PM'. */
export function closureDays({
  from,
  to,
  fromMinute,
  toMinute,
}: Pick<Closure, 'from' | 'to' | 'fromMinute' | 'toMinute'>): string {
  const first = mediumDateFromIso(from);
  if (from === to) return first + timesOfDay(fromMinute, toMinute);
  const end = toMinute === 1440 ? '' : ` at ${wallClock(toMinute)}`;
  return `${first}${timesOfDay(fromMinute, 1440)} to ${mediumDateFromIso(to)}${end}`;
}

/** A part of a day, with a space before it: ' from 10:00 AM', ' until 02:00 PM', ' from 10:00 AM to 02:00 PM'. All day: ''. */
export function timesOfDay(from: number, to: number): string {
  if (to === 1440) return from === 0 ? '' : ` from ${wallClock(from)}`;
  return from === 0 ? ` until ${wallClock(to)}` : ` from ${wallClock(from)} to ${wallClock(to)}`;
}

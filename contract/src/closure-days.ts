import type { Closure } from './closures.ts';
import { mediumDateFromIso } from './medium-date.ts';
import { wallClock } from './slot-label.ts';

/** When it is closed: 'Dec 24, 2026', 'Dec 24, 2026 to Dec 26, 2026', or 'Dec 24, 2026 from 10:00 AM'. */
export function closureDays({ from, to, fromMinute }: Pick<Closure, 'from' | 'to' | 'fromMinute'>): string {
  const first = mediumDateFromIso(from) + (fromMinute === 0 ? '' : ` from ${wallClock(fromMinute)}`);
  return from === to ? first : `${first} to ${mediumDateFromIso(to)}`;
}

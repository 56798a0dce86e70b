import { counted } from './counted.ts';

/**
 * '90 minutes', '24 hours', '3 days': a length of time in the largest unit that is exact. Hours up to 48, because a day on
 * which the clock changes has 23 or 25 hours: '1 day before 09:00 AM' would be another time than 24 hours before it. Pure.
 */
export function durationText(minutes: number): string {
  if (minutes % 1440 === 0 && minutes > 2880) return counted(minutes / 1440, 'day');
  return minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(minutes, 'minute');
}

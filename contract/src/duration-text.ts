import { counted } from './counted.ts';

/** '90 minutes', '1 hour', '2 days': in the largest unit that is exact. Pure. */
export function durationText(minutes: number): string {
  if (minutes % 1440 === 0) return counted(minutes / 1440, 'day');
  return minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(minutes, 'minute');
}

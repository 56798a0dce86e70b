import { utcDate } from './civil-date.ts';

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** 'Monday, November 23, 2026', from 'YYYY-MM-DD'. */
export function fullDate(day: string): string {
  return format.format(utcDate(day));
}

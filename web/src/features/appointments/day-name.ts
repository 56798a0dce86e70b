import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { utcDate } from '../schedule/civil-date.ts';

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** 'Monday, November 23, 2026', for 'YYYY-MM-DD'. */
export function fullDate(day: string): string {
  return format.format(utcDate(day));
}

/** 'born Mar 31, 1950', for 'YYYY-MM-DD'. */
export function bornText(dateOfBirth: string): string {
  return `born ${mediumDateFromIso(dateOfBirth)}`;
}

import { isNearDay, mediumDateFromIso } from '@openhours/contract/medium-date.ts';

/*
 * Days are civil dates, 'YYYY-MM-DD', from the click to the request. Calculations and formats use UTC, where every day
 * has 24 hours, so the browser's zone has no effect.
 */

const dayMillis = 86_400_000;

/** Returns the text if it is a real day as 'YYYY-MM-DD' that calls accept, from 1900 to 2999, else undefined. */
export function realDay(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isNearDay(text)) return undefined;
  try {
    mediumDateFromIso(text);
    return text;
  } catch {
    return undefined;
  }
}

/** @returns midnight of that day in UTC, for formats with `timeZone: 'UTC'` */
export function utcDate(iso: string): Date {
  return new Date(`${iso}T00:00:00Z`);
}

export function addDays(iso: string, days: number): string {
  return isoOf(utcDate(iso).getTime() + days * dayMillis);
}

/** The same day of another month, or the last day of a shorter month. */
export function addMonths(iso: string, months: number): string {
  const [year = 0, month = 1, day = 1] = iso.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return isoOf(Date.UTC(year, month - 1 + months, Math.min(day, lastOfMonth)));
}

/** 0 for Sunday. */
export function weekdayOf(iso: string): number {
  return utcDate(iso).getUTCDay();
}

function isoOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}

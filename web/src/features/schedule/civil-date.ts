import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';

/*
 * Days are civil dates, 'YYYY-MM-DD', from the click to the wire. The calendar alone wants Date objects: they are made
 * and read with the parts of the browser's own clock, never through UTC, so that a day stays itself in every zone.
 */

/** The text itself when it is a real day as 'YYYY-MM-DD', else undefined. */
export function realDay(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    mediumDateFromIso(text);
    return text;
  } catch {
    return undefined;
  }
}

/** @returns noon of that day on the browser's clock: unlike midnight, every zone has it on every day */
export function localDateFromIso(iso: string): Date {
  const [year = 0, month = 1, day = 1] = iso.split('-').map(Number);
  return new Date(year, month - 1, day, 12);
}

/** The day that a Date is on the browser's clock. */
export function isoFromLocalDate(date: Date): string {
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}

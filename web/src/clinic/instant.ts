import { clinicTimeZone } from './zone.ts';

/** An instant in the clinic's zone: 'May 1, 2026, 10:00 AM'. @param iso UTC, as in the API */
export function instantText(iso: string, timeZone: string = clinicTimeZone()): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(iso));
}

import { clinicTimeZone } from './zone.ts';

/** An instant as the clinic's clock showed it: 'May 1, 2026, 10:00 AM'. @param iso UTC, as the wire carries it */
export function instantText(iso: string, timeZone: string = clinicTimeZone()): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(iso));
}

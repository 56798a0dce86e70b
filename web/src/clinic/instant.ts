import { clinicTimeZone } from './zone.ts';

/** The time of an instant in the clinic's zone: '10:00 AM'. @param iso UTC, as in the API */
export function timeText(iso: string): string {
  return new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: clinicTimeZone() }).format(new Date(iso));
}

/** A deadline in the clinic's zone: '10:00 AM' if it is today, else with its date. @param iso UTC, as in the API */
export function deadlineText(iso: string, now: Date = new Date()): string {
  const dayOf = (instant: Date) => instant.toLocaleDateString('en-US', { timeZone: clinicTimeZone() });
  return dayOf(new Date(iso)) === dayOf(now) ? timeText(iso) : instantText(iso);
}

/** An instant in the clinic's zone: 'May 1, 2026, 10:00 AM'. @param iso UTC, as in the API */
export function instantText(iso: string, timeZone: string = clinicTimeZone()): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(iso));
}

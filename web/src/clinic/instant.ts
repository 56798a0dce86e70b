import { dateText, instantText as textOfInstant, timeText as textOfTime } from '@openhours/contract/instant-text.ts';
import { serverNow } from './clock.ts';
import { clinicTimeZone } from './zone.ts';

/** The time of an instant in the clinic's zone: '10:00 AM'. @param iso UTC, as in the API */
export function timeText(iso: string): string {
  return textOfTime(new Date(iso), clinicTimeZone());
}

/** A deadline in the clinic's zone: '10:00 AM' if it is today, else with its date. @param iso UTC, as in the API */
export function deadlineText(iso: string, now: Date = new Date(serverNow())): string {
  const dayOf = (instant: Date) => dateText(instant, clinicTimeZone());
  return dayOf(new Date(iso)) === dayOf(now) ? timeText(iso) : instantText(iso);
}

/** An instant in the clinic's zone: 'May 1, 2026, 10:00 AM'. @param iso UTC, as in the API */
export function instantText(iso: string, timeZone: string = clinicTimeZone()): string {
  return textOfInstant(new Date(iso), timeZone);
}

import { useSyncExternalStore } from 'react';
import { everyQuarterMinute, serverNow } from './clock.ts';
import { clinicTimeZone, clockAt } from './zone.ts';

/** The minute of the day that the clinic's wall clock shows now. */
export function useClinicMinute(): number {
  return useSyncExternalStore(everyQuarterMinute, clinicMinute);
}

/** As `useClinicMinute`, once. */
export function clinicMinute(): number {
  return minuteAt(new Date(serverNow()), clinicTimeZone());
}

/** When the present minute began, in epoch milliseconds. */
export function useMinute(): number {
  return useSyncExternalStore(everyQuarterMinute, () => Math.floor(serverNow() / 60_000) * 60_000);
}

/** The minute of the day of an instant in a zone. */
export function minuteAt(instant: Date, timeZone: string): number {
  const part = clockAt(instant, timeZone);
  return Number(part('hour')) * 60 + Number(part('minute'));
}

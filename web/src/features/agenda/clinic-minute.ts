import { useSyncExternalStore } from 'react';
import { clinicTimeZone } from '../../clinic/zone.ts';

const lookAgainMillis = 15_000;

let format: Intl.DateTimeFormat | undefined;

/** The minute of the day that the clinic's wall clock shows now. */
export function useClinicMinute(): number {
  return useSyncExternalStore(everyQuarterMinute, clinicMinute);
}

/** As `useClinicMinute`, once. */
export function clinicMinute(): number {
  format ??= new Intl.DateTimeFormat('en-US', {
    timeZone: clinicTimeZone(),
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  const parts = format.formatToParts(new Date());
  const part = (type: 'hour' | 'minute') => Number(parts.find((candidate) => candidate.type === type)?.value);
  return part('hour') * 60 + part('minute');
}

function everyQuarterMinute(lookAgain: () => void): () => void {
  const timer = window.setInterval(lookAgain, lookAgainMillis);
  return () => window.clearInterval(timer);
}

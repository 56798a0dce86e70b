import { useSyncExternalStore } from 'react';
import { clinicTimeZone } from './zone.ts';

const lookAgainMillis = 15_000;

let last: { timeZone: string; format: Intl.DateTimeFormat } | undefined;

/** The minute of the day that the clinic's wall clock shows now. */
export function useClinicMinute(): number {
  return useSyncExternalStore(everyQuarterMinute, clinicMinute);
}

/** As `useClinicMinute`, once. */
export function clinicMinute(): number {
  return minuteAt(new Date(), clinicTimeZone());
}

/** The minute of the day of an instant in a zone. */
export function minuteAt(instant: Date, timeZone: string): number {
  // Created once, because that is slow, and again when an admin changes the zone.
  if (last?.timeZone !== timeZone) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
    last = { timeZone, format };
  }
  const parts = last.format.formatToParts(instant);
  const part = (type: 'hour' | 'minute') => Number(parts.find((candidate) => candidate.type === type)?.value);
  return part('hour') * 60 + part('minute');
}

function everyQuarterMinute(lookAgain: () => void): () => void {
  const timer = window.setInterval(lookAgain, lookAgainMillis);
  return () => window.clearInterval(timer);
}

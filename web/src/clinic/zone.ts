import { useSyncExternalStore } from 'react';

const lookAgainMillis = 30_000;

/** The day that it is at the clinic, 'YYYY-MM-DD', whatever the zone of the reader. */
export function clinicDayAt(instant: Date, timeZone: string): string {
  const parts = formatIn(timeZone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** The clinic's zone as the page says it; the browser's own where a page does not say one that exists. */
export function clinicTimeZone(): string {
  const said = document.querySelector<HTMLMetaElement>('meta[name="clinic-time-zone"]')?.content;
  return said && isTimeZone(said) ? said : browserTimeZone();
}

export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Says in which zone times are, to readers whose own zone is another one: undefined for everybody else. */
export function zoneNote(): string | undefined {
  const timeZone = clinicTimeZone();
  if (timeZone === browserTimeZone()) return undefined;
  return `All times are the clinic's local time (${timeZone.replaceAll('_', ' ')}).`;
}

/** The clinic's today; a page that stays open over midnight follows. */
export function useClinicToday(): string {
  return useSyncExternalStore(everyHalfMinute, clinicToday);
}

function clinicToday(): string {
  return clinicDayAt(new Date(), clinicTimeZone());
}

function everyHalfMinute(lookAgain: () => void): () => void {
  const timer = window.setInterval(lookAgain, lookAgainMillis);
  return () => window.clearInterval(timer);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Made once a zone, since making one takes longer than all its uses. Throws for a zone that does not exist. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  const made =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  formats.set(timeZone, made);
  return made;
}

function isTimeZone(name: string): boolean {
  try {
    formatIn(name);
    return true;
  } catch {
    return false;
  }
}

import { useSyncExternalStore } from 'react';
import { everyQuarterMinute, serverNow } from './clock.ts';

/** What the clock and the calendar of a zone show at an instant: a function of the part, such as 'hour'. */
export function clockAt(instant: Date, timeZone: string) {
  const parts = formatIn(timeZone).formatToParts(instant);
  return (type: Intl.DateTimeFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? '';
}

/** Today in the clinic's zone, 'YYYY-MM-DD'. */
export function clinicDayAt(instant: Date, timeZone: string): string {
  const part = clockAt(instant, timeZone);
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** The clinic's zone from the document; the browser's zone if that is missing or invalid. */
export function clinicTimeZone(): string {
  const configured = document.querySelector<HTMLMetaElement>('meta[name="clinic-time-zone"]')?.content;
  return configured && isTimeZone(configured) ? configured : browserTimeZone();
}

/** Changes the zone of the open document, which has that of when it was loaded. */
export function setClinicTimeZone(timeZone: string): void {
  document.querySelector('meta[name="clinic-time-zone"]')?.setAttribute('content', timeZone);
}

export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

let note: { timeZone: string; text: string } | undefined;

/** A sentence that names the zone of the times, for readers whose clocks differ from it; empty for all others. */
export function zoneNote(): string {
  const timeZone = clinicTimeZone();
  // Cached, because the browser takes a millisecond to return its time zone. An admin may change that of the clinic.
  if (note?.timeZone !== timeZone) {
    const isSame = isSameTime(timeZone, browserTimeZone(), Date.now());
    note = {
      timeZone,
      text: isSame ? '' : `All times are the clinic's local time (${timeZone.replaceAll('_', ' ')}).`,
    };
  }
  return note.text;
}

const dayMillis = 86_400_000;

/**
 * Whether clocks in both zones agree for a year from `now`, looking once a day: some zones set their clocks only two days
 * apart. One zone can have several names, such as Asia/Calcutta.
 */
export function isSameTime(one: string, other: string, now: number): boolean {
  if (one === other) return true;
  for (let at = now; at < now + 366 * dayMillis; at += dayMillis) {
    if (formatIn(one).format(at) !== formatIn(other).format(at)) return false;
  }
  return true;
}

/** Today in the clinic's zone. Updates at midnight. */
export function useClinicToday(): string {
  return useSyncExternalStore(everyQuarterMinute, clinicToday);
}

function clinicToday(): string {
  return clinicDayAt(new Date(serverNow()), clinicTimeZone());
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Created once per zone, because creating a formatter is slow. Throws for an unknown zone. */
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
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
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

import type { SlotTimes } from '@openhours/contract/slot-label.ts';

/** An interval of a day in which an option is open, in minutes of the clinic's wall clock since 00:00. */
export interface Opening {
  readonly opensMinute: number;
  readonly closesMinute: number;
}

/** An interval in milliseconds since 1970, without its end. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The length of an appointment, and how long the calendar stays busy after it. */
export interface Length {
  readonly minutes: number;
  readonly bufferMinutes: number;
}

/** A slot: its time on the clinic's wall clock, and its instants on that day. */
export interface Slot extends SlotTimes, Span {
  /** How long the calendar stays busy after it: that of the treatment, or until midnight. */
  readonly bufferMinutes: number;
  /** The instant at which its buffer ends. */
  readonly busyUntil: number;
}

/**
 * A day in the clinic's zone. Computed once a day and shared by all options.
 */
export interface ClinicDay {
  /** 'YYYY-MM-DD' */
  readonly date: string;
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number;
  /**
   * The instant at which the wall clock shows this minute of the day, the first if it shows it twice; `undefined` when
   * the clock skips it. 1440 is the midnight at which the day ends.
   */
  readonly instantOf: (minuteOfDay: number) => number | undefined;
  /** The first instant at which the wall clock shows this minute of the day or has skipped it. */
  readonly closingAt: (minuteOfDay: number) => number;
  /** The minute of the day that the wall clock shows at this instant; 1440 if the day is over. */
  readonly minuteAt: (instant: number) => number;
  /** The instant at which it begins: midnight, or the first moment after it where the clock skips midnight. */
  readonly beginsAt: number;
}

const MINUTES_A_DAY = 24 * 60;

/** @param date a civil date, 'YYYY-MM-DD' @param timeZone an IANA zone */
export function clinicDay(date: string, timeZone: string): ClinicDay {
  const day = Temporal.PlainDate.from(date);
  const start = day.toZonedDateTime(timeZone);
  const beginsAtMidnight = start.toPlainDateTime().equals(day.toPlainDateTime());
  const isEven = beginsAtMidnight && start.offsetNanoseconds === lastMomentOf(start).offsetNanoseconds;

  return {
    date,
    weekday: day.dayOfWeek,
    beginsAt: start.epochMilliseconds,
    // Almost every day has no clock change, so minutes can be added up.
    ...(isEven ? evenDay(start.epochMilliseconds) : unevenDay(day, timeZone)),
  };
}

function lastMomentOf(start: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return start.add({ days: 1 }).subtract({ nanoseconds: 1 });
}

function evenDay(beginsAt: number) {
  const instantOf = (minuteOfDay: number) => beginsAt + minuteOfDay * 60_000;
  const minuteAt = (instant: number) => Math.min(MINUTES_A_DAY, Math.floor((instant - beginsAt) / 60_000));
  return { instantOf, closingAt: instantOf, minuteAt };
}

function unevenDay(day: Temporal.PlainDate, timeZone: string): Pick<ClinicDay, 'instantOf' | 'closingAt' | 'minuteAt'> {
  const read = (minuteOfDay: number) => {
    const wall = day.toPlainDateTime().add({ minutes: minuteOfDay });
    const at = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
    return { at, isSkipped: !at.toPlainDateTime().equals(wall) };
  };
  return {
    instantOf: (minuteOfDay) => {
      const { at, isSkipped } = read(minuteOfDay);
      return isSkipped ? undefined : at.epochMilliseconds;
    },
    closingAt: (minuteOfDay) => {
      const { at, isSkipped } = read(minuteOfDay);
      // 'earlier' gives an instant before the clock is set forward; the next clock change is the one that we want.
      return (isSkipped ? at.getTimeZoneTransition('next') : at)?.epochMilliseconds ?? at.epochMilliseconds;
    },
    minuteAt: (instant) => {
      const wall = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
      return Math.min(MINUTES_A_DAY, Math.floor(wall.since(day.toPlainDateTime()).total('minutes')));
    },
  };
}

/**
 * The slots of a day's hours, in order of time. Slots follow each other from the start of an opening, each with its
 * buffer. A slot lasts exactly `minutes` of real time and ends by closing time; the last buffer may run past it, but not
 * past midnight, because appointments of another day are not compared with it. When the clock is set forward, slots that
 * would start in the skipped hour are left out; when it is set back, the repeated hour is offered once. A slot during which
 * the clock changes is left out, because it would not end at the time in its label. No two slots overlap, buffers
 * included, or have the same label.
 */
export function slotsOfDay(day: ClinicDay, openings: readonly Opening[], length: Length): readonly Slot[] {
  const { minutes, bufferMinutes } = length;
  const step = minutes + bufferMinutes;
  const dayEnds = day.closingAt(MINUTES_A_DAY);
  const slots: Slot[] = [];
  let busyUntil = Number.NEGATIVE_INFINITY;
  for (const { opensMinute, closesMinute } of openings.toSorted((a, b) => a.opensMinute - b.opensMinute)) {
    for (let startMinute = opensMinute; startMinute + minutes <= closesMinute; startMinute += step) {
      const from = day.instantOf(startMinute);
      if (from === undefined || from < busyUntil) continue;
      const to = from + minutes * 60_000;
      if (day.minuteAt(to - 1) !== startMinute + minutes - 1) continue;
      busyUntil = Math.min(to + bufferMinutes * 60_000, dayEnds);
      slots.push({ startMinute, minutes, from, to, bufferMinutes: (busyUntil - to) / 60_000, busyUntil });
    }
  }
  return slots;
}

/** The civil date in the clinic's zone at an instant, 'YYYY-MM-DD'. */
export function dateAt(instant: Date, timeZone: string): string {
  return instant.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** The first and last day that can be booked at `now`: `horizonDays` days, the first of which is today. */
export function bookableDays(options: { now: Date; timeZone: string; horizonDays: number }): {
  readonly first: string;
  readonly last: string;
} {
  const { now, timeZone, horizonDays } = options;
  const first = dateAt(now, timeZone);
  return { first, last: addDays(first, horizonDays - 1) };
}

/** @param date 'YYYY-MM-DD' */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** Every day from one to another, 'YYYY-MM-DD', both included, in order. */
export function daysBetween(first: string, last: string): readonly string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** @param date 'YYYY-MM-DD' @returns 1 Monday … 7 Sunday */
export function weekdayOf(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

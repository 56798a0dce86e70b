import type { SlotTimes } from '@openhours/contract/slot-label.ts';

/** A stretch of a day in which an option is open, in minutes of the clinic's wall clock since 00:00. */
export interface Opening {
  readonly opensMinute: number;
  readonly closesMinute: number;
}

/** A stretch of time, in milliseconds since 1970. The end is not part of it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** How long an appointment lasts, and how long after it the calendar stays busy. */
export interface Length {
  readonly minutes: number;
  readonly bufferMinutes: number;
}

/** A slot: where it stands on the clinic's wall clock, and which instants that means on its day. */
export interface Slot extends SlotTimes, Span {
  /** The instant at which its buffer is over. */
  readonly busyUntil: number;
}

/**
 * A day in the clinic's zone, as the slots of any option need it. Made once a day, not once an option.
 */
export interface ClinicDay {
  /** 'YYYY-MM-DD' */
  readonly date: string;
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number;
  /**
   * The instant at which the wall clock reads this minute of the day, or `undefined` when the clock skips it. Where
   * it reads it twice, the first time is meant. 1440 is the midnight at which the day ends.
   */
  readonly instantOf: (minuteOfDay: number) => number | undefined;
  /** The first instant at which the wall clock reads this minute of the day or has skipped it. */
  readonly closingAt: (minuteOfDay: number) => number;
  /** The instant at which it begins: midnight, or the first moment after it where the clock skips midnight. */
  readonly beginsAt: number;
}

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
    // Almost every day: the wall clock runs evenly, and a minute is sixty seconds from the last.
    ...(isEven ? evenDay(start.epochMilliseconds) : unevenDay(day, timeZone)),
  };
}

function lastMomentOf(start: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return start.add({ days: 1 }).subtract({ nanoseconds: 1 });
}

function evenDay(beginsAt: number) {
  const instantOf = (minuteOfDay: number) => beginsAt + minuteOfDay * 60_000;
  return { instantOf, closingAt: instantOf };
}

function unevenDay(day: Temporal.PlainDate, timeZone: string): Pick<ClinicDay, 'instantOf' | 'closingAt'> {
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
      // 'earlier' means an instant before the clock jumps: the jump itself is the next change of the clock.
      return (isSkipped ? at.getTimeZoneTransition('next') : at)?.epochMilliseconds ?? at.epochMilliseconds;
    },
  };
}

/**
 * The slots that follow from the hours of a day, in order of time: each starts a whole number of lengths, each with its
 * buffer, after an opening, lasts exactly `minutes` of real time, and is over by closing time; the last buffer may run
 * past it. On a day on which the clock jumps ahead,
 * what would start in the skipped hour is left out; where it is set back, the repeated hour is offered once.
 * No two slots overlap, their buffers included, and no two read alike.
 */
export function slotsOfDay(day: ClinicDay, openings: readonly Opening[], length: Length): readonly Slot[] {
  const { minutes, bufferMinutes } = length;
  const step = minutes + bufferMinutes;
  const slots: Slot[] = [];
  let busyUntil = Number.NEGATIVE_INFINITY;
  for (const { opensMinute, closesMinute } of openings.toSorted((a, b) => a.opensMinute - b.opensMinute)) {
    const closes = day.closingAt(closesMinute);
    for (let startMinute = opensMinute; startMinute + minutes <= closesMinute; startMinute += step) {
      const from = day.instantOf(startMinute);
      if (from === undefined || from < busyUntil) continue;
      const to = from + minutes * 60_000;
      if (to > closes) continue;
      busyUntil = to + bufferMinutes * 60_000;
      slots.push({ startMinute, minutes, from, to, busyUntil });
    }
  }
  return slots;
}

/** The civil date in the clinic's zone at an instant, 'YYYY-MM-DD'. */
export function dateAt(instant: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

/** The first and last day that can be booked at `now`: today, and `horizonDays` days counted from and with today. */
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

/** @param date 'YYYY-MM-DD' @returns 1 Monday … 7 Sunday */
export function weekdayOf(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

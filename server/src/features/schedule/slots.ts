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

/** A slot: where it stands on the clinic's wall clock, and which instants that means on its day. */
export interface Slot extends SlotTimes, Span {}

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
    instantOf: isEven
      ? (minute) => start.epochMilliseconds + minute * 60_000
      : (minute) => instantOnUnevenDay(day, minute, timeZone),
  };
}

function lastMomentOf(start: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return start.add({ days: 1 }).subtract({ nanoseconds: 1 });
}

function instantOnUnevenDay(day: Temporal.PlainDate, minuteOfDay: number, timeZone: string): number | undefined {
  const wall = day.toPlainDateTime().add({ minutes: minuteOfDay });
  const instant = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  return instant.toPlainDateTime().equals(wall) ? instant.epochMilliseconds : undefined;
}

/**
 * The slots that follow from the hours of a day, in order of time: each starts a whole number of lengths after an
 * opening, lasts exactly `minutes` of real time, and is over by closing time. On a day on which the clock jumps ahead,
 * what would start in the skipped hour is left out; where it is set back, the repeated hour is offered once.
 * No two slots overlap and no two read alike.
 */
export function slotsOfDay(day: ClinicDay, openings: readonly Opening[], minutes: number): readonly Slot[] {
  const slots: Slot[] = [];
  let busyUntil = Number.NEGATIVE_INFINITY;
  for (const { opensMinute, closesMinute } of openings.toSorted((a, b) => a.opensMinute - b.opensMinute)) {
    const closes = day.instantOf(closesMinute);
    for (let startMinute = opensMinute; startMinute + minutes <= closesMinute; startMinute += minutes) {
      const from = day.instantOf(startMinute);
      if (from === undefined || from < busyUntil) continue;
      const to = from + minutes * 60_000;
      if (closes !== undefined && to > closes) continue;
      slots.push({ startMinute, minutes, from, to });
      busyUntil = to;
    }
  }
  return slots;
}

/** The slots that can still be had: not begun at `now` and free of every taken span. */
export function freeSlots(slots: readonly Slot[], options: { taken: readonly Span[]; now: number }): readonly Slot[] {
  const { taken, now } = options;
  return slots.filter((slot) => slot.from > now && !taken.some((span) => slot.from < span.to && span.from < slot.to));
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

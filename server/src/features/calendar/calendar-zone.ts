import { tzlib_get_ical_block, tzlib_get_offset, tzlib_get_timezones } from 'timezones-ical-library';

/** A time zone as calendar files describe it (RFC 5545, VTIMEZONE). */
export interface CalendarZone {
  /** Its IANA name, which may differ from the clinic's: 'Europe/Kyiv' for 'Europe/Kiev'. */
  readonly id: string;
  /** The VTIMEZONE. */
  readonly block: string;
  /**
   * Whether every program reads the local time of this instant as this instant. Not in the hour that a clock repeats, and
   * not where the VTIMEZONE is wrong: it has one rule for all years, which does not fit the clocks of Morocco, for example.
   */
  holds(instant: Date): boolean;
}

/** The description of an IANA time zone, if there is one. */
export function findCalendarZone(timeZone: string): CalendarZone | undefined {
  if (!tzlib_get_timezones(false).includes(timeZone)) return undefined;
  const [block = '', tzid = ''] = tzlib_get_ical_block(timeZone);
  return {
    id: tzid.replace('TZID=', ''),
    block,
    holds(instant) {
      const { offset, ...rest } = localTime(instant, timeZone);
      if (rest.isRepeated) return false;
      return tzlib_get_offset(timeZone, rest.date, rest.time) === offset;
    },
  };
}

function localTime(instant: Date, timeZone: string) {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  const plain = zoned.toPlainDateTime();
  const [earlier, later] = (['earlier', 'later'] as const).map(
    (disambiguation) => plain.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds,
  );
  return {
    date: plain.toPlainDate().toString(),
    time: plain.toPlainTime().toString({ smallestUnit: 'minute' }),
    offset: zoned.offset.replace(':', ''),
    isRepeated: earlier !== later,
  };
}

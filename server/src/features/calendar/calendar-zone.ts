import { LRUCache } from 'lru-cache';
import { tzlib_get_ical_block, tzlib_get_offset, tzlib_get_timezones } from 'timezones-ical-library';

/** A time zone as calendar files describe it (RFC 5545, VTIMEZONE). */
interface CalendarZone {
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

/** Every email about an appointment needs the clinic's. */
const zones = new LRUCache<string, CalendarZone>({ max: 10 });
const MOST_DAYS = 1000;

/** The description of an IANA time zone, if there is one. */
export function findCalendarZone(timeZone: string): CalendarZone | undefined {
  const zone = zones.get(timeZone) ?? describeZone(timeZone);
  zones.set(timeZone, zone);
  return zone;
}

function describeZone(timeZone: string): CalendarZone | undefined {
  if (!tzlib_get_timezones(false).includes(timeZone)) return undefined;
  const [block = '', tzid = ''] = tzlib_get_ical_block(timeZone);
  const offsetOf = offsetsIn(timeZone);
  return {
    id: tzid.replace('TZID=', ''),
    block,
    holds(instant) {
      const { offset, ...rest } = localTime(instant, timeZone);
      if (rest.isRepeated) return false;
      return offsetOf(rest.date, rest.time) === offset;
    },
  };
}

/**
 * The offset of a local time by the VTIMEZONE. The library parses the whole zone at each call, so it is called for the two
 * ends of each day, and for single times only on days with a clock change.
 */
function offsetsIn(timeZone: string) {
  const ofDays = new LRUCache<string, readonly [string, string]>({ max: MOST_DAYS });
  return (date: string, time: string) => {
    const read = (at: string) => tzlib_get_offset(timeZone, date, at);
    const ofDay = ofDays.get(date) ?? [read('00:00'), read('23:59')];
    ofDays.set(date, ofDay);
    return ofDay[0] === ofDay[1] ? ofDay[0] : read(time);
  };
}

function localTime(instant: Date, timeZone: string) {
  const zoned = instant.toTemporalInstant().toZonedDateTimeISO(timeZone);
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

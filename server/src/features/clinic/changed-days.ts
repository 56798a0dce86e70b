import { isDeepStrictEqual } from 'node:util';
import { clockTime } from '@openhours/contract/clock-time.ts';
import { dayFormat } from '@openhours/contract/day-format.ts';
import {
  addDays,
  type ClinicTimetable,
  clinicOpeningsOn,
  closureOfAllDay,
  daysBetween,
  type Opening,
  weekdayOf,
} from '../schedule/index.ts';
import { rangesText } from './opening-text.ts';

/** One day, or consecutive days, on which the clinic's hours differ from its weekly hours. */
export interface ChangedDays {
  /** 'YYYY-MM-DD' */
  readonly first: string;
  readonly last: string;
  /** Empty: closed. */
  readonly openings: readonly Opening[];
}

/** Changes that begin within this many days are shown. */
const DAYS_SHOWN = 28;
/** After this many days, only closing days are followed to their end. */
const LONGEST_CHANGE_DAYS = 366;

/**
 * The days in the next weeks on which special hours or closing days change when the clinic is open. Weekly days off within
 * closing days are included, so that a weekend does not split a holiday in two. Pure.
 */
export function changedDays(timetable: ClinicTimetable, today: string): readonly ChangedDays[] {
  const runs: (ChangedDays & { readonly isChanged: boolean })[] = [];
  for (const date of daysBetween(today, addDays(today, DAYS_SHOWN + LONGEST_CHANGE_DAYS))) {
    const found = changeOf(timetable, date);
    if (!found) continue;
    const { openings, isChanged } = found;
    const before = runs.at(-1);
    if (before && addDays(before.last, 1) === date && isDeepStrictEqual(before.openings, openings)) {
      runs[runs.length - 1] = { ...before, last: date, isChanged: before.isChanged || isChanged };
    } else runs.push({ first: date, last: date, openings, isChanged });
  }
  const end = addDays(today, DAYS_SHOWN);
  return runs.flatMap(({ isChanged, ...run }) =>
    isChanged && run.first < end
      ? [run.openings.length > 0 ? run : { ...run, last: lastClosed(timetable, run.last) }]
      : [],
  );
}

/** The last of the days from a closed day on that closing days close without a gap. */
function lastClosed(timetable: ClinicTimetable, date: string): string {
  const next = addDays(date, 1);
  const ends = timetable.closures.flatMap(({ calendarId, firstDay, fromMinute, lastDay, toMinute }) => {
    const first = fromMinute === 0 ? firstDay : addDays(firstDay, 1);
    const last = toMinute === 1440 ? lastDay : addDays(lastDay, -1);
    return calendarId === null && first <= next && next <= last ? [last] : [];
  });
  const last = ends.toSorted().at(-1);
  return last === undefined ? date : lastClosed(timetable, last);
}

function changeOf(timetable: ClinicTimetable, date: string) {
  const { clinicHours, closures } = timetable;
  const day = { date, weekday: weekdayOf(date) };
  const usual = clinicOpeningsOn({ clinicHours, specialHours: [], closures: [] }, day).map(timesOf);
  const openings = clinicOpeningsOn(timetable, day).map(timesOf);
  const ofClinic = closures.filter(({ calendarId }) => calendarId === null);
  const isClosed = closureOfAllDay(ofClinic, date) !== undefined;
  // Without weekly hours, special hours change nothing.
  const isChanged = (clinicHours.length > 0 || isClosed) && !isDeepStrictEqual(usual, openings);
  return isChanged || isClosed ? { openings, isChanged } : undefined;
}

function timesOf({ opensMinute, closesMinute }: Opening): Opening {
  return { opensMinute, closesMinute };
}

const shortDate = dayFormat({ weekday: 'short', month: 'short', day: 'numeric' });

/** Like 'Thu, Dec 24 – Sun, Jan 3, 2027' and 'closed', or 'Sat, Dec 5' and '9:00 am–12:00 pm'. */
export function changedDaysText({ first, last, openings }: ChangedDays): {
  readonly days: string;
  readonly hours: string;
} {
  const days = [...new Set([first, last])].map((date) => unbroken(shortDate(date, { today: first }))).join(' – ');
  return {
    days,
    hours: openings.length === 0 ? 'closed' : openings.map((one) => unbroken(rangesText([one]))).join(' and '),
  };
}

/** Keeps a date, without its year, and each time on one line of a narrow card. A whole time range would be too long in large text. */
function unbroken(text: string): string {
  return text.replaceAll(/ (?!\d{4}$)/g, '\u00a0');
}

/** The days as schema.org's OpeningHoursSpecification, one for each opening. A closed day opens and closes at midnight. */
export function schemaChangedDays({ first, last, openings }: ChangedDays): readonly object[] {
  const times = openings.length === 0 ? [{ opensMinute: 0, closesMinute: 0 }] : openings;
  return times.map(({ opensMinute, closesMinute }) => ({
    '@type': 'OpeningHoursSpecification',
    validFrom: first,
    validThrough: last,
    opens: clockTime(opensMinute),
    // schema.org does not allow '24:00'.
    closes: closesMinute === 1440 ? '23:59' : clockTime(closesMinute),
  }));
}

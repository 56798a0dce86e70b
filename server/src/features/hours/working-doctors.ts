import { isDeepStrictEqual } from 'node:util';
import type { DoctorsOnDate, WorkingDoctor } from '@openhours/contract/clinic-hours.ts';
import { clockTime } from '@openhours/contract/clock-time.ts';
import type { Database } from '../../database/database.ts';
import {
  closureOfAllDay,
  findTimetable,
  type HoursException,
  listOpenOptions,
  type Opening,
  type OpenOption,
  openHoursOf,
  type SpecialOpening,
  type WorkCalendar,
  weekdayOf,
} from '../schedule/index.ts';
import { findVersion, listVersions } from './store.ts';

/** Who works on a date, and when, whatever the clinic's hours. */
export async function findDoctorsOn(db: Database, date: string): Promise<DoctorsOnDate> {
  const options = await listOpenOptions(db);
  const byCalendar = Map.groupBy(options, ({ calendarId }) => calendarId);
  // Read the versions before the hours: if somebody saves in between, the versions are outdated and the admin's save is refused.
  const versions = await listVersions(db, [...byCalendar.keys()]);
  const timetable = await findTimetable(db, { first: date, last: date });
  const own = { ...timetable, clinicHours: [], closures: [] };
  const day = { date, weekday: weekdayOf(date) };
  const hoursOf = (calendarId: string, of: readonly OpenOption[]) =>
    openHoursOf(own, { calendarId, treatmentIds: of.map(({ treatmentId }) => treatmentId), day });
  const exceptionsIn = (id: string) => timetable.calendars.get(id)?.exceptions.filter((one) => one.date === date) ?? [];
  const closureOf = (id: string | null) =>
    closureOfAllDay(
      timetable.closures.filter(({ calendarId }) => calendarId === id),
      date,
    );
  const closure = closureOf(null);
  const calendars = [...byCalendar].map(([id, of]) => ({
    id,
    name: of[0]?.doctorName ?? null,
    hours: hoursOf(id, of),
  }));
  return {
    ...(closure !== undefined && { closure }),
    withoutDoctor: calendars.flatMap(({ name, hours }) => (name === null ? hours : [])).map(presentRange),
    doctors: calendars
      .flatMap(({ id, name, hours }) => {
        if (name === null) return [];
        const absence = closureOf(id);
        return {
          _id: id,
          name,
          version: versions.get(id) ?? 0,
          hours: hours.map(presentRange),
          isException: exceptionsIn(id).length > 0,
          followsSpecialHours: exceptionsIn(id).some((one) => one.followsSpecialHours),
          ...(absence !== undefined && { absence }),
        };
      })
      .toSorted((a, b) => a.name.localeCompare(b.name)),
  };
}

function presentRange({ opensMinute, closesMinute }: Opening): { from: string; to: string } {
  return { from: clockTime(opensMinute), to: clockTime(closesMinute) };
}

/** Exceptions of a doctor on a date. They replace the existing ones. */
export interface NewExceptions {
  readonly doctorId: string;
  readonly date: string;
  readonly exceptions: readonly HoursException[];
}

type Calendars = ReadonlyMap<string, WorkCalendar>;
const NOTHING: WorkCalendar = { weeks: [], exceptions: [] };

/** Special hours before and after a change, and the calendars before it. */
interface SpecialChange {
  readonly before: readonly SpecialOpening[];
  readonly after: readonly SpecialOpening[];
  readonly calendars: Calendars;
  readonly today: string;
}

/**
 * The exceptions that make doctors work during the special hours of their dates, without those that exist already: of the
 * chosen doctors, and of those whose exceptions follow special hours that change. Their exceptions end with the special
 * hours. Nobody is chosen if the clinic has no weekly hours, because special hours do not apply then. Pure.
 */
export function newExceptions(
  chosen: readonly WorkingDoctor[],
  { weekly, ...change }: SpecialChange & { weekly: readonly unknown[] },
): readonly NewExceptions[] {
  const { after, calendars, today } = change;
  const added = weekly.length === 0 ? [] : chosen.filter(({ date }) => after.some((one) => one.date === date));
  const following = followersOf(change).filter(
    (one) => !added.some(({ doctorId, date }) => doctorId === one.doctorId && date === one.date),
  );
  return [...added, ...following].flatMap(({ doctorId, date }) => {
    if (date < today) return [];
    const calendar = calendars.get(doctorId) ?? NOTHING;
    const openings = after.filter((one) => one.date === date);
    const exceptions = exceptionsOf(calendar, { date, openings });
    const present = calendar.exceptions.filter((one) => one.date === date);
    return isDeepStrictEqual(inOrder(present), inOrder(exceptions)) ? [] : { doctorId, date, exceptions };
  });
}

/** Whose exceptions follow special hours that change, and on which dates. */
function followersOf({ before, after, calendars }: SpecialChange): readonly { doctorId: string; date: string }[] {
  const changes = (date: string) => {
    const of = (openings: readonly SpecialOpening[]) => openings.filter((one) => one.date === date);
    return !isDeepStrictEqual(of(before), of(after));
  };
  return [...calendars].flatMap(([doctorId, { exceptions }]) => {
    const dates = new Set(exceptions.flatMap(({ date, followsSpecialHours }) => (followsSpecialHours ? date : [])));
    return [...dates].filter(changes).map((date) => ({ doctorId, date }));
  });
}

/**
 * New exceptions of a calendar, which go on to follow the special hours of a date if they are the same on that date as
 * before. Pure.
 */
export function stillFollowing(
  exceptions: readonly HoursException[],
  before: readonly HoursException[],
): readonly HoursException[] {
  return [...Map.groupBy(exceptions, ({ date }) => date)].flatMap(([date, ofDate]) => {
    const present = before.filter((one) => one.date === date);
    const followers = ofDate.map((one) => ({ ...one, followsSpecialHours: true as const }));
    return isDeepStrictEqual(inOrder(followers), inOrder(present)) ? present : ofDate;
  });
}

/** An exception only narrows the own hours of a treatment unless it names that treatment. */
function exceptionsOf(
  { weeks }: WorkCalendar,
  { date, openings }: { date: string; openings: readonly Opening[] },
): readonly HoursException[] {
  const week = weeks.findLast(({ validFrom }) => validFrom <= date);
  const treatmentIds = new Set([null, ...(week?.hours ?? []).map(({ treatmentId }) => treatmentId)]);
  return [...treatmentIds].flatMap((treatmentId) =>
    openings.map(({ opensMinute, closesMinute }) => ({
      date,
      opening: { opensMinute, closesMinute },
      treatmentId,
      followsSpecialHours: true as const,
    })),
  );
}

function inOrder(exceptions: readonly HoursException[]): readonly HoursException[] {
  const text = ({ opening, treatmentId }: HoursException) => `${treatmentId} ${opening?.opensMinute}`;
  return exceptions.toSorted((a, b) => text(a).localeCompare(text(b)));
}

/** The calendars after exceptions were written. Pure. */
export function withExceptions(calendars: Calendars, written: readonly NewExceptions[]): Calendars {
  const after = new Map(calendars);
  for (const { doctorId, date, exceptions } of written) {
    const calendar = after.get(doctorId) ?? NOTHING;
    const others = calendar.exceptions.filter((one) => one.date !== date);
    after.set(doctorId, { ...calendar, exceptions: [...others, ...exceptions] });
  }
  return after;
}

/**
 * The doctors whose exceptions are written, by id: followers and chosen ones. `undefined`: a chosen one cannot be booked any
 * more, or somebody has changed their hours since the caller saw them.
 */
export async function findUnchangedDoctors(
  tx: Database,
  {
    doctors,
    written,
    followers,
  }: {
    doctors: readonly WorkingDoctor[];
    written: readonly NewExceptions[];
    followers: readonly { readonly id: string; readonly name: string }[];
  },
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string }> | undefined> {
  const found = new Map(followers.map((one) => [one.id, one]));
  if (written.length === 0) return found;
  const options = await listOpenOptions(tx);
  const names = new Map(options.map(({ calendarId, doctorName }) => [calendarId, doctorName]));
  for (const id of new Set(written.map(({ doctorId }) => doctorId))) {
    const seen = doctors.filter(({ doctorId }) => doctorId === id);
    if (seen.length === 0) continue;
    const name = names.get(id);
    const current = await findVersion(tx, id);
    if (name == null || seen.some(({ version }) => version !== current)) return undefined;
    found.set(id, { id, name });
  }
  return found;
}

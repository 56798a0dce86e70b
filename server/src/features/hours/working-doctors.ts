import type { DoctorsOfDate, DoctorsOnDate } from '@openhours/contract/clinic-hours.ts';
import { clockTime } from '@openhours/contract/clock-time.ts';
import type { Database } from '../../database/database.ts';
import {
  closureOfAllDay,
  findTimetable,
  listOpenOptions,
  type Opening,
  type OpenOption,
  openHoursOf,
  type SpecialDoctor,
  type SpecialOpening,
  weekdayOf,
} from '../schedule/index.ts';

/** Who works on a date, and when, whatever the clinic's hours. */
export async function findDoctorsOn(db: Database, date: string): Promise<DoctorsOnDate> {
  const options = await listOpenOptions(db);
  const byCalendar = Map.groupBy(options, ({ calendarId }) => calendarId);
  const timetable = await findTimetable(db, { first: date, last: date });
  const own = { ...timetable, clinicHours: [], closures: [] };
  const day = { date, weekday: weekdayOf(date) };
  const hoursOf = (calendarId: string, of: readonly OpenOption[]) =>
    openHoursOf(own, { calendarId, treatmentIds: of.map(({ treatmentId }) => treatmentId), day });
  const exceptionsOf = (id: string) => timetable.calendars.get(id)?.exceptions ?? [];
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
          hours: hours.map(presentRange),
          isException: exceptionsOf(id).some((one) => one.date === date),
          isChosen: timetable.specialDoctors.some((one) => one.date === date && one.calendarId === id),
          ...(absence !== undefined && { absence }),
        };
      })
      .toSorted((a, b) => a.name.localeCompare(b.name)),
  };
}

function presentRange({ opensMinute, closesMinute }: Opening): { from: string; to: string } {
  return { from: clockTime(opensMinute), to: clockTime(closesMinute) };
}

/**
 * Who works during special hours after a change: on the dates that the change names, the doctors it names, of those who can be
 * booked. On others, and of the doctors who cannot be booked, those who did before. Nobody on a date without special hours. Pure.
 */
export function newSpecialDoctors(
  before: readonly SpecialDoctor[],
  {
    changed,
    specialHours,
    bookable,
  }: { changed: readonly DoctorsOfDate[]; specialHours: readonly SpecialOpening[]; bookable: ReadonlySet<string> },
): readonly SpecialDoctor[] {
  const changedDates = new Set(changed.map(({ date }) => date));
  const special = new Set(specialHours.map(({ date }) => date));
  const named = changed
    .flatMap(({ date, doctorIds }) => doctorIds.map((id) => ({ date, calendarId: id.toLowerCase() })))
    .filter(({ calendarId }) => bookable.has(calendarId));
  const after = [
    ...before.filter(({ date, calendarId }) => !changedDates.has(date) || !bookable.has(calendarId)),
    ...named,
  ];
  const once = new Map(after.map((one) => [keyOf(one), one]));
  return [...once.values()].filter(({ date }) => special.has(date));
}

/** The doctors who work, or no longer work, during the special hours of a date after a change. Pure. */
export function changesOfDoctors(
  before: readonly SpecialDoctor[],
  after: readonly SpecialDoctor[],
): readonly (SpecialDoctor & { readonly works: boolean })[] {
  return [
    ...without(after, before).map((one) => ({ ...one, works: true })),
    ...without(before, after).map((one) => ({ ...one, works: false })),
  ];
}

function without(doctors: readonly SpecialDoctor[], others: readonly SpecialDoctor[]): readonly SpecialDoctor[] {
  const known = new Set(others.map(keyOf));
  return doctors.filter((one) => !known.has(keyOf(one)));
}

function keyOf({ date, calendarId }: SpecialDoctor): string {
  return `${date} ${calendarId}`;
}

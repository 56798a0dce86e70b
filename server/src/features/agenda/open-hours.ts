import type { TimeOfDay } from '@openhours/contract/agenda.ts';
import { type Opening, openingsOn, type Timetable } from '../schedule/index.ts';

/** The working hours of a calendar on a day: those of all its treatments together. */
export interface OpenHours {
  /** In order, without overlaps. */
  readonly openings: readonly Opening[];
  /** Why it is closed. */
  readonly closure: string | undefined;
}

/** For a calendar without treatments: the hours that are for any treatment. */
const ANY_TREATMENT = '';

/** When a calendar is open on a day, whatever is booked. Pure. */
export function openHoursOf(
  timetable: Timetable,
  of: { calendarId: string; treatmentIds: readonly string[]; day: { date: string; weekday: number } },
): OpenHours {
  const { calendarId, treatmentIds, day } = of;
  const ids = treatmentIds.length === 0 ? [ANY_TREATMENT] : treatmentIds;
  const found = ids.map((treatmentId) => openingsOn(timetable, { day, of: { calendarId, treatmentId } }));
  return { openings: merged(found.flatMap(({ openings }) => openings)), closure: found[0]?.closure };
}

/** Joins openings that overlap or touch. */
function merged(openings: readonly Opening[]): readonly Opening[] {
  const joined: Opening[] = [];
  for (const next of openings.toSorted((a, b) => a.opensMinute - b.opensMinute)) {
    const last = joined.at(-1);
    if (!last || next.opensMinute > last.closesMinute) joined.push(next);
    else joined[joined.length - 1] = { ...last, closesMinute: Math.max(last.closesMinute, next.closesMinute) };
  }
  return joined;
}

/** An opening as a time of the day. */
export function timeOf({ opensMinute, closesMinute }: Opening): TimeOfDay {
  return { startMinute: opensMinute, minutes: closesMinute - opensMinute };
}

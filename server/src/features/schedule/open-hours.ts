import type { Opening } from './slots.ts';
import { openingsOn, type Timetable } from './timetable.ts';

/** For a calendar without treatments: the hours that are for any treatment. */
const ANY_TREATMENT = '';

/**
 * The working hours of a calendar on a day, whatever is booked: those of all its treatments together, in order and without
 * overlaps. Pure.
 */
export function openHoursOf(
  timetable: Timetable,
  of: { calendarId: string; treatmentIds: readonly string[]; day: { date: string; weekday: number } },
): readonly Opening[] {
  const { calendarId, treatmentIds, day } = of;
  const ids = treatmentIds.length === 0 ? [ANY_TREATMENT] : treatmentIds;
  return merged(ids.flatMap((treatmentId) => openingsOn(timetable, { day, of: { calendarId, treatmentId } }).openings));
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

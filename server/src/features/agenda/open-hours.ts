import type { TimeOfDay } from '@openhours/contract/agenda.ts';
import { type ClinicDay, clinicDay, type Opening, openingsOn, type Span, type Timetable } from '../schedule/index.ts';

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

/** The instants of a time of the day. Where the clock skips its start or end, the first moment after it. Pure. */
export function spanOf({ startMinute, minutes }: TimeOfDay, day: ClinicDay): Span {
  return { from: day.instantOf(startMinute) ?? day.closingAt(startMinute), to: day.closingAt(startMinute + minutes) };
}

/**
 * The time of a block on the wall clock. On a day of a clock change, the clock can show more or fewer minutes than have
 * passed. Pure.
 */
export function timeOfBlock(
  {
    day,
    startMinute,
    startsAt,
    busyUntil,
  }: { readonly day: string; readonly startMinute: number; readonly startsAt: Date; readonly busyUntil: Date },
  timeZone: string,
): TimeOfDay {
  const minutes = clinicDay(day, timeZone).minuteAt(busyUntil.getTime()) - startMinute;
  // A node may not know yet that the clinic's time zone has changed.
  return { startMinute, minutes: minutes > 0 ? minutes : (busyUntil.getTime() - startsAt.getTime()) / 60_000 };
}

/** An opening as a time of the day. */
export function timeOf({ opensMinute, closesMinute }: Opening): TimeOfDay {
  return { startMinute: opensMinute, minutes: closesMinute - opensMinute };
}

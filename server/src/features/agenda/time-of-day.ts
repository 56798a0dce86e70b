import type { TimeOfDay } from '@openhours/contract/agenda.ts';
import { type ClinicDay, clinicDay, type Opening, type Span } from '../schedule/index.ts';

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

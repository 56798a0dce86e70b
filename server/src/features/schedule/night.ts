import { addDays, clinicDay, dateAt } from './slots.ts';

/** The night begins at eight in the evening and ends at eight in the morning. */
const NIGHT_BEGINS = 20 * 60;
const NIGHT_ENDS = 8 * 60;

/**
 * When the night ends, in milliseconds since 1970, or undefined by day. Nobody has to answer or to pay by night. Pure.
 *
 * @param timeZone the clinic's
 */
export function nightEndsAt(now: Date, timeZone: string): number | undefined {
  const today = dateAt(now, timeZone);
  const evening = clinicDay(today, timeZone).closingAt(NIGHT_BEGINS);
  const morning = clinicDay(today, timeZone).closingAt(NIGHT_ENDS);
  if (now.getTime() < morning) return morning;
  return now.getTime() < evening ? undefined : clinicDay(addDays(today, 1), timeZone).closingAt(NIGHT_ENDS);
}

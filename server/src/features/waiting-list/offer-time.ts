import { addDays, clinicDay, dateAt, type Slot } from '../schedule/index.ts';
import type { MovedAppointment } from './rules.ts';

const OFFER_MINUTES = 15;
/** Offers of the night, which begins at eight in the evening, last until eight in the morning. */
const NIGHT_BEGINS = 20 * 60;
const NIGHT_ENDS = 8 * 60;

/**
 * Until when a slot that is offered now is kept: for 15 minutes, at night until 8:00, and never longer than it can be
 * taken. `undefined`: it begins too soon to be offered, because less than 15 minutes are left. Pure.
 *
 * @param takeBy the last instant at which it can be taken, in milliseconds since 1970
 * @param timeZone the clinic's
 */
export function offerUntil({
  now,
  timeZone,
  takeBy,
}: {
  now: Date;
  timeZone: string;
  takeBy: number;
}): Date | undefined {
  const enough = now.getTime() + OFFER_MINUTES * 60_000;
  if (takeBy < enough) return undefined;
  const night = nightEndsAt(now, timeZone);
  return new Date(Math.min(Math.max(night ?? enough, enough), takeBy));
}

/** When the night ends, in milliseconds since 1970, if it is night. */
function nightEndsAt(now: Date, timeZone: string): number | undefined {
  const today = dateAt(now, timeZone);
  const evening = clinicDay(today, timeZone).closingAt(NIGHT_BEGINS);
  const morning = clinicDay(today, timeZone).closingAt(NIGHT_ENDS);
  if (now.getTime() < morning) return morning;
  return now.getTime() < evening ? undefined : clinicDay(addDays(today, 1), timeZone).closingAt(NIGHT_ENDS);
}

/** The last instant at which a patient can take a slot, in milliseconds since 1970. Pure. */
export function takeBy(
  slot: Pick<Slot, 'from'>,
  { leastNoticeMinutes, moves }: { leastNoticeMinutes: number; moves: MovedAppointment | undefined },
): number {
  const byNotice = slot.from - Math.max(1, leastNoticeMinutes * 60_000);
  return moves ? Math.min(byNotice, moves.freeUntil - 1) : byNotice;
}

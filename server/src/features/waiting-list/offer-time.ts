import { nightEndsAt, type Slot } from '../schedule/index.ts';
import type { MovedAppointment } from './rules.ts';

/** A slot that leaves less time to answer is not offered, unless the clinic's time for offers is shorter still. */
const LEAST_MINUTES = 15;

/**
 * Until when a slot that is offered now is kept: for the clinic's time, at night until 8:00, and never longer than it can
 * be taken. `undefined`: it begins too soon to be offered, because less than 15 minutes are left, or less than the clinic's
 * time if that is shorter. Pure.
 *
 * @param offerMinutes the clinic's time for offers by day
 * @param takeBy the last instant at which it can be taken, in milliseconds since 1970
 * @param timeZone the clinic's
 */
export function offerUntil({
  now,
  offerMinutes,
  timeZone,
  takeBy,
}: {
  now: Date;
  offerMinutes: number;
  timeZone: string;
  takeBy: number;
}): Date | undefined {
  const after = (minutes: number) => now.getTime() + minutes * 60_000;
  if (takeBy < after(Math.min(offerMinutes, LEAST_MINUTES))) return undefined;
  const byDay = after(offerMinutes);
  return new Date(Math.min(Math.max(byDay, nightEndsAt(now, timeZone) ?? byDay), takeBy));
}

/**
 * The earliest time of a text message about an offer that is to be sent now. Undefined by day: it is sent at once. At night
 * it waits until an hour before the night ends. Pure.
 *
 * @param timeZone the clinic's
 */
export function textFrom(now: Date, timeZone: string): Date | undefined {
  const morning = nightEndsAt(now, timeZone);
  return morning === undefined ? undefined : new Date(morning - 60 * 60_000);
}

/** The last instant at which a patient can take a slot, in milliseconds since 1970. Pure. */
export function takeBy(
  slot: Pick<Slot, 'from'>,
  { leastNoticeMinutes, moves }: { leastNoticeMinutes: number; moves: MovedAppointment | undefined },
): number {
  const byNotice = slot.from - Math.max(1, leastNoticeMinutes * 60_000);
  return moves ? Math.min(byNotice, moves.freeUntil - 1) : byNotice;
}

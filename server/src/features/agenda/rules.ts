import type { TimeOfDay } from '@openhours/contract/agenda.ts';
import type { BookingState } from '@openhours/contract/booking-state.ts';

/** Whose calendars somebody sees: all, or only their own. Pure. */
export function seenCalendar(
  caller: { personId: string; isFrontDesk: boolean; isAdmin: boolean },
  asked: string | undefined,
): { readonly calendarId: string | undefined } | 'not-found' {
  if (caller.isFrontDesk || caller.isAdmin) return { calendarId: asked };
  return asked === undefined || asked === caller.personId ? { calendarId: caller.personId } : 'not-found';
}

/** Whether an appointment that has not begun overlaps one of these times. Pure. */
export function isAheadIn(
  times: readonly TimeOfDay[],
  { state, startMinute, minutes }: TimeOfDay & { readonly state: BookingState },
): boolean {
  const isAhead = state === 'booked' || state === 'arrived';
  const end = startMinute + minutes;
  return isAhead && times.some((one) => startMinute < one.startMinute + one.minutes && one.startMinute < end);
}

/** A time that is busy, and until when it really is: buffers come after the end of an appointment. */
interface Busy {
  readonly kind: 'booking' | 'hold' | 'offer' | 'block';
  readonly from: number;
  /** Without the buffer. */
  readonly to: number;
  readonly busyUntil: number;
}

/**
 * What stands in the way of a block. A buffer does not: the block begins after it. Instants in milliseconds since 1970.
 * Pure.
 *
 * @returns the time to block, and the indices of the bookings that it hits; 'blocked' if there is a block in that time,
 *   'kept-free' if all of it is a buffer, 'skipped' if the clock skips it
 */
export function planBlock(
  wanted: { readonly from: number; readonly to: number },
  busy: readonly Busy[],
): { readonly from: number; readonly hits: readonly number[] } | 'blocked' | 'kept-free' | 'skipped' {
  if (wanted.to <= wanted.from) return 'skipped';
  const overlaps = (one: Busy) => one.from < wanted.to && wanted.from < one.busyUntil;
  if (busy.some((one) => one.kind === 'block' && overlaps(one))) return 'blocked';
  const bookings = busy.map((one, at) => ({ ...one, at })).filter((one) => one.kind === 'booking' && overlaps(one));
  const before = bookings.filter(({ to }) => to <= wanted.from).map(({ busyUntil }) => busyUntil);
  const from = Math.max(wanted.from, ...before);
  if (from >= wanted.to) return 'kept-free';
  return { from, hits: bookings.filter(({ to }) => to > wanted.from).map(({ at }) => at) };
}

/** The message of the refusal. */
export function hitsMessage(count: number): string {
  return count === 1
    ? '1 appointment is booked in this time. Move it, or decide to cancel it.'
    : `${count} appointments are booked in this time. Move them, or decide to cancel them.`;
}

import type { Booking } from '@openhours/contract/booking.ts';

/**
 * Sorts a patient's bookings: upcoming ones first, soonest first; then past and cancelled ones, latest first.
 *
 * @param now in epoch milliseconds
 */
export function orderAppointments<Appointment extends Pick<Booking, 'startsAt' | 'state'>>(
  bookings: readonly Appointment[],
  now: number,
): { upcoming: readonly Appointment[]; earlier: readonly Appointment[] } {
  const soonestFirst = bookings.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  const isAhead = ({ startsAt, state }: Appointment) => state !== 'cancelled' && Date.parse(startsAt) > now;
  return {
    upcoming: soonestFirst.filter(isAhead),
    earlier: soonestFirst.filter((booking) => !isAhead(booking)).toReversed(),
  };
}

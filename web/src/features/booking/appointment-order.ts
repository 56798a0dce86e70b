import type { Booking } from '@openhours/contract/booking.ts';

/**
 * Sorts a patient's bookings: upcoming ones first, soonest first; then past and cancelled ones, latest first.
 */
export function orderAppointments<Appointment extends Pick<Booking, 'startsAt' | 'state'>>(
  bookings: readonly Appointment[],
  now: Date,
): { upcoming: readonly Appointment[]; earlier: readonly Appointment[] } {
  const soonestFirst = bookings.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  const isAhead = ({ startsAt, state }: Appointment) => state !== 'cancelled' && Date.parse(startsAt) > now.getTime();
  return {
    upcoming: soonestFirst.filter(isAhead),
    earlier: soonestFirst.filter((booking) => !isAhead(booking)).toReversed(),
  };
}

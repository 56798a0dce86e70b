import type { Booking } from '@openhours/contract/booking.ts';
import type { BookingVersion } from '@openhours/contract/booking-state.ts';

type Changes = Pick<Booking, 'emails' | 'state' | 'startsAt' | 'confirmedAt' | 'told' | 'history'>;

/**
 * Whether staff have to tell a patient who gets no emails about a change: the appointment is still to come, and differs from
 * how the patient left it or was told that it is, or from the booking. Pure.
 */
export function needsCall({ emails, state, startsAt, confirmedAt, told, history }: Changes, now: number): boolean {
  if (emails === 'on' || Date.parse(startsAt) <= now) return false;
  // The patient is here, or has confirmed the present time.
  if (state !== 'cancelled' && (state !== 'booked' || confirmedAt)) return false;
  const isKnown = ({ as }: BookingVersion, at: number) => as === 'patient' || at + 1 === told?.version;
  const known = history.findLast(isKnown) ?? history[0];
  const present = history.at(-1);
  if (!known || !present) return false;
  return !isTheSameToPatient(known, present);
}

/** Whether staff have told the patient how the appointment is now, and not only how it was once. Pure. */
export function knowsPresent({ told, history }: Pick<Booking, 'told' | 'history'>): boolean {
  const [known, present] = [told && history[told.version - 1], history.at(-1)];
  return known !== undefined && present !== undefined && isTheSameToPatient(known, present);
}

function isTheSameToPatient(one: BookingVersion, other: BookingVersion): boolean {
  return (
    (one.state === 'cancelled') === (other.state === 'cancelled') &&
    one.appointmentDate === other.appointmentDate &&
    one.slot === other.slot &&
    one.doctorName === other.doctorName
  );
}

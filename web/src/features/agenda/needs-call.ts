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
  return (
    (known.state === 'cancelled') !== (state === 'cancelled') ||
    known.appointmentDate !== present.appointmentDate ||
    known.slot !== present.slot ||
    known.doctorName !== present.doctorName
  );
}

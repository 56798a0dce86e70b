import { titledName } from '@openhours/contract/titled-name.ts';
import { agendaLink, type BookingRow } from '../booking/index.ts';
import type { CalendarEntry } from './icalendar.ts';

/** What a calendar says about an appointment. */
type CalendarBooking = Pick<
  BookingRow,
  | 'id'
  | 'reference'
  | 'treatmentName'
  | 'doctorName'
  | 'day'
  | 'startsAt'
  | 'endsAt'
  | 'state'
  | 'version'
  | 'changedAt'
>;

/** Where an appointment takes place. */
export interface CalendarPlace {
  readonly clinicName: string;
  /** In one line, or empty. */
  readonly address: string;
  readonly phone: string;
  readonly publicUrl: string;
}

/** Alarms that patients get: a day and two hours before. */
const ALARM_HOURS = [24, 2];

/**
 * An appointment for its patient. The title names no treatment, because others see titles: on locked screens, in shared
 * calendars. The description has what the patient asks for in `details`.
 */
export function patientsEntry(
  booking: CalendarBooking,
  { place, details = [] }: { place: CalendarPlace; details?: readonly string[] },
): CalendarEntry {
  const { doctorName } = booking;
  const { clinicName, address, phone } = place;
  const link = `${place.publicUrl}/dashboard/myAppointment/${booking.id}`;
  return {
    ...entryOf(booking),
    title: `Appointment at ${clinicName}`,
    description: [
      doctorName === null ? '' : `With ${titledName(doctorName)}`,
      ...details,
      `Reference: ${booking.reference}`,
      phone && `Telephone: ${phone}`,
      link,
    ]
      .filter(Boolean)
      .join('\n'),
    location: [clinicName, address].filter(Boolean).join(', '),
    url: link,
    alarmHours: ALARM_HOURS,
  };
}

/** An appointment for its doctor: that the time is taken. It never names the patient: such calendars leave the clinic. */
export function doctorsEntry(
  booking: CalendarBooking,
  { place, details = [] }: { place: CalendarPlace; details?: readonly string[] },
): CalendarEntry {
  const link = agendaLink(place.publicUrl, { day: booking.day, bookingId: booking.id });
  return {
    ...entryOf(booking),
    title: 'Patient appointment',
    description: [...details, `Reference: ${booking.reference}`, link].join('\n'),
    location: place.clinicName,
    url: link,
    alarmHours: [],
  };
}

function entryOf({ id, version, changedAt, startsAt, endsAt, state }: CalendarBooking) {
  return { id, sequence: version, changedAt, startsAt, endsAt, isCancelled: state === 'cancelled' };
}

import type { MailCalendars } from '../booking/index.ts';
import type { CalendarClinic } from './calendar-clinic.ts';
import { patientsEntry } from './entries.ts';
import { icalendarOf } from './icalendar.ts';

/**
 * The calendars in emails about appointments: a request or a cancellation, which programs apply to the entry that they
 * have. A series is published: the standard allows one appointment in a request.
 */
export function mailCalendars(clinic: () => CalendarClinic): MailCalendars {
  return (bookings) => (recipient) => {
    const { place, timeZone, organizer } = clinic();
    const entries = bookings.map((booking) => patientsEntry(booking, { place }));
    const one = entries.length === 1 ? entries[0] : undefined;
    const method = one === undefined ? 'PUBLISH' : one.isCancelled ? 'CANCEL' : 'REQUEST';
    const attendee = one && recipient;
    return { method, content: icalendarOf({ method, entries, timeZone, organizer, attendee }) };
  };
}

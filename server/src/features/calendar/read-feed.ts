import type { Database } from '../../database/database.ts';
import { type BookingInCalendar, listBookingsForCalendar } from '../booking/index.ts';
import { findPerson, findSecondFactorRule } from '../identity/index.ts';
import type { CalendarClinic } from './calendar-clinic.ts';
import { type CalendarPlace, doctorsEntry, patientsEntry } from './entries.ts';
import { type CalendarEntry, icalendarOf } from './icalendar.ts';
import { findFeed } from './store.ts';

const DAY = 86_400_000;
const PAST_DAYS = 90;
/** So long, cancelled appointments stay in the feed as cancelled: programs that only add entries learn of it. */
const CANCELLED_DAYS = 30;
const REFRESH_MINUTES = 60;
/** Some doctors have more in two years. The feed then ends earlier. */
const MOST_ENTRIES = 5000;

/** The text of a feed, or `undefined` if there is none. */
export async function readFeed(
  db: Database,
  { id, clinic, now }: { id: string; clinic: CalendarClinic; now: Date },
): Promise<string | undefined> {
  const feed = await findFeed(db, id);
  const person = feed && (await findPerson(db, feed.personId));
  if (!feed || !person) return undefined;
  const { id: personId } = person;
  const hasRole = person.twoFactorEnabled || !(await findSecondFactorRule(db));
  const found = await listBookingsForCalendar(db, {
    personId,
    isDoctor: person.isDoctor && hasRole,
    since: new Date(now.getTime() - PAST_DAYS * DAY),
    cancelledSince: new Date(now.getTime() - CANCELLED_DAYS * DAY),
    limit: MOST_ENTRIES,
  });
  const { place, timeZone, organizer } = clinic;
  return icalendarOf({
    method: 'PUBLISH',
    entries: found.map((booking) => entryFor(booking, { ...feed, place })),
    timeZone,
    organizer,
    feed: { name: place.clinicName, refreshMinutes: REFRESH_MINUTES },
  });
}

function entryFor(
  booking: BookingInCalendar,
  { personId, includeTreatments, place }: { personId: string; includeTreatments: boolean; place: CalendarPlace },
): CalendarEntry {
  const { treatmentName, patientId, treatedId, patientName } = booking;
  const treatment = `Treatment: ${treatmentName}`;
  if (patientId !== personId) return doctorsEntry(booking, { place, details: includeTreatments ? [treatment] : [] });
  const patient = treatedId === patientId ? [] : [`For ${patientName}`];
  return patientsEntry(booking, { place, details: includeTreatments ? [treatment, ...patient] : [] });
}

import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Database } from '../../database/database.ts';
import { defineMessage, type Kind, type Message, queueMessages } from '../messages/index.ts';
import {
  appointmentFacts,
  type MailCalendars,
  type MailedAppointment,
  SAMPLE_APPOINTMENT,
  whenText,
} from './appointment-facts.ts';
import type { Move } from './move-appointment.ts';
import { REMINDERS, type Reminder, remindersOf } from './reminders.ts';
import { findBooking } from './store.ts';
import { SAMPLE_VISIT_LINK, type VisitLink } from './visit-links.ts';

interface RemindedBooking {
  readonly id: string;
  readonly patientId: string;
  readonly day: string;
  readonly startMinute: number;
  readonly startsAt: Date;
}

/** The reminders of an appointment, for the outbox. They are no longer true if it gets another time. */
export function reminderMessages(
  booking: RemindedBooking,
  { now, timeZone }: { now: Date; timeZone: string },
): readonly Message[] {
  const { id: bookingId, patientId: personId, startsAt: notAfter } = booking;
  return remindersOf(booking, { now, timeZone }).map(({ which, at: notBefore }) => ({
    kind: 'appointment-reminder',
    personId,
    about: { bookingId, which, time: timeOf(booking) },
    notBefore,
    notAfter,
    now,
  }));
}

/** The time on the clock, which a change of the clinic's zone does not change. */
function timeOf({ day, startMinute }: Pick<RemindedBooking, 'day' | 'startMinute'>): string {
  return `${day} ${startMinute}`;
}

/** Follows a move: the appointment's new time has reminders of its own. */
export function remindOfMove(clinic: { readonly timeZone: string }) {
  return async (tx: Database, { before, after, now }: Move): Promise<void> => {
    if (timeOf(before) === timeOf(after)) return;
    await queueMessages(tx, reminderMessages(after, { now, timeZone: clinic.timeZone }));
  };
}

interface Facts {
  readonly booking: MailedAppointment;
  readonly which: Reminder;
  /** The clinic's address in one line, or empty. */
  readonly where: string;
  readonly link: string;
}

const WHEN: Readonly<Record<Reminder, string>> = {
  'reminder-week': 'in a week',
  'reminder-day': 'tomorrow',
  'reminder-hours': 'today',
};

/** The email. Whether somebody wants it is decided when its turn comes (`topicOf`). */
export function reminderMessage({
  clinic,
  where,
  visitLink,
  calendarOf,
}: {
  clinic: { readonly name: string };
  where: () => string;
  visitLink: VisitLink;
  calendarOf: MailCalendars;
}): Kind {
  return defineMessage<Facts>({
    async find(db, { about: { bookingId = '', which = '', time } }) {
      const booking = (await findBooking(db, bookingId))?.booking;
      if (booking?.state !== 'booked') return { notSent: 'The appointment is not booked any more.' };
      if (timeOf(booking) !== time) return { notSent: 'The appointment was moved, and has other reminders.' };
      return { facts: { booking, which: readReminder(which), where: where(), link: await visitLink(db, booking) } };
    },
    write: ({ booking, which, where: place, link }) => ({
      short: `${clinic.name}: you have an appointment ${WHEN[which]}, ${whenText(booking)}. Reference ${booking.reference}.`,
      subject: `Reminder: your appointment ${WHEN[which]}, ${mediumDateFromIso(booking.day)}`,
      blocks: [
        { text: `You have an appointment ${WHEN[which]}.` },
        { facts: [...appointmentFacts(booking), ...(place === '' ? [] : [['Where', place] as const])] },
        { label: 'See, confirm, move or cancel your appointment', link },
        { text: 'If you cannot come, please cancel or move it, so that somebody else can have the time.' },
      ],
      calendar: calendarOf([booking]),
    }),
    sample: {
      booking: SAMPLE_APPOINTMENT,
      which: 'reminder-day',
      where: 'Bank Street 1, Riverton',
      link: SAMPLE_VISIT_LINK,
    },
    topicOf: ({ which = '' }) => readReminder(which),
    sampleAbout: { which: 'reminder-day' },
  });
}

function readReminder(text: string): Reminder {
  const found = REMINDERS.find((which) => which === text);
  if (found === undefined) throw new Error(`There is no such reminder: ${text}`);
  return found;
}

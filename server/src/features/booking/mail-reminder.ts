import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { v5 as uuidv5 } from 'uuid';
import { appendIfRoom, defineMessage, type Kind, type Message } from '../messages/index.ts';
import { type ClinicClock, dateAt } from '../schedule/index.ts';
import {
  appointmentFacts,
  type MailCalendars,
  type MailedAppointment,
  SAMPLE_APPOINTMENT,
  whenText,
} from './appointment-facts.ts';
import { findBooking } from './queries.ts';
import type { RemindedBooking } from './reminder-store.ts';
import { type DueReminder, REMINDERS, type Reminder, textReminderFrom } from './reminders.ts';
import { SAMPLE_VISIT_LINK, type VisitLink, type VisitLinks } from './visit-links.ts';

/** The time on the clock, which a change of the clinic's zone does not change. */
function timeOf({ day, startMinute }: { readonly day: string; readonly startMinute: number }): string {
  return `${day} ${startMinute}`;
}

/**
 * A reminder whose time has come, for the outbox. It is no longer true if the appointment gets another time.
 *
 * @param reminder.personId the patient or, with an account of their own, the person treated
 */
export function reminderDue(
  booking: RemindedBooking,
  { which, at, personId, now }: DueReminder & { personId: string; now: Date },
): Message & { readonly id: string } {
  const { id: bookingId, patientId, startsAt: notAfter } = booking;
  const about = { bookingId, which, time: timeOf(booking) };
  const whose = personId === patientId ? '' : ` ${personId}`;
  const id = uuidv5(`${which} ${about.time}${whose}`, bookingId);
  return { id, kind: 'appointment-reminder', personId, about, notBefore: at, notAfter, now };
}

interface Facts {
  readonly booking: MailedAppointment;
  /** How many days after today it is, by the clinic's calendar. */
  readonly daysAhead: number;
  /** The clinic's address in one line, or empty. */
  readonly where: string;
  /** Only for the owner of the account that it is under. */
  readonly link: VisitLink | undefined;
}

const DAY_MILLIS = 86_400_000;

/** How far ahead it is when the message is sent, which may be later than planned. */
function aheadText(days: number): string {
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  return days === 7 ? 'in a week' : `in ${days} days`;
}

function forWhom({ patientId, treatedId, patientName }: MailedAppointment): string {
  return treatedId === patientId ? '' : ` It is for ${patientName}.`;
}

/** The email. Whether somebody wants it is decided when its turn comes (`topicOf`). */
export function reminderMessage({
  clinic,
  where,
  visitLinksOf,
  calendarOf,
}: {
  clinic: ClinicClock & { readonly name: string };
  where: () => string;
  visitLinksOf: VisitLinks;
  calendarOf: MailCalendars;
}): Kind {
  return defineMessage<Facts>({
    async find(db, { personId, about: { bookingId = '', time }, now }) {
      const booking = await findBooking(db, bookingId);
      if (booking?.state !== 'booked') return { notSent: 'The appointment is not booked any more.' };
      if (timeOf(booking) !== time) return { notSent: 'The appointment was moved, and has other reminders.' };
      const today = dateAt(now, clinic.timeZone);
      const daysAhead = (Date.parse(booking.day) - Date.parse(today)) / DAY_MILLIS;
      const [link] = personId === booking.patientId ? await visitLinksOf(db, [booking], now) : [];
      return { facts: { booking, daysAhead, where: where(), link } };
    },
    write: ({ booking, daysAhead, where: place, link }) => ({
      short: appendIfRoom(
        `${clinic.name}: you have an appointment ${aheadText(daysAhead)}, ${whenText(booking)}. Reference ${booking.reference}.`,
        forWhom(booking),
      ),
      subject: `Reminder: your appointment ${aheadText(daysAhead)}, ${mediumDateFromIso(booking.day)}`,
      blocks: [
        { text: `You have an appointment ${aheadText(daysAhead)}.` },
        { facts: [...appointmentFacts(booking), ...(place === '' ? [] : [['Where', place] as const])] },
        ...(link === undefined
          ? [{ text: 'If you cannot come, please tell the clinic, so that somebody else can have the time.' }]
          : [
              link,
              {
                text: `If you cannot come, please cancel ${link.canMove ? 'or move ' : ''}it, so that somebody else can have the time.`,
              },
            ]),
      ],
      calendar: calendarOf([booking]),
    }),
    sample: {
      booking: SAMPLE_APPOINTMENT,
      daysAhead: 1,
      where: 'Bank Street 1, Riverton',
      link: SAMPLE_VISIT_LINK,
    },
    topicOf: ({ which = '' }) => readReminder(which),
    textFrom: (now, { which = '' }) => textReminderFrom(readReminder(which), { now, timeZone: clinic.timeZone }),
    sampleAbout: { which: 'reminder-day' },
  });
}

function readReminder(text: string): Reminder {
  const found = REMINDERS.find((which) => which === text);
  if (found === undefined) throw new Error(`There is no such reminder: ${text}`);
  return found;
}

import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { isMessageTopic, type MessageTopic } from '@openhours/contract/message-topics.ts';
import type { Database } from '../../database/database.ts';
import { findStaffRecipient } from '../identity/index.ts';
import { defineMessage, type Kind, listWanting, queueMessage, takeBackEmail } from '../messages/index.ts';
import { agendaLink } from './agenda-link.ts';
import {
  factsForStaff,
  type MailedAppointment,
  SAMPLE_APPOINTMENT,
  whenAndWith,
  withWeekday,
} from './appointment-facts.ts';
import type { Move } from './move-appointment.ts';
import { findBooking } from './queries.ts';

/**
 * Tells staff that an appointment was moved: those who want to know of cancellations, because its time is free now, and a
 * doctor who gets it from another one and wants to know of new appointments. Each once, and not whoever moved it. An
 * email about an earlier move that has not left is replaced, as the patient's is.
 */
export async function queueStaffMoveMail(tx: Database, { before, after, by, now }: Move): Promise<void> {
  // As in `mail-staff.ts`, the id of a calendar that belongs to no doctor matches nobody.
  const wanting = async (topic: MessageTopic, doctorIds: readonly string[]) =>
    (await listWanting(tx, { topic, doctorIds })).map(({ personId }) => [personId, topic] as const);
  const isTakenOver = before.calendarId !== after.calendarId;
  const takingOver = isTakenOver ? await wanting('new-bookings', [after.calendarId]) : [];
  const topics = new Map([
    ...takingOver.filter(([personId]) => personId === after.calendarId),
    ...(await wanting('cancelled-bookings', [before.calendarId, after.calendarId])),
  ]);
  topics.delete(by);
  for (const [personId, topic] of topics) {
    const [kind, bookingId] = ['staff-moved-bookings', after.id] as const;
    const earlier = await takeBackEmail(tx, { kind, personId, bookingId });
    const about = { bookingId, version: earlier?.['version'] ?? String(before.version), topic };
    await queueMessage(tx, { kind, personId, about, now });
  }
}

interface Facts {
  readonly booking: MailedAppointment;
  readonly before: Pick<MailedAppointment, 'day' | 'startMinute' | 'minutes' | 'doctorName'>;
}

/** The email about a move, as private as other emails to staff. After another move, it names the latest time. */
export function movedBookingMessage({ publicUrl }: { publicUrl: string }): Kind {
  return defineMessage<Facts>({
    async find(db, { personId, about: { bookingId = '', version }, now }) {
      const person = await findStaffRecipient(db, { personId });
      if ('notSent' in person) return person;
      const booking = await findBooking(db, bookingId);
      // Versions count from 1.
      const before = booking?.pastVersions[Number(version) - 1];
      if (!booking || !before || booking.state === 'cancelled' || booking.startsAt <= now) {
        return { notSent: 'It is not true any more.' };
      }
      if (whenAndWith(before) === whenAndWith(booking)) return { notSent: 'It was moved back.' };
      return { facts: { booking, before } };
    },
    write: ({ booking, before }) => ({
      subject: `The appointment on ${mediumDateFromIso(before.day)} was moved`,
      blocks: [
        { text: 'This appointment was moved:' },
        { facts: [['Old time', withWeekday(before.day, whenAndWith(before))], ...factsForStaff(booking)] },
        { label: 'Open the agenda', link: agendaLink(publicUrl, { day: booking.day }) },
      ],
    }),
    topicOf: ({ topic = '' }) => (isMessageTopic(topic) ? topic : 'cancelled-bookings'),
    sample: { booking: SAMPLE_APPOINTMENT, before: { ...SAMPLE_APPOINTMENT, day: '2031-03-12' } },
  });
}

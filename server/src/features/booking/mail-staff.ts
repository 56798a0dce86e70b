import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { MessageTopic } from '@openhours/contract/message-topics.ts';
import type { Database } from '../../database/database.ts';
import { findStaffRecipient } from '../identity/index.ts';
import { type Block, defineMessage, type Kind, listWanting, type Message, queueMessages } from '../messages/index.ts';
import { agendaLink } from './agenda-link.ts';
import { factsForStaff, type MailedAppointment, SAMPLE_APPOINTMENT } from './appointment-facts.ts';
import type { BookingRow } from './booking-row.ts';
import type { Cancellation } from './cancel-bookings.ts';
import { listBookings } from './queries.ts';

/** How many appointments an email lists. */
const MOST_LISTED = 20;

const TOPICS = {
  'staff-new-bookings': 'new-bookings',
  'staff-cancelled-bookings': 'cancelled-bookings',
} as const satisfies Record<string, MessageTopic>;

/** Somebody of the staff who wants to know, and whether it is about the appointments of all doctors. */
export interface WantingStaff {
  readonly personId: string;
  readonly seesAll: boolean;
}

/**
 * Tells those of the staff who want it that appointments are new or cancelled: doctors of their own, the front desk and
 * admins of all. Not whoever did it. Bookings of one action are one email.
 */
async function queueStaffMail(tx: Database, change: Omit<StaffMail, 'staff'>): Promise<void> {
  const doctorIds = change.bookings.map(({ calendarId }) => calendarId);
  const staff = await listWanting(tx, { topic: TOPICS[change.kind], doctorIds });
  await queueMessages(tx, staffMail({ ...change, staff }));
}

interface StaffMail {
  readonly kind: keyof typeof TOPICS;
  /** In order of time. A doctor's calendar has the doctor's id. Any other calendar belongs to no doctor. */
  readonly bookings: readonly { readonly id: string; readonly calendarId: string }[];
  readonly staff: readonly WantingStaff[];
  /** Who did it; null for the system. */
  readonly by: string | null;
  readonly now: Date;
}

function staffMail({ kind, bookings, staff, by, now }: StaffMail): readonly Message[] {
  return staff.flatMap(({ personId, seesAll }) => {
    const theirs = bookings.filter(({ calendarId }) => seesAll || calendarId === personId).map(({ id }) => id);
    if (personId === by || theirs.length === 0) return [];
    const about = { bookingIds: theirs.slice(0, MOST_LISTED).join(' '), count: String(theirs.length) };
    return { kind, personId, about, now };
  });
}

/** All who want to know of new bookings, of every doctor. */
export function listWantingNewBookings(db: Database): Promise<readonly WantingStaff[]> {
  return listWanting(db, { topic: TOPICS['staff-new-bookings'], doctorIds: 'all' });
}

/** The emails of `queueNewBookingMail`, for these of the staff. */
export function newBookingMail(change: Omit<StaffMail, 'kind'>): readonly Message[] {
  return staffMail({ ...change, kind: 'staff-new-bookings' });
}

export function queueNewBookingMail(tx: Database, change: Omit<StaffMail, 'kind' | 'staff'>): Promise<void> {
  return queueStaffMail(tx, { ...change, kind: 'staff-new-bookings' });
}

export function queueStaffCancellationMail(
  tx: Database,
  { bookings: cancelled, by, now }: Cancellation,
): Promise<void> {
  const bookings = cancelled.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return queueStaffMail(tx, { kind: 'staff-cancelled-bookings', bookings, by, now });
}

interface Facts {
  readonly bookings: readonly MailedAppointment[];
  /** How many there are, also those that are not listed. */
  readonly count: number;
}

interface Sender {
  readonly publicUrl: string;
}

export function newBookingsMessage(sender: Sender): Kind {
  return staffMessage(sender, {
    topic: TOPICS['staff-new-bookings'],
    isTrue: ({ state, startsAt }, now) => state !== 'cancelled' && startsAt > now,
    titleOf: (what) => ({ one: `New appointment on ${what}`, several: 'new appointments' }),
  });
}

export function cancelledBookingsMessage(sender: Sender): Kind {
  return staffMessage(sender, {
    topic: TOPICS['staff-cancelled-bookings'],
    isTrue: ({ state, endsAt }, now) => state === 'cancelled' && endsAt > now,
    titleOf: (what) => ({ one: `The appointment on ${what} was cancelled`, several: 'cancelled appointments' }),
  });
}

/**
 * Emails to staff name neither the patient nor the treatment, nor what was written about either: mail is not
 * confidential, and people with access can read it in the agenda.
 */
function staffMessage(
  { publicUrl }: Sender,
  {
    topic,
    isTrue,
    titleOf,
  }: {
    topic: MessageTopic;
    isTrue: (booking: BookingRow, now: Date) => boolean;
    titleOf: (date: string) => { readonly one: string; readonly several: string };
  },
): Kind {
  return defineMessage<Facts>({
    async find(db, { personId, about: { bookingIds = '', count }, now }) {
      const person = await findStaffRecipient(db, { personId });
      if ('notSent' in person) return person;
      const ids = bookingIds.split(' ');
      const found = await listBookings(db, ids);
      // A booking may have moved to another doctor since the email was queued.
      const concerns = (calendarId: string) => person.isAdmin || person.isFrontDesk || calendarId === person.id;
      const bookings = found.filter((booking) => concerns(booking.calendarId) && isTrue(booking, now));
      if (bookings.length === 0) return { notSent: 'It is not true any more.' };
      return { facts: { bookings, count: Number(count) - ids.length + bookings.length } };
    },
    write({ bookings, count }) {
      const { day = '', id = '' } = bookings[0] ?? {};
      const { one, several } = titleOf(mediumDateFromIso(day));
      const subject = count === 1 ? one : `${count} ${several}`;
      const more = count - bookings.length;
      const blocks: Block[] = [
        { text: `${subject}.` },
        ...bookings.map((booking) => ({ facts: factsForStaff(booking) })),
        ...(more > 0 ? [{ text: `And ${more} more.` }] : []),
        count === 1
          ? { label: 'Open the appointment', link: agendaLink(publicUrl, { day, bookingId: id }) }
          : { label: 'Open the agenda', link: agendaLink(publicUrl, { day }) },
      ];
      return { subject, blocks };
    },
    topicOf: () => topic,
    sample: { bookings: [SAMPLE_APPOINTMENT], count: 1 },
  });
}

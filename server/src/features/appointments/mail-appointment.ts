import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { moneyText } from '@openhours/contract/money.ts';
import type { Database } from '../../database/database.ts';
import {
  appointmentFacts,
  type BookingRow,
  bookedPrice,
  cancellationFacts,
  howToPay,
  listBookings,
  type MailCalendars,
  type MailedAppointment,
  SAMPLE_APPOINTMENT,
  SAMPLE_VISIT_LINK,
  type VisitLink,
  type VisitLinks,
} from '../booking/index.ts';
import { findPerson } from '../identity/index.ts';
import { defineMessage, type Kind, type Sender } from '../messages/index.ts';

interface Booked {
  readonly bookings: readonly MailedAppointment[];
  readonly byClinic: boolean;
  /** One for each appointment. */
  readonly links: readonly VisitLink[];
  /** Whether one of them can still be paid. */
  readonly isPayable: boolean;
  /** What to pay and until when, and until when it can be cancelled free of charge; for one appointment. */
  readonly terms: readonly (readonly [string, string])[];
}

/** Tells a patient what they booked, or what was booked for them, one appointment or a series. */
export function appointmentMessage({
  clinic,
  publicUrl,
  where,
  visitLinksOf,
  calendarOf,
}: Sender & { where: () => string; visitLinksOf: VisitLinks; calendarOf: MailCalendars }): Kind {
  return defineMessage<Booked>({
    async find(db, { about: { bookingIds = '', by }, now }) {
      const found = await listBookings(db, bookingIds.split(' '));
      const bookings = found.filter(({ state }) => state !== 'cancelled');
      if (bookings.length === 0) return { notSent: 'The appointment was cancelled.' };
      if (bookings.every(({ startsAt }) => startsAt <= now)) return { notSent: 'The appointment has begun.' };
      const [first] = bookings;
      const terms = bookings.length === 1 && first ? await termsOf(db, first, { now, timeZone: clinic.timeZone }) : [];
      const links = await visitLinksOf(db, bookings, now);
      const isPayable = bookings.some(({ paid, priceMinor }) => priceMinor > 0 && !paid);
      return { facts: { bookings, byClinic: by === 'clinic', terms, links, isPayable } };
    },
    write: ({ bookings, byClinic, terms, links, isPayable }) => {
      const place = where();
      const more = [...(place === '' ? [] : [['Where', place] as const]), ...terms];
      const date = mediumDateFromIso(bookings[0]?.day ?? '');
      const isOne = bookings.length === 1;
      return {
        subject: isOne ? `Your appointment on ${date}` : `Your ${bookings.length} appointments from ${date}`,
        blocks: [
          {
            text: !byClinic
              ? 'Your appointment is booked.'
              : isOne
                ? `${clinic.name} has booked an appointment for you.`
                : `${clinic.name} has booked ${bookings.length} appointments for you.`,
          },
          ...bookings.flatMap((booking, at) => [
            { facts: [...appointmentFacts(booking), ...(at === 0 ? more : [])] },
            ...links.slice(at, at + 1),
          ]),
          {
            label: isPayable ? 'See and pay for your appointments' : 'See your appointments',
            link: `${publicUrl}/dashboard/myAppointment`,
          },
          ...(byClinic ? [{ text: 'If you did not ask for this, please tell the clinic.' }] : []),
        ],
        calendar: calendarOf(bookings),
      };
    },
    sample: {
      bookings: [SAMPLE_APPOINTMENT],
      byClinic: false,
      links: [SAMPLE_VISIT_LINK],
      isPayable: true,
      terms: [
        ['Price', '€45'],
        ['Free to cancel until', 'Mar 13, 2031, 09:00 AM'],
      ],
    },
  });
}

async function termsOf(
  db: Database,
  booking: BookingRow,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<readonly (readonly [string, string])[]> {
  if (booking.priceMinor === 0) return [];
  const price = moneyText(bookedPrice(booking));
  const how = await howToPay(db, booking, { now, timeZone });
  return [['Price', how === undefined ? price : `${price}. ${how}`], ...cancellationFacts(booking, { now, timeZone })];
}

/** Tells somebody whom the clinic knew already that it opened an account for their address. */
export function accountOpenedMessage({
  clinic,
  publicUrl,
  confirmationLink,
}: Sender & { confirmationLink: (person: { id: string; email: string }, now: Date) => string }): Kind {
  return defineMessage<{ link: string }>({
    async find(db, { personId, address, now }) {
      const person = personId === null ? undefined : await findPerson(db, personId);
      if (!person || person.email !== address) return { notSent: 'The address was changed.' };
      return { facts: { link: confirmationLink(person, now) } };
    },
    write: ({ link }) => ({
      subject: `Your account at ${clinic.name}`,
      blocks: [
        { text: `${clinic.name} has opened an account for this email address, so that you can see your appointments.` },
        { text: 'Confirm the address first. After that, we can send you emails about your appointments.' },
        { label: 'Confirm your address', link },
        { text: `To sign in, choose a password: ${publicUrl}/forgot-password` },
        { text: 'If you did not ask for this, please tell the clinic.' },
      ],
    }),
    sample: { link: `${publicUrl}/confirm-email#token=sample` },
    confirmsAddress: true,
  });
}

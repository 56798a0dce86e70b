import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import {
  appointmentFacts,
  findBooking,
  type MailCalendars,
  type MailedAppointment,
  SAMPLE_APPOINTMENT,
} from '../booking/index.ts';
import { findPerson } from '../identity/index.ts';
import { defineMessage, type Kind } from '../messages/index.ts';

interface Sender {
  readonly clinic: { readonly name: string };
  readonly publicUrl: string;
}

/** Tells a patient what was booked for them, one appointment or a series. */
export function appointmentMessage({ clinic, publicUrl, calendarOf }: Sender & { calendarOf: MailCalendars }): Kind {
  return defineMessage<readonly MailedAppointment[]>({
    async find(db, { about: { bookingIds = '' }, now }) {
      const found = await Promise.all(bookingIds.split(' ').map((id) => findBooking(db, id)));
      const bookings = found.flatMap((one) => (one && one.booking.state !== 'cancelled' ? [one.booking] : []));
      if (bookings.length === 0) return { notSent: 'The appointment was cancelled.' };
      if (bookings.every(({ startsAt }) => startsAt <= now)) return { notSent: 'The appointment has begun.' };
      return { facts: bookings };
    },
    write: (bookings) => {
      const date = mediumDateFromIso(bookings[0]?.day ?? '');
      const isOne = bookings.length === 1;
      return {
        subject: isOne ? `Your appointment on ${date}` : `Your ${bookings.length} appointments from ${date}`,
        blocks: [
          {
            text: isOne
              ? `${clinic.name} has booked an appointment for you.`
              : `${clinic.name} has booked ${bookings.length} appointments for you.`,
          },
          ...bookings.map((booking) => ({ facts: appointmentFacts(booking) })),
          { label: 'See and pay for your appointments', link: `${publicUrl}/dashboard/myAppointment` },
          { text: 'If you did not ask for this, please tell the clinic.' },
        ],
        calendar: calendarOf(bookings),
      };
    },
    sample: [SAMPLE_APPOINTMENT],
  });
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
        { text: 'Confirm the address first. Then we send you emails about your appointments.' },
        { label: 'Confirm your address', link },
        { text: `To sign in, choose a password: ${publicUrl}/forgot-password` },
        { text: 'If you did not ask for this, please tell the clinic.' },
      ],
    }),
    sample: { link: `${publicUrl}/confirm-email?token=sample` },
    confirmsAddress: true,
  });
}

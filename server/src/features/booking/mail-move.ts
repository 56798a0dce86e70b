import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { moneyText } from '@openhours/contract/money.ts';
import type { Database } from '../../database/database.ts';
import { defineMessage, type Kind, queueMessage, type Sender, takeBackEmail } from '../messages/index.ts';
import {
  appointmentFacts,
  cancellationFacts,
  type MailCalendars,
  type MailedAppointment,
  SAMPLE_APPOINTMENT,
  whenAndWith,
} from './appointment-facts.ts';
import { howToPay } from './mail-payment-due.ts';
import type { Move } from './move-appointment.ts';
import { findBooking } from './queries.ts';
import { bookedPrice } from './rules.ts';
import { listTreatedWithAccount } from './treated-with-account.ts';
import { SAMPLE_VISIT_LINK, type VisitLink, type VisitLinks } from './visit-links.ts';

/**
 * Tells the patient the old and the new time of an appointment, also one who has got an account of their own since it was
 * booked for them. If it was moved before and that email has not left, one email tells of both moves: its old time is the
 * one that the patient knows.
 */
export async function queueMoveMail(tx: Database, { before, after, now }: Move): Promise<void> {
  const [kind, bookingId] = ['appointment-moved', after.id] as const;
  const hasNewPrice = before.priceMinor !== after.priceMinor || before.currency !== after.currency;
  for (const personId of [after.patientId, ...(await listTreatedWithAccount(tx, [after]))]) {
    const earlier = await takeBackEmail(tx, { kind, personId, bookingId });
    const about = {
      bookingId,
      version: earlier?.['version'] ?? String(before.version),
      price: hasNewPrice ? 'new' : (earlier?.['price'] ?? 'same'),
    };
    await queueMessage(tx, { kind, personId, about, notAfter: after.startsAt, now });
  }
}

interface Facts {
  readonly booking: MailedAppointment;
  readonly before: Pick<MailedAppointment, 'day' | 'startMinute' | 'minutes' | 'doctorName'>;
  /** Its price as a text, if it has changed. */
  readonly newPrice: string | undefined;
  /** See `howToPay`. Only for the owner of the account that it is under, like the link. */
  readonly payment: string | undefined;
  /** See `cancellationFacts`. For the same person. */
  readonly cancellation: ReturnType<typeof cancellationFacts>;
  readonly link: VisitLink | undefined;
}

/** The email about it. If the appointment was moved again meanwhile, it says where it is now. */
export function moveMessage({
  clinic,
  publicUrl,
  visitLinksOf,
  calendarOf,
}: Sender & {
  visitLinksOf: VisitLinks;
  calendarOf: MailCalendars;
}): Kind {
  return defineMessage<Facts>({
    async find(db, { personId, about: { bookingId = '', version, price }, now }) {
      const booking = await findBooking(db, bookingId);
      if (booking?.state !== 'booked') return { notSent: 'The appointment is not booked any more.' };
      // Versions count from 1.
      const before = booking.pastVersions[Number(version) - 1];
      if (!before) return { notSent: 'The appointment has no such version.' };
      const newPrice = price === 'new' ? moneyText(bookedPrice(booking)) : undefined;
      if (newPrice === undefined && whenAndWith(before) === whenAndWith(booking))
        return { notSent: 'It was moved back.' };
      if (personId !== booking.patientId)
        return { facts: { booking, before, newPrice, payment: undefined, cancellation: [], link: undefined } };
      const payment = await howToPay(db, booking, { now, timeZone: clinic.timeZone });
      const cancellation = cancellationFacts(booking, { now, timeZone: clinic.timeZone });
      const [link] = await visitLinksOf(db, [booking], now);
      return { facts: { booking, before, newPrice, payment, cancellation, link } };
    },
    write: ({ booking, before, newPrice, payment, cancellation, link }) => ({
      subject: `Your appointment was moved to ${mediumDateFromIso(booking.day)}`,
      blocks: [
        { text: 'Your appointment was moved.' },
        {
          facts: [
            ['Old time', whenAndWith(before)],
            ...appointmentFacts(booking),
            ...(newPrice === undefined ? [] : [['New price', newPrice] as const]),
            ...(payment === undefined ? [] : [['Payment', payment] as const]),
            ...cancellation,
          ],
        },
        ...(link === undefined ? [] : [link]),
        // The link above works without signing in, and so does not pay.
        ...(payment === undefined
          ? []
          : [{ label: 'See and pay for your appointments', link: `${publicUrl}/dashboard/myAppointment` }]),
      ],
      calendar: calendarOf([booking]),
    }),
    sample: {
      booking: SAMPLE_APPOINTMENT,
      before: { ...SAMPLE_APPOINTMENT, day: '2031-03-12', startMinute: 15 * 60 },
      newPrice: undefined,
      payment: undefined,
      cancellation: [['Free to cancel until', 'Mar 13, 2031, 09:00 AM']],
      link: SAMPLE_VISIT_LINK,
    },
  });
}

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
  withWeekday,
} from './appointment-facts.ts';
import type { BookingRow } from './booking-row.ts';
import { howToPay } from './mail-payment-due.ts';
import { findMoveRefund } from './money-queries.ts';
import type { Move } from './move-appointment.ts';
import { moveRefundText, NEW_PRICE_AFTER_REFUND, NEW_PRICE_AT_CLINIC } from './move-terms.ts';
import { AT_CLINIC } from './pay-by.ts';
import { findBooking } from './queries.ts';
import type { RefundMoney } from './refund-money.ts';
import { bookedPrice } from './rules.ts';
import { listTreatedWithAccount } from './treated-with-account.ts';
import { SAMPLE_VISIT_LINK, type VisitLink, type VisitLinks } from './visit-links.ts';

/**
 * Tells the patient the old and the new time of an appointment, also one who has got an account of their own since it was
 * booked for them. If it was moved before and that email has not left, one email tells of both moves: its old time is the
 * one that the patient knows.
 *
 * If an online payment is refunded whole, and the clinic asks for payment at booking, it waits a minute for the provider. Most
 * confirm a refund at once: then this email says until when to pay (`hurryMoveMail`), and there is no other.
 */
export async function queueMoveMail(tx: Database, { before, after, now }: Move): Promise<void> {
  const [kind, bookingId] = ['appointment-moved', after.id] as const;
  const hasNewPrice = before.priceMinor !== after.priceMinor || before.currency !== after.currency;
  const { earlierPayment, payment } = (hasNewPrice && (await findBooking(tx, bookingId))) || after;
  const notBefore =
    earlierPayment === 'being-refunded' && payment === 'at-booking' ? new Date(now.getTime() + 60_000) : undefined;
  for (const personId of [after.patientId, ...(await listTreatedWithAccount(tx, [after]))]) {
    const earlier = await takeBackEmail(tx, { kind, personId, bookingId });
    const about = {
      bookingId,
      version: earlier?.['version'] ?? String(before.version),
      price: hasNewPrice ? 'new' : (earlier?.['price'] ?? 'same'),
    };
    const waits = personId === after.patientId && notBefore !== undefined;
    await queueMessage(tx, { kind, personId, about, ...(waits && { notBefore }), notAfter: after.startsAt, now });
  }
}

/** Sends the email about a move now if it still waits, because it says how to pay. `false`: the patient has it already. */
export async function hurryMoveMail(
  tx: Database,
  { id: bookingId, patientId: personId, startsAt: notAfter }: Pick<BookingRow, 'id' | 'patientId' | 'startsAt'>,
  now: Date,
): Promise<boolean> {
  const kind = 'appointment-moved';
  const about = await takeBackEmail(tx, { kind, personId, bookingId });
  if (about) await queueMessage(tx, { kind, personId, about, notAfter, now });
  return about !== undefined;
}

interface Payment {
  readonly text: string;
  readonly isPayableOnline: boolean;
}

/** How the patient pays after a move, if that has to be said. */
async function findPayment(
  db: Database,
  booking: BookingRow,
  { refund, ...clock }: { refund: RefundMoney; now: Date; timeZone: string },
): Promise<Payment | undefined> {
  const text = await howToPay(db, booking, clock);
  if (text !== undefined) return { text, isPayableOnline: text !== AT_CLINIC };
  if (booking.priceMinor === 0) return undefined;
  if (booking.earlierPayment === 'refund-failed') return { text: NEW_PRICE_AT_CLINIC, isPayableOnline: false };
  if (refund.minor === 0) return undefined;
  if (booking.earlierPayment === 'being-refunded') {
    const more = booking.payBy === null ? '' : ' We will email you until when to pay.';
    return { text: `${NEW_PRICE_AFTER_REFUND}${more}`, isPayableOnline: false };
  }
  if (booking.paid) return undefined;
  const isAtClinic = refund.atClinicMinor + refund.insuranceMinor > 0;
  return isAtClinic
    ? { text: NEW_PRICE_AT_CLINIC, isPayableOnline: false }
    : { text: 'You can pay the new price online or at the clinic.', isPayableOnline: true };
}

interface Facts {
  readonly booking: MailedAppointment;
  readonly before: Pick<MailedAppointment, 'day' | 'startMinute' | 'minutes' | 'doctorName'>;
  /** Its price as a text, if it has changed. */
  readonly newPrice: string | undefined;
  /** What is refunded because of the move, in sentences. Only for the owner of the account that it is under, like the link. */
  readonly refund: string;
  /** For the same person. */
  readonly payment: Payment | undefined;
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
        return {
          facts: { booking, before, newPrice, refund: '', payment: undefined, cancellation: [], link: undefined },
        };
      const since = new Date(booking.pastVersions[Number(version)]?.changedAt ?? booking.changedAt);
      const refund = await findMoveRefund(db, { booking, since });
      const payment = await findPayment(db, booking, { refund, now, timeZone: clinic.timeZone });
      const cancellation = cancellationFacts(booking, { now, timeZone: clinic.timeZone });
      const [link] = await visitLinksOf(db, [booking], now);
      return { facts: { booking, before, newPrice, refund: moveRefundText(refund), payment, cancellation, link } };
    },
    write: ({ booking, before, newPrice, refund, payment, cancellation, link }) => ({
      subject: `Your appointment was moved to ${mediumDateFromIso(booking.day)}`,
      blocks: [
        { text: 'Your appointment was moved.' },
        {
          facts: [
            ['Old time', withWeekday(before.day, whenAndWith(before))],
            ...appointmentFacts(booking),
            ...(newPrice === undefined ? [] : [['New price', newPrice] as const]),
            ...(refund === '' ? [] : [['Refund', refund] as const]),
            ...(payment === undefined ? [] : [['Payment', payment.text] as const]),
            ...cancellation,
          ],
        },
        ...(link === undefined ? [] : [link]),
        // The link above works without signing in, and so does not pay.
        ...(!payment?.isPayableOnline
          ? []
          : [{ label: 'See and pay for your appointments', link: `${publicUrl}/dashboard/myAppointment` }]),
      ],
      calendar: calendarOf([booking]),
    }),
    sample: {
      booking: SAMPLE_APPOINTMENT,
      before: { ...SAMPLE_APPOINTMENT, day: '2031-03-12', startMinute: 15 * 60 },
      newPrice: undefined,
      refund: '',
      payment: undefined,
      cancellation: [['Free to cancel until', 'Mar 13, 2031, 09:00 AM']],
      link: SAMPLE_VISIT_LINK,
    },
  });
}

import { instantText } from '@openhours/contract/instant-text.ts';
import { v5 as uuidv5 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { defineMessage, type Kind, type Message, type Sender } from '../messages/index.ts';
import {
  appointmentFacts,
  type MailCalendars,
  type MailedAppointment,
  SAMPLE_APPOINTMENT,
} from './appointment-facts.ts';
import type { BookingRow } from './booking-row.ts';
import { findMoneyOf } from './money-queries.ts';
import { AT_CLINIC, remindAt, startsTooSoonToPayOnline } from './pay-by.ts';
import { findBooking, findPayBy } from './queries.ts';

export interface Due {
  readonly bookingId: string;
  readonly patientId: string;
  readonly payBy: Date;
  readonly now: Date;
}

/** Reminds a patient to pay, some time before an unpaid appointment is cancelled. */
export function paymentDue(due: Due): Message {
  const { bookingId, patientId: personId, payBy, now } = due;
  const about = { bookingId, payBy: payBy.toISOString() };
  return { kind: 'payment-due', personId, about, notBefore: remindAt(due), notAfter: payBy, now };
}

/** The same at once, for a patient who does not know yet that they have to pay. */
export function paymentDueNow(due: Due): Message {
  return { ...paymentDue(due), notBefore: due.now };
}

/**
 * The same for a patient who has more time because a provider does not answer. There is one for all such extensions, so it
 * names the deadline that is valid when it is sent, and it can be sent until that deadline.
 */
export function paymentDueAfterOutage(due: Due): Message & { readonly id: string } {
  const { bookingId, patientId: personId, now } = due;
  const id = uuidv5('payment-due after an outage', bookingId);
  return { id, kind: 'payment-due', personId, about: { bookingId }, notBefore: remindAt(due), now };
}

/** Tells a patient who had to pay online that the appointment stays booked and may be paid at the clinic. */
export function paymentAtClinic({
  bookingId,
  patientId: personId,
  startsAt: notAfter,
  now,
}: Omit<Due, 'payBy'> & { readonly startsAt: Date }): Message {
  return { kind: 'payment-due', personId, about: { bookingId, at: 'clinic' }, notAfter, now };
}

/** How the patient still has to pay for an appointment, in a sentence; `undefined` if they need not, or not before they come. */
export async function howToPay(
  db: Database,
  booking: BookingRow,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<string | undefined> {
  const until = await findPayBy(db, booking, now);
  if (until) return `Please pay by ${instantText(until, timeZone)}, or it will be cancelled.`;
  return (await isDueAtClinic(db, booking)) ? AT_CLINIC : undefined;
}

async function isDueAtClinic(db: Database, booking: BookingRow): Promise<boolean> {
  if (!startsTooSoonToPayOnline(booking)) return false;
  const { left, isBeingPaid } = await findMoneyOf(db, booking);
  return left.minor === 0 && !isBeingPaid;
}

interface Facts {
  readonly booking: MailedAppointment;
  /** As a text in the clinic's time zone; `undefined` if it may be paid at the clinic. */
  readonly payBy: string | undefined;
}

export function paymentDueMessage({ clinic, publicUrl, calendarOf }: Sender & { calendarOf: MailCalendars }): Kind {
  return defineMessage<Facts>({
    async find(db, { about: { bookingId = '', payBy: asked, at }, now }) {
      const booking = await findBooking(db, bookingId);
      if (booking && at === 'clinic') {
        return (await isDueAtClinic(db, booking))
          ? { facts: { booking, payBy: undefined } }
          : { notSent: 'It is not to be paid at the clinic any more.' };
      }
      const until = booking && (await findPayBy(db, booking, now));
      if (!until) return { notSent: 'Nothing is to be paid, or a payment is being processed, checked or refunded.' };
      if (asked !== undefined && until.toISOString() !== asked) {
        return { notSent: 'The patient has more time to pay, and another reminder.' };
      }
      return { facts: { booking, payBy: instantText(until, clinic.timeZone) } };
    },
    write: ({ booking, payBy: until }) => ({
      subject: 'Please pay for your appointment',
      blocks: [
        {
          text:
            until === undefined
              ? 'Your appointment is not paid. It stays booked, and you can pay at the clinic.'
              : `Your appointment is not paid yet. Please pay by ${until}, or it will be cancelled.`,
        },
        { facts: appointmentFacts(booking) },
        ...(until === undefined ? [] : [{ label: 'Pay now', link: `${publicUrl}/dashboard/payment/${booking.id}` }]),
      ],
      calendar: calendarOf([booking]),
    }),
    sample: { booking: SAMPLE_APPOINTMENT, payBy: 'Mar 1, 2031, 10:30 AM' },
  });
}

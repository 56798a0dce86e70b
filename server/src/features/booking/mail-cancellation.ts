import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Database } from '../../database/database.ts';
import { defineMessage, type Kind, queueMessage } from '../messages/index.ts';
import {
  appointmentFacts,
  type MailCalendars,
  type MailedAppointment,
  SAMPLE_APPOINTMENT,
} from './appointment-facts.ts';
import type { Cancellation } from './cancel-bookings.ts';
import { findBooking } from './store.ts';

/**
 * Tells each patient that their appointment was cancelled, and why. The address is the one of this moment: a patient
 * who deletes their account is told too.
 */
export async function queueCancellationMail(tx: Database, { bookings, refund, now }: Cancellation): Promise<void> {
  for (const { id: bookingId, patientId: personId, email: address, hasMoney } of bookings) {
    if (address === '') continue;
    const about = { bookingId, refund: hasMoney && refund === 'full' ? 'full' : 'none' };
    await queueMessage(tx, { kind: 'appointment-cancelled', personId, address, about, now });
  }
}

interface Facts {
  readonly booking: MailedAppointment;
  readonly byPatient: boolean;
  readonly reason: string;
  readonly isRefunded: boolean;
}

/** The email about a cancelled appointment. Emails contain no patient's name: it is whatever was typed at sign-up. */
export function cancellationMessage({ calendarOf }: { calendarOf: MailCalendars }): Kind {
  return defineMessage<Facts>({
    async find(db, { about: { bookingId = '', refund } }) {
      const booking = (await findBooking(db, bookingId))?.booking;
      if (booking?.state !== 'cancelled') return { notSent: 'The appointment is not cancelled any more.' };
      const byPatient = booking.changedAs === 'patient';
      return { facts: { booking, byPatient, reason: booking.changeReason ?? '', isRefunded: refund === 'full' } };
    },
    write: ({ booking, byPatient, reason, isRefunded }) => ({
      subject: `Your appointment on ${mediumDateFromIso(booking.day)} was cancelled`,
      blocks: [
        { text: byPatient ? 'You cancelled this appointment:' : 'This appointment was cancelled:' },
        { facts: appointmentFacts(booking) },
        ...(byPatient || reason === '' ? [] : [{ quote: reason }]),
        ...(isRefunded ? [{ text: 'We are refunding what you paid for it.' }] : []),
      ],
      calendar: calendarOf([booking]),
    }),
    sample: {
      booking: { ...SAMPLE_APPOINTMENT, state: 'cancelled' },
      byPatient: false,
      reason: 'The doctor is ill.',
      isRefunded: true,
    },
  });
}

import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { refundSentences } from '@openhours/contract/refund-sentences.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import type { Database } from '../../database/database.ts';
import { listPeople, shownEmail } from '../identity/index.ts';
import { defineMessage, type Kind, type Message, queueMessages } from '../messages/index.ts';
import {
  appointmentFacts,
  type MailCalendars,
  type MailedAppointment,
  SAMPLE_APPOINTMENT,
} from './appointment-facts.ts';
import type { Cancellation } from './cancel-bookings.ts';
import { type BookingRow, findBooking, findMoneyOf } from './queries.ts';
import { ONLY_IF_WON, presentRefund, type RefundMoney } from './refund-money.ts';

/**
 * Tells each patient that their appointment was cancelled, and why. Stores the address now, so that a patient who deletes
 * their account is told too. If the patient's account is deleted, a former dependant who has an account is told as well.
 */
export async function queueCancellationMail(tx: Database, { bookings, now }: Cancellation): Promise<void> {
  const messages: Message[] = [];
  const kind = 'appointment-cancelled';
  const ofOthers = bookings.filter(({ patientId, treatedId }) => treatedId !== patientId);
  const people = await listPeople(
    tx,
    ofOthers.flatMap(({ patientId, treatedId }) => [patientId, treatedId]),
  );
  for (const { id: bookingId, patientId, treatedId, email: address, hasMoneyLeft, cancelRefund } of bookings) {
    const about = { bookingId, money: (hasMoneyLeft && cancelRefund) || 'none paid' };
    if (address !== '') messages.push({ kind, personId: patientId, address, about, now });
    if (treatedId === patientId || people.has(patientId)) continue;
    const treated = people.get(treatedId);
    if (!treated || shownEmail(treated.email) === '') continue;
    messages.push({ kind, personId: treatedId, about: { bookingId, money: 'none paid' }, now });
  }
  await queueMessages(tx, messages);
}

type Canceller = BookingRow['changedAs'] | 'somebody else';

interface Facts {
  readonly booking: MailedAppointment;
  readonly by: Canceller;
  readonly reason: string;
  /** A sentence about the refund. Empty if nothing was paid, or if a refund of everything had been requested before. */
  readonly money: string;
}

/** The email about a cancelled appointment. Emails contain no patient's name: it is whatever was typed at sign-up. */
export function cancellationMessage({
  clinic,
  calendarOf,
}: {
  clinic: { readonly name: string };
  calendarOf: MailCalendars;
}): Kind {
  return defineMessage<Facts>({
    async find(db, { personId, about: { bookingId = '', money } }) {
      const booking = await findBooking(db, bookingId);
      if (booking?.state !== 'cancelled') return { notSent: 'The appointment is not cancelled any more.' };
      const { changedAs, changedBy, changeReason } = booking;
      // If the account's owner booked for somebody else, either can close their account.
      const by = changedAs === 'patient' && changedBy !== personId ? 'somebody else' : changedAs;
      const found = await findMoneyOf(db, booking);
      return { facts: { booking, by, reason: changeReason ?? '', money: refundText(money, found) } };
    },
    write: ({ booking, by, reason, money }) => ({
      subject: `Your appointment on ${mediumDateFromIso(booking.day)} was cancelled`,
      blocks: [
        { text: whoCancelled(by, { doctorName: booking.doctorName, clinicName: clinic.name }) },
        { facts: appointmentFacts(booking) },
        ...(by === 'patient' || reason === '' ? [] : [{ quote: reason }]),
        ...(money === '' ? [] : [{ text: money }]),
      ],
      calendar: calendarOf([booking]),
    }),
    sample: {
      booking: { ...SAMPLE_APPOINTMENT, state: 'cancelled' },
      by: 'doctor',
      reason: 'I am ill today, and sorry for the trouble.',
      money: 'You get back €45.',
    },
  });
}

function whoCancelled(
  by: Canceller,
  { doctorName, clinicName }: { doctorName: string | null; clinicName: string },
): string {
  if (by === 'patient') return 'You cancelled this appointment:';
  if (by === 'doctor' && doctorName !== null) return `${titledName(doctorName)} cancelled this appointment:`;
  return by === 'system' || by === 'somebody else'
    ? 'This appointment was cancelled:'
    : `${clinicName} cancelled this appointment:`;
}

function refundText(
  money: string | undefined,
  { refunded, isDisputed }: { refunded: RefundMoney; isDisputed: boolean },
): string {
  if (money === 'none') return 'It was too late to cancel free of charge, so what you paid is not refunded.';
  if (money !== 'full') return '';
  // A payment that is on hold is refunded when it is decided.
  if (refunded.minor === 0 && isDisputed) return `Your payment was disputed at the bank. ${ONLY_IF_WON}`;
  if (refunded.minor === 0) return 'You get back what you paid.';
  return refundSentences(presentRefund(refunded), {
    online: (amount) => `You get back ${amount}.`,
    // Also for those who have no account any more, and get no other email about it.
    atClinic: (amount) => `You get back ${amount} at our front desk. Please tell us the reference.`,
    byInsurance: (amount) => `We settle ${amount} with your insurance.`,
  });
}

import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { amountText, priceOf } from '@openhours/contract/money.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Database } from '../../database/database.ts';
import { type ComposeMessage, queueMessage } from '../messages/index.ts';
import type { Move } from './move-appointment.ts';
import { type BookingRow, findBooking } from './store.ts';

/** Tells the patient the old and the new time of an appointment. */
export async function queueMoveMail(tx: Database, { before, after, now }: Move): Promise<void> {
  const hasNewPrice = before.priceMinor !== after.priceMinor || before.currency !== after.currency;
  const about = { bookingId: after.id, version: String(before.version), price: hasNewPrice ? 'new' : 'same' };
  await queueMessage(tx, {
    kind: 'appointment-moved',
    personId: after.patientId,
    about,
    notAfter: after.startsAt,
    now,
  });
}

/** The email about it. If the appointment was moved again meanwhile, it says where it is now. */
export function composeMove({
  clinic,
  publicUrl,
}: {
  clinic: { readonly name: string };
  publicUrl: string;
}): ComposeMessage {
  return async (db, { about: { bookingId = '', version, price } }) => {
    const booking = (await findBooking(db, bookingId))?.booking;
    if (booking?.state !== 'booked') return { notSent: 'The appointment is not booked any more.' };
    // Versions count from 1.
    const before = booking.pastVersions[Number(version) - 1];
    if (!before) return { notSent: 'The appointment has no such version.' };
    const { treatmentName, email, day, reference, priceMinor: minor, currency } = booking;
    const newPrice = amountText(priceOf({ minor, currency }), currency);
    return {
      to: email,
      subject: `Your appointment was moved to ${mediumDateFromIso(day)}`,
      text: [
        'Hello,',
        '',
        `Your appointment for ${treatmentName} was moved.`,
        '',
        `Until now: ${whenText(before)}`,
        `Now: ${whenText(booking)}`,
        '',
        ...(price === 'new' ? [`Its price is now ${newPrice}.`] : []),
        `Its reference is still ${reference}. You can see it here:`,
        '',
        `${publicUrl}/dashboard/myAppointment`,
        '',
        clinic.name,
      ].join('\n'),
    };
  };
}

function whenText(version: Pick<BookingRow, 'day' | 'startMinute' | 'minutes' | 'doctorName'>): string {
  const withWhom = version.doctorName === null ? '' : `, with Dr. ${version.doctorName}`;
  return `${mediumDateFromIso(version.day)}, ${slotLabel(version)}${withWhom}`;
}

import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Database } from '../../database/database.ts';
import { type ComposeMessage, queueMessage } from '../messages/index.ts';
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

/**
 * The email about a cancelled appointment. Emails contain no patient's name: an address that was never confirmed may
 * belong to another person, and the name is whatever was typed at sign-up.
 */
export function composeCancellation(clinic: { readonly name: string }): ComposeMessage {
  return async (db, { address, about: { bookingId = '', refund } }) => {
    const found = await findBooking(db, bookingId);
    if (found?.booking.state !== 'cancelled') return { notSent: 'The appointment is not cancelled any more.' };
    const { treatmentName, doctorName, day, changedAs, changeReason } = found.booking;
    const date = mediumDateFromIso(day);
    const withWhom = doctorName === null ? '' : ` with Dr. ${doctorName}`;
    const what = `${treatmentName}${withWhom} on ${date}, ${slotLabel(found.booking)}`;
    return {
      to: address ?? '',
      subject: `Your appointment on ${date} was cancelled`,
      text: [
        'Hello,',
        '',
        ...(changedAs === 'patient'
          ? [`You cancelled your appointment for ${what}.`]
          : [`Your appointment for ${what}, was cancelled:`, '', changeReason ?? '']),
        '',
        ...(refund === 'full' ? ['We are refunding what you paid for it.', ''] : []),
        clinic.name,
      ].join('\n'),
    };
  };
}

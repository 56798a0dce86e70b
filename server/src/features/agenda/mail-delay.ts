import { slotLabel } from '@openhours/contract/slot-label.ts';
import { findBooking } from '../booking/index.ts';
import type { ComposeMessage } from '../messages/index.ts';

/** Tells a patient that their doctor is behind today, or on time again. Not sent if that has changed since. */
export function composeDelay(clinic: { readonly name: string }): ComposeMessage {
  return async (db, { about: { bookingId = '', minutes } }) => {
    const booking = (await findBooking(db, bookingId))?.booking;
    if (booking?.state !== 'booked' && booking?.state !== 'arrived') {
      return { notSent: 'The patient does not wait any more.' };
    }
    if (booking.email === '') return { notSent: 'The patient has no email address.' };
    const { lateMinutes, doctorName, treatmentName, email } = booking;
    if (String(lateMinutes ?? 0) !== minutes) return { notSent: 'The delay has changed since.' };
    const who = doctorName === null ? clinic.name : `Dr. ${doctorName}`;
    return {
      to: email,
      subject: lateMinutes === null ? `${who} is on time again` : `${who} is running about ${lateMinutes} minutes late`,
      text: [
        'Hello,',
        '',
        lateMinutes === null
          ? `${who} is on time again.`
          : `${who} is running about ${lateMinutes} minutes late today. We are sorry for the wait.`,
        '',
        `Your appointment: ${treatmentName}, today, ${slotLabel(booking)}.`,
        '',
        clinic.name,
      ].join('\n'),
    };
  };
}

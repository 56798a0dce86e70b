import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { findBooking } from '../booking/index.ts';
import type { ComposeMessage } from '../messages/index.ts';

/** Tells a patient what was booked for them. Has no name, because somebody else typed the address. */
export function composeAppointment({
  clinic,
  publicUrl,
}: {
  clinic: { readonly name: string };
  publicUrl: string;
}): ComposeMessage {
  return async (db, { about: { bookingId = '', account }, now }) => {
    const found = await findBooking(db, bookingId);
    if (found?.booking.state !== 'booked') return { notSent: 'The appointment was cancelled.' };
    const { email, treatmentName, doctorName, day, reference, startsAt } = found.booking;
    if (startsAt <= now) return { notSent: 'The appointment has begun.' };
    const date = mediumDateFromIso(day);
    const withWhom = doctorName === null ? '' : ` with Dr. ${doctorName}`;
    return {
      to: email,
      subject: `Your appointment on ${date}`,
      text: [
        'Hello,',
        '',
        `${clinic.name} has booked an appointment for you: ${treatmentName}${withWhom} on ${date}, ${slotLabel(found.booking)}.`,
        `Its reference is ${reference}.`,
        '',
        ...(account === 'new'
          ? [
              'There is a new account for this email address, so that you can see your appointments and pay for them. ' +
                'To use it, choose a password:',
              '',
              `${publicUrl}/forgot-password`,
            ]
          : ['You can see it and pay for it here:', '', `${publicUrl}/dashboard/myAppointment`]),
        '',
        'If you did not ask for this appointment, please tell the clinic.',
      ].join('\n'),
    };
  };
}

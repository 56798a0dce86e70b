import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { findBooking } from '../booking/index.ts';
import { findPerson } from '../identity/index.ts';
import type { ComposeMessage } from '../messages/index.ts';

interface Sender {
  readonly clinic: { readonly name: string };
  readonly publicUrl: string;
}

/**
 * Tells a patient what was booked for them, one appointment or a series. Has no name, because somebody else typed the
 * address.
 */
export function composeAppointment({ clinic, publicUrl }: Sender): ComposeMessage {
  return async (db, { about: { bookingIds = '', account }, now }) => {
    const found = await Promise.all(bookingIds.split(' ').map((id) => findBooking(db, id)));
    const bookings = found.flatMap((one) => (one && one.booking.state !== 'cancelled' ? [one.booking] : []));
    const [first] = bookings;
    if (!first) return { notSent: 'The appointment was cancelled.' };
    if (bookings.every(({ startsAt }) => startsAt <= now)) return { notSent: 'The appointment has begun.' };
    const lines = bookings.map((booking) => {
      const { treatmentName, doctorName, day, reference } = booking;
      const withWhom = doctorName === null ? '' : ` with Dr. ${doctorName}`;
      return `${treatmentName}${withWhom} on ${mediumDateFromIso(day)}, ${slotLabel(booking)}. Its reference is ${reference}.`;
    });
    const date = mediumDateFromIso(first.day);
    return {
      to: first.email,
      subject: lines.length === 1 ? `Your appointment on ${date}` : `Your ${lines.length} appointments from ${date}`,
      text: [
        'Hello,',
        '',
        ...(lines.length === 1
          ? [`${clinic.name} has booked an appointment for you: ${lines[0]}`]
          : [`${clinic.name} has booked ${lines.length} appointments for you:`, '', ...lines]),
        '',
        ...(account === 'new'
          ? [
              'There is a new account for this email address, so that you can see your appointments and pay for them. ' +
                'To use it, choose a password:',
              '',
              `${publicUrl}/forgot-password`,
            ]
          : ['You can see and pay for your appointments here:', '', `${publicUrl}/dashboard/myAppointment`]),
        '',
        'If you did not ask for this, please tell the clinic.',
      ].join('\n'),
    };
  };
}

/** Tells somebody whom the clinic knew already that it opened an account for their address. */
export function composeAccountOpened({ clinic, publicUrl }: Sender): ComposeMessage {
  return async (db, { personId, address }) => {
    const person = personId === null ? undefined : await findPerson(db, personId);
    if (!person || person.email !== address) return { notSent: 'The address was changed.' };
    return {
      to: person.email,
      subject: `Your account at ${clinic.name}`,
      text: [
        'Hello,',
        '',
        `${clinic.name} has opened an account for this email address, so that you can see your appointments. To use ` +
          'it, choose a password:',
        '',
        `${publicUrl}/forgot-password`,
        '',
        'If you did not ask for this, please tell the clinic.',
      ].join('\n'),
    };
  };
}

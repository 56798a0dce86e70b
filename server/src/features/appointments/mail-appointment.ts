import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Mail, MailSender } from '../../providers/mail/port.ts';
import type { BookingRow } from '../booking/index.ts';

export interface AppointmentMails {
  readonly mail: MailSender;
  readonly clinic: { readonly name: string };
  readonly publicUrl: string;
}

/** Tells a patient what was booked for them. Has no name, because somebody else typed the address. */
export function appointmentMail(
  booking: BookingRow,
  { hasNewAccount, clinic, publicUrl }: Omit<AppointmentMails, 'mail'> & { hasNewAccount: boolean },
): Mail {
  const { email, treatmentName, doctorName, day, reference } = booking;
  const date = mediumDateFromIso(day);
  const withWhom = doctorName === null ? '' : ` with Dr. ${doctorName}`;
  return {
    to: email,
    subject: `Your appointment on ${date}`,
    text: [
      'Hello,',
      '',
      `${clinic.name} has booked an appointment for you: ${treatmentName}${withWhom} on ${date}, ${slotLabel(booking)}.`,
      `Its reference is ${reference}.`,
      '',
      ...(hasNewAccount
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
}

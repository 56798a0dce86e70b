import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Mail, MailSender } from '../../providers/mail/port.ts';
import type { Cancellation } from './cancel-bookings.ts';
import type { BookingRow } from './store.ts';

/**
 * Emails each patient that their appointment was cancelled, and why. Emails contain no patient's name: an address that
 * was never confirmed may belong to another person, and the name is whatever was typed at sign-up.
 */
export function mailCancellation({ mail, clinic }: { mail: MailSender; clinic: { readonly name: string } }) {
  return ({ bookings, reason, refund }: Cancellation): void => {
    for (const booking of bookings) {
      mail.send(
        cancellationMail(booking, { reason, isRefunded: booking.hasMoney && refund === 'full', from: clinic.name }),
      );
    }
  };
}

function cancellationMail(
  booking: BookingRow,
  { reason, isRefunded, from }: { reason: string; isRefunded: boolean; from: string },
): Mail {
  const { email, treatmentName, doctorName, day } = booking;
  const date = mediumDateFromIso(day);
  const withWhom = doctorName === null ? '' : ` with Dr. ${doctorName}`;
  return {
    to: email,
    subject: `Your appointment on ${date} was cancelled`,
    text: [
      'Hello,',
      '',
      `Your appointment for ${treatmentName}${withWhom} on ${date}, ${slotLabel(booking)}, was cancelled:`,
      '',
      reason,
      '',
      ...(isRefunded ? ['We are refunding what you paid for it.', ''] : []),
      from,
    ].join('\n'),
  };
}

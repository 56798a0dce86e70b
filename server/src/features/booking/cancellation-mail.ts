import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Mail } from '../../providers/mail/port.ts';
import type { BookingRow } from './store.ts';

/** Tells a patient that an appointment is off, and why. `booking` is as it was cancelled: paid or not. */
export function cancellationMail(booking: BookingRow, { productName }: { productName: string }): Mail {
  const { email, patientName, treatmentName, doctorName, day, cancelReason, paid } = booking;
  const date = mediumDateFromIso(day);
  const withWhom = doctorName === null ? '' : ` with Dr. ${doctorName}`;
  return {
    to: email,
    subject: `Your appointment on ${date} was cancelled`,
    text: [
      `Hello ${patientName},`,
      '',
      `your appointment for ${treatmentName}${withWhom} on ${date}, ${slotLabel(booking)}, was cancelled:`,
      '',
      cancelReason ?? '',
      '',
      ...(paid ? ['You get back what you paid for it.', ''] : []),
      productName,
    ].join('\n'),
  };
}

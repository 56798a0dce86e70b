import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import type { Database } from '../../database/database.ts';
import { type ComposeMessage, queueMessage } from '../messages/index.ts';
import { instantText, payBy, remindAt } from './rules.ts';
import { findBooking } from './store.ts';

/** Reminds a patient to pay, some time before an unpaid appointment is cancelled. */
export async function queuePaymentDue(
  tx: Database,
  due: { bookingId: string; patientId: string; payBy: Date; payWithinMinutes: number; now: Date },
): Promise<void> {
  const { bookingId, patientId: personId, payBy: notAfter, now } = due;
  const about = { bookingId, payBy: notAfter.toISOString() };
  await queueMessage(tx, { kind: 'payment-due', personId, about, notBefore: remindAt(due), notAfter, now });
}

export function composePaymentDue({
  clinic,
  publicUrl,
}: {
  clinic: { readonly name: string; readonly timeZone: string };
  publicUrl: string;
}): ComposeMessage {
  return async (db, { about: { bookingId = '', payBy: asked }, now }) => {
    const booking = (await findBooking(db, bookingId))?.booking;
    const until = booking && payBy(booking);
    if (!until || until <= now) return { notSent: 'Nothing is to be paid any more.' };
    if (until.toISOString() !== asked) return { notSent: 'The patient has more time to pay, and another reminder.' };
    const { email, treatmentName, day } = booking;
    return {
      to: email,
      subject: 'Please pay for your appointment',
      text: [
        'Hello,',
        '',
        `Your appointment for ${treatmentName} on ${mediumDateFromIso(day)}, ${slotLabel(booking)}, is not paid yet. Please pay by ${instantText(until, clinic.timeZone)}, or it will be cancelled:`,
        '',
        `${publicUrl}/dashboard/myAppointment`,
        '',
        clinic.name,
      ].join('\n'),
    };
  };
}

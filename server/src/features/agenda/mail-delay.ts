import { slotLabel } from '@openhours/contract/slot-label.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { findBooking, forWhom, type MailedAppointment, SAMPLE_APPOINTMENT } from '../booking/index.ts';
import { defineMessage, type Kind } from '../messages/index.ts';

interface Facts {
  readonly booking: MailedAppointment;
  /** The doctor, or the clinic. */
  readonly who: string;
  /** Null: on time again. */
  readonly lateMinutes: number | null;
}

/** Tells a patient that their doctor is behind today, or on time again. Not sent if that, or the appointment, has changed. */
export function delayMessage(clinic: { readonly name: string }): Kind {
  return defineMessage<Facts>({
    async find(db, { about: { bookingId = '', minutes, day, calendarId } }) {
      const booking = await findBooking(db, bookingId);
      if (booking?.state !== 'booked' && booking?.state !== 'arrived') {
        return { notSent: 'The patient does not wait any more.' };
      }
      if (booking.day !== day || booking.calendarId !== calendarId) return { notSent: 'The appointment was moved.' };
      const { lateMinutes, doctorName } = booking;
      if (String(lateMinutes ?? 0) !== minutes) return { notSent: 'The delay has changed since.' };
      const who = doctorName === null ? clinic.name : titledName(doctorName);
      return { facts: { booking, who, lateMinutes } };
    },
    write: ({ booking, who, lateMinutes }) => ({
      subject: lateMinutes === null ? `${who} is on time again` : `${who} is running about ${lateMinutes} minutes late`,
      blocks: [
        {
          text:
            lateMinutes === null
              ? `${who} is on time again.`
              : `${who} is running about ${lateMinutes} minutes late today. We are sorry for the wait.`,
        },
        {
          facts: [
            ...forWhom(booking),
            ['Appointment', `today, ${slotLabel(booking)}`],
            ['Treatment', booking.treatmentName],
          ],
        },
      ],
    }),
    sample: { booking: SAMPLE_APPOINTMENT, who: 'Dr. Ada Winter', lateMinutes: 20 },
  });
}

import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Database } from '../../database/database.ts';
import { publish } from '../live/index.ts';
import { defineMessage, type Kind, queueMessage, queueMessages, queueUnlessPromised } from '../messages/index.ts';
import { findRules, findTimetable, isWithinHours } from '../schedule/index.ts';
import {
  appointmentFacts,
  type MailCalendars,
  type MailedAppointment,
  SAMPLE_APPOINTMENT,
} from './appointment-facts.ts';
import { lockOpenOption, restoreBooking } from './booked-time-store.ts';
import type { BookingRow } from './booking-row.ts';
import { hurryMoveMail } from './mail-move.ts';
import { type Due, paymentAtClinic, paymentDue, paymentDueAfterOutage, paymentDueNow } from './mail-payment-due.ts';
import { queueNewBookingMail } from './mail-staff.ts';
import { payAgainBy, startsTooSoonToPayOnline } from './pay-by.ts';
import { findBooking } from './queries.ts';
import { lockBooking, lockForBooking, setPayBy } from './store.ts';

const REASON = 'Your payment arrived, and the time was still free.';

/** Whether an appointment was cancelled because it was not paid in time, and has not started. */
function isReleased({ state, changedAs, startsAt }: BookingRow, now: Date): boolean {
  return state === 'cancelled' && changedAs === 'system' && startsAt > now;
}

/**
 * Locks a booking for a payment. A booking that must be paid in time may be cancelled at this moment. For such a booking, it takes
 * the locks that booking takes first, so that it can be booked again.
 */
export async function lockForPayment(tx: Database, bookingId: string): Promise<BookingRow | undefined> {
  const found = await findBooking(tx, bookingId);
  if (found?.payment === 'at-booking') await lockForBooking(tx, found.patientId);
  return lockBooking(tx, bookingId);
}

/**
 * Books an appointment again that was cancelled because it was not paid in time, if its time is still free and within the
 * hours. Returns the booking as it is then. It must be locked (`lockForPayment`).
 */
export async function bookAgain(
  tx: Database,
  { booking, now }: { booking: BookingRow; now: Date },
): Promise<BookingRow> {
  const { id: bookingId, patientId, treatedId, optionId, day, calendarId } = booking;
  if (!isReleased(booking, now)) return booking;
  if (!(await lockOpenOption(tx, { optionId, patientId, treatedId }))) return booking;
  const timetable = await findTimetable(tx, { first: day, last: day, calendarIds: [calendarId] });
  const span = { from: booking.startsAt.getTime(), to: booking.endsAt.getTime() };
  if (!isWithinHours({ ...booking, ...span }, timetable, timetable.rules.timeZone)) return booking;
  const change = { by: null, as: 'system', reason: REASON, now } as const;
  if (!(await restoreBooking(tx, booking, change))) return booking;
  await publish(
    tx,
    { to: 'everyone', event: { type: 'slots', date: mediumDateFromIso(day) } },
    { to: [patientId], event: { type: 'booking', bookingId } },
  );
  const about = { bookingId };
  const notAfter = booking.startsAt;
  await queueMessage(tx, { kind: 'appointment-booked-again', personId: patientId, about, notAfter, now });
  await queueNewBookingMail(tx, { bookings: [booking], by: null, now });
  return (await lockBooking(tx, bookingId)) ?? booking;
}

interface Extension {
  readonly booking: BookingRow;
  readonly now: Date;
}

/**
 * Gives the patient of a live, unpaid appointment, whose payment failed or went back, time to pay again, with an email at once
 * and a reminder (`payAgainBy`). If it may be paid at the clinic already, they get an email that says so. The email about a move
 * that still waits says the same.
 */
export async function giveTimeToPay(tx: Database, extension: Extension): Promise<void> {
  const { booking, now } = extension;
  if (startsTooSoonToPayOnline(booking)) {
    await tellPayAtClinic(tx, extension);
    return;
  }
  const due = await extend(tx, extension);
  if (!due) return;
  // A deadline that stays has its reminder.
  const isNew = due.payBy.getTime() !== booking.payBy?.getTime();
  const isTold = await hurryMoveMail(tx, booking, now);
  await queueMessages(tx, [...(isTold ? [] : [paymentDueNow(due)]), ...(isNew ? [paymentDue(due)] : [])]);
}

/** The clinic's usual time while a provider does not answer. However often that is, the patient gets one reminder of it. */
export async function giveTimeAfterOutage(tx: Database, extension: Extension): Promise<void> {
  const due = await extend(tx, { ...extension, withinMinutes: extension.booking.payWithinMinutes });
  if (due) await queueUnlessPromised(tx, paymentDueAfterOutage(due));
}

/**
 * Never shortens the time that a patient has. Undefined: nothing is to be paid online, or not any more. The patient gets an email
 * if that is new.
 */
async function extend(
  tx: Database,
  { booking, now, withinMinutes }: Extension & { withinMinutes?: number },
): Promise<Due | undefined> {
  const { id: bookingId, patientId, payment, paid, state, startsAt } = booking;
  if (payment !== 'at-booking' || booking.payBy === null || paid || state !== 'booked') return undefined;
  const { timeZone } = await findRules(tx);
  const until = payAgainBy({ now, ...(withinMinutes && { withinMinutes }), startsAt, timeZone });
  if (until === undefined) {
    await setPayBy(tx, { bookingId, payBy: null });
    await tellPayAtClinic(tx, { booking, now });
    return undefined;
  }
  const payBy = booking.payBy > until ? booking.payBy : until;
  await setPayBy(tx, { bookingId, payBy });
  return { bookingId, patientId, payBy, now };
}

async function tellPayAtClinic(tx: Database, { booking, now }: Extension): Promise<void> {
  if (await hurryMoveMail(tx, booking, now)) return;
  const { id: bookingId, patientId, startsAt } = booking;
  await queueMessage(tx, paymentAtClinic({ bookingId, patientId, startsAt, now }));
}

export function bookedAgainMessage({ publicUrl, calendarOf }: { publicUrl: string; calendarOf: MailCalendars }): Kind {
  return defineMessage<MailedAppointment>({
    async find(db, { about: { bookingId = '' } }) {
      const booking = await findBooking(db, bookingId);
      return booking?.state === 'booked' ? { facts: booking } : { notSent: 'The appointment is not booked any more.' };
    },
    write: (booking) => ({
      subject: `Your appointment on ${mediumDateFromIso(booking.day)} is booked after all`,
      blocks: [
        {
          text: 'Your payment arrived after this appointment was cancelled. The time was still free, so it is booked again.',
        },
        { facts: appointmentFacts(booking) },
        { label: 'See your appointment', link: `${publicUrl}/dashboard/myAppointment/${booking.id}` },
      ],
      calendar: calendarOf([booking]),
    }),
    sample: SAMPLE_APPOINTMENT,
  });
}

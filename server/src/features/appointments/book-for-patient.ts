import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import type { Actor } from '../audit/index.ts';
import {
  appointmentWords,
  auditChange,
  type BookingRow,
  type BookingSettings,
  become,
  bookSlot,
  findBooking,
  lockBooking,
  queueNewBookingMail,
  type Refusal,
  type SlotRequest,
} from '../booking/index.ts';
import { queueMessage } from '../messages/index.ts';
import { type KnownPatient, type NoPatient, nameOf } from './patients.ts';
import type { Viewer } from './presenter.ts';
import { type PatientRequest, withPatient } from './with-patient.ts';

export interface AppointmentRequest extends Omit<SlotRequest, 'phone' | 'agreed'>, PatientRequest {
  /** They stand at the desk. */
  readonly hasArrived: boolean;
}

export type AppointmentOutcome =
  | { readonly kind: 'booked'; readonly booking: BookingRow }
  | NoPatient
  | Refused<'NOT_TODAY'>
  | { readonly kind: 'slot-refused'; readonly refusal: Refusal; readonly patient: string };

/**
 * Books a slot for a patient on behalf of the clinic: the same transaction, rules and limits as when patients book
 * themselves (`bookSlot`).
 *
 * @param event.as a doctor can book their own slots only
 */
export async function bookForPatient(
  db: Database,
  event: {
    request: AppointmentRequest;
    by: Actor;
    viewer: Viewer;
    as: 'clinic' | 'doctor';
    now: Date;
    settings: BookingSettings;
  },
): Promise<AppointmentOutcome> {
  const { request, by, as, now, settings } = event;
  return withPatient(db, { ...event, done: 'booked' }, async (tx, patient): Promise<AppointmentOutcome> => {
    const slot = { ...request, phone: patient.phone, agreed: undefined };
    const booked = await bookSlot(tx, {
      request: slot,
      patient,
      now,
      bookedBy: { id: by.personId, as },
    });
    if (booked.code !== 'BOOKED') return { kind: 'slot-refused', refusal: booked, patient: nameOf(patient) };
    if (request.hasArrived && !(await arrive(tx, booked.bookingId, { by, now, settings }))) {
      return { kind: 'refused', code: 'NOT_TODAY' };
    }
    const booking = await findBooked(tx, booked.bookingId);
    // A doctor's options share the doctor's calendar.
    if (as === 'doctor' && booking.calendarId !== by.personId) {
      const refusal = { code: 'SLOT_NOT_OFFERED', nearMinute: undefined } as const;
      return { kind: 'slot-refused', refusal, patient: nameOf(patient) };
    }
    await recordAndMail(tx, { booked: [booking], patient, by, now });
    return { kind: 'booked', booking };
  });
}

/** Marks the patient of a new booking as arrived. Returns false if it is not today. */
async function arrive(
  tx: Database,
  bookingId: string,
  { by, now, settings }: { by: Actor; now: Date; settings: BookingSettings },
): Promise<boolean> {
  const booking = await lockBooking(tx, bookingId);
  if (!booking) return false;
  const change = { to: 'arrived', by: by.personId, as: 'clinic', now, timeZone: settings.timeZone } as const;
  return (await become(tx, booking, change)) === undefined;
}

/** A booking that was just made. */
export async function findBooked(tx: Database, bookingId: string): Promise<BookingRow> {
  const booking = await findBooking(tx, bookingId);
  if (!booking) throw new Error('A booking that was just made was not found');
  return booking;
}

/** A line in the audit log for each booking, and one email to the patient, if they have an address. */
export async function recordAndMail(
  tx: Database,
  event: { booked: readonly BookingRow[]; patient: KnownPatient; by: Actor; now: Date },
): Promise<void> {
  const { booked, patient, by, now } = event;
  const { hasNewAccount } = patient;
  for (const booking of booked) {
    const detail = `${appointmentWords(booking)}${hasNewAccount ? ', with a new account' : ''}`;
    await auditChange(tx, booking, { by, what: 'book-for-patient', detail, now });
  }
  const bookingIds = booked.map(({ id }) => id);
  await queueNewBookingMail(tx, { bookings: booked, by: by.personId, now });
  const { email, personId } = patient;
  if (email === '') return;
  if (hasNewAccount) await queueMessage(tx, { kind: 'account-opened', personId, address: email, now });
  const about = { bookingIds: bookingIds.join(' '), by: 'clinic' };
  await queueMessage(tx, { kind: 'appointment-booked', personId, about, now });
}

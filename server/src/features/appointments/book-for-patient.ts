import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { TransactionRollbackError } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import {
  type BookingRow,
  type BookingSettings,
  bookSlot,
  findBooking,
  type Patient,
  type Refusal,
  type SlotRequest,
  withNearestSlots,
} from '../booking/index.ts';
import { addPerson, findPerson, profileFault, readPhone } from '../identity/index.ts';
import { queueMessage } from '../messages/index.ts';

export interface AppointmentRequest extends Omit<SlotRequest, 'phone' | 'agreed'> {
  /** An account … */
  readonly patientId: string | undefined;
  /** … or somebody who gets one with the booking. */
  readonly newPatient: { readonly name: string; readonly email: string } | undefined;
  /** As typed; `undefined` for the number that the patient gave last. */
  readonly phone: string | undefined;
}

interface NoPatient {
  readonly code: 'PATIENT_UNKNOWN' | 'EMAIL_TAKEN' | 'PROFILE_REFUSED';
  readonly message: string;
}

export type AppointmentOutcome =
  | { readonly kind: 'booked'; readonly booking: BookingRow; readonly doctorId: string | null }
  | { readonly kind: 'no patient'; readonly refusal: NoPatient }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly patient: string };

type Known = Patient & { readonly phone: string; readonly isNew: boolean };

/**
 * Books a slot for a patient on behalf of the clinic: the same transaction, rules and limits as when patients book
 * themselves (`bookSlot`). A new patient's account is part of the transaction, so a refusal leaves no account behind.
 */
export async function bookForPatient(
  db: Database,
  { request, by, now, settings }: { request: AppointmentRequest; by: Actor; now: Date; settings: BookingSettings },
): Promise<AppointmentOutcome> {
  const { treatment, date } = request;
  const typed = readPhone(request.phone ?? '', settings.phoneCountry);
  if (typed.kind === 'refused') {
    const refusal = { code: 'PHONE_INVALID', sentence: typed.message } as const;
    return { kind: 'refused', refusal, patient: '' };
  }

  const outcome = await inTransaction(db, (outer) =>
    undoingRefusals(outer, async (tx) => {
      const patient = await patientOf(tx, { request, now });
      if ('code' in patient) return { kind: 'no patient', refusal: patient } as const;
      const phone = request.phone === undefined ? patient.phone : typed.phone;
      const slot = { ...request, phone, agreed: undefined };
      const booked = await bookSlot(tx, {
        request: slot,
        patient,
        now,
        payment: 'at-clinic',
        bookedBy: { id: by.personId, as: 'clinic' },
      });
      if (booked.code !== 'BOOKED') return { kind: 'bare', refusal: booked, patient: patient.name } as const;
      const found = await findBooking(tx, booked.bookingId);
      if (!found) throw new Error('A booking that was just made was not found');
      await tell(tx, { ...found, patient, by, now });
      return { kind: 'booked', ...found } as const;
    }),
  );
  if (outcome.kind !== 'bare') return outcome;
  const refusal = await withNearestSlots(db, { refusal: outcome.refusal, treatment, date, now });
  return { kind: 'refused', refusal, patient: outcome.patient };
}

/** Runs `work` so that it leaves nothing behind unless it books. */
async function undoingRefusals<Outcome extends { readonly kind: string }>(
  tx: Database,
  work: (tx: Database) => Promise<Outcome>,
): Promise<Outcome> {
  let refused: Outcome | undefined;
  try {
    return await tx.transaction(async (savepoint) => {
      const outcome = await work(savepoint);
      if (outcome.kind === 'booked') return outcome;
      refused = outcome;
      return savepoint.rollback();
    });
  } catch (error) {
    if (refused && error instanceof TransactionRollbackError) return refused;
    throw error;
  }
}

async function patientOf(
  tx: Database,
  { request: { patientId, newPatient }, now }: { request: AppointmentRequest; now: Date },
): Promise<Known | NoPatient> {
  if (newPatient) return addPatient(tx, { ...newPatient, now });
  const person = patientId === undefined ? undefined : await findPerson(tx, patientId);
  if (!person) return { code: 'PATIENT_UNKNOWN', message: 'This patient has no account any more.' };
  const { id: personId, name, email, phone } = person;
  return { personId, name, email, phone: phone ?? '', isNew: false };
}

/** Adds a patient without a password, which they choose by email. */
async function addPatient(
  tx: Database,
  { name, email, now }: { name: string; email: string; now: Date },
): Promise<Known | NoPatient> {
  const fault = profileFault({ name, image: undefined });
  if (fault !== undefined) return { code: 'PROFILE_REFUSED', message: `${fault}.` };
  const person = { name, email, photo: undefined, isDoctor: false, passwordHash: undefined };
  const added = await addPerson(tx, { person, now });
  if (added.kind === 'added') return { personId: added.personId, name, email, phone: '', isNew: true };
  const message = `There is already an account with the email address ${email}. Search for it, and book for that person.`;
  return { code: 'EMAIL_TAKEN', message };
}

/** The line in the audit log, and the email to the patient. */
async function tell(tx: Database, event: { booking: BookingRow; patient: Known; by: Actor; now: Date }): Promise<void> {
  const { booking, patient, by, now } = event;
  const { treatmentName, doctorName, day, reference } = booking;
  const withWhom = doctorName === null ? '' : ` with Dr. ${doctorName}`;
  const account = patient.isNew ? ', with a new account' : '';
  await recordAudit(tx, {
    by,
    what: 'book-for-patient',
    on: { id: patient.personId, name: patient.name },
    outcome: 'done',
    detail: `${treatmentName}${withWhom} on ${mediumDateFromIso(day)}, ${reference}${account}`,
    now,
  });
  await queueMessage(tx, {
    kind: 'appointment-booked',
    personId: patient.personId,
    about: { bookingId: booking.id, account: patient.isNew ? 'new' : 'known' },
    now,
  });
}

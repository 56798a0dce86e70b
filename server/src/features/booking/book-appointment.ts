import type { Database } from '../../database/database.ts';
import { inStatement, inTransaction } from '../../database/in-transaction.ts';
import { findDependant, readPhone } from '../identity/index.ts';
import type { KnownDay } from '../schedule/index.ts';
import { type BookingPlan, bookKnownSlot, bookSlot, type Patient, type SlotRequest } from './book-slot.ts';
import { withNearestKnownSlots } from './choose-slot.ts';
import { queueNewBookingMail } from './mail-staff.ts';
import { isSameName, type Refusal } from './rules.ts';

export interface BookingSettings {
  /** The country (ISO 3166) whose phone numbers need no country code. */
  readonly phoneCountry: string | undefined;
  /** The clinic's. */
  readonly timeZone: string;
}

/** What a patient asks for. `date` is 'YYYY-MM-DD'; `optionId` is `undefined` for any option of the treatment. */
export interface BookingRequest {
  readonly treatment: string;
  readonly optionId: string | undefined;
  readonly date: string;
  readonly slot: string;
  readonly price: number;
  /** `undefined` from a client that only knows the specification. */
  readonly currency: string | undefined;
  readonly patient: string;
  readonly email: string;
  /** The person treated, if it is somebody whom the patient looks after. */
  readonly treatedId: string | undefined;
  /** As typed. */
  readonly phone: string;
  readonly visitReason: string;
}

/** What this node knows without asking the database each time. */
export interface KnownSchedule {
  plan(this: void): Promise<BookingPlan>;
  /** A day with all that has been committed so far. */
  look(this: void, date: string): Promise<KnownDay>;
}

export type BookingOutcome =
  | { readonly kind: 'booked'; readonly bookingId: string; readonly reference: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Books a slot for the signed-in patient, or says why not. */
export async function bookAppointment(
  db: Database,
  {
    request,
    patient,
    now,
    settings,
    known,
  }: {
    request: BookingRequest;
    patient: Patient;
    now: Date;
    settings: BookingSettings;
    known: KnownSchedule;
  },
): Promise<BookingOutcome> {
  if (request.email !== patient.email) return refused({ code: 'NOT_YOU', what: 'email' });
  if (!isSameName(request.patient, patient.name)) return refused({ code: 'NOT_YOU', what: 'name' });

  const read = readPhone(request.phone, settings.phoneCountry);
  if (read.kind === 'refused') return refused({ code: 'PHONE_INVALID', sentence: read.message });
  const { phone } = read;

  const treated = request.treatedId === undefined ? undefined : await findTreated(db, request.treatedId, patient);
  if (treated === 'unknown') return refused({ code: 'PERSON_UNKNOWN' });

  const { price, currency, treatment, date } = request;
  const wanted = { ...request, phone, agreed: { price, currency } };
  const slot = { request: wanted, patient: { ...patient, ...(treated && { treated }) }, now };
  const plan = await known.plan();
  const outcome =
    (await inStatement(db, (on) => bookKnownSlot(on, { ...slot, known: plan }))) ??
    (await inTransaction(db, (tx) => bookFromFreshPlan(tx, slot)));
  if (outcome.code !== 'BOOKED') {
    return refused(await withNearestKnownSlots(known.look, { refusal: outcome, treatment, date, now }));
  }
  const { bookingId, reference } = outcome;
  return { kind: 'booked', bookingId, reference };
}

/** Reads the plan in the transaction, so that it is the last one. */
async function bookFromFreshPlan(tx: Database, slot: { request: SlotRequest; patient: Patient; now: Date }) {
  const booked = await bookSlot(tx, slot);
  if (booked.code === 'BOOKED') {
    await queueNewBookingMail(tx, { bookingIds: [booked.bookingId], by: slot.patient.personId, now: slot.now });
  }
  return booked;
}

async function findTreated(db: Database, id: string, patient: Patient): Promise<Patient['treated'] | 'unknown'> {
  if (id === patient.personId) return undefined;
  const found = await findDependant(db, { id, guardianId: patient.personId });
  return found ? { personId: found.id, name: found.name } : 'unknown';
}

function refused(refusal: Refusal): BookingOutcome {
  return { kind: 'refused', refusal };
}

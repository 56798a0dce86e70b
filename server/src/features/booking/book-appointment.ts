import type { RequestKey } from '../../call/request-key.ts';
import type { Database } from '../../database/database.ts';
import { findDependant, readPhone } from '../identity/index.ts';
import { bookKnownSlot, type Patient } from './book-slot.ts';
import { isSameName, type Refusal } from './rules.ts';
import { type BookingOutcome, type EarlierOutcome, storeRefusal } from './stored-outcome.ts';

export interface BookingSettings {
  /** The country (ISO 3166) whose phone numbers need no country code. */
  readonly phoneCountry: string | undefined;
  /** The clinic's. */
  readonly timeZone: string;
}

/** What a patient asks for. `date` is 'YYYY-MM-DD'; `optionId` is `undefined` for any option of the treatment. */
interface BookingRequest {
  readonly treatment: string;
  readonly optionId?: string | undefined;
  readonly date: string;
  readonly slot: string;
  readonly price: number;
  /** Absent from a client that only knows the specification. */
  readonly currency?: string | undefined;
  readonly patient: string;
  readonly email: string;
  /** The person treated, if it is somebody whom the patient looks after. */
  readonly treatedId?: string | undefined;
  /** As typed. */
  readonly phone: string;
  readonly visitReason: string;
}

interface Booking extends Pick<Parameters<typeof bookKnownSlot>[1], 'patient' | 'now' | 'known' | 'record'> {
  readonly request: BookingRequest;
  readonly settings: BookingSettings;
  readonly key: RequestKey | undefined;
}

/**
 * Books a slot for the signed-in patient, or says why not. With an `Idempotency-Key`, a repetition, late or parallel,
 * gets the outcome of the first, also if that was a refusal.
 */
export async function bookAppointment(db: Database, booking: Booking): Promise<BookingOutcome | EarlierOutcome> {
  const outcome = await book(db, booking);
  if (outcome.kind !== 'refused' || !booking.key) return outcome;
  return (await storeRefusal(db, booking.key, outcome)) ?? outcome;
}

async function book(
  db: Database,
  { request, patient, now, settings, known, key, record }: Booking,
): Promise<BookingOutcome | EarlierOutcome> {
  if (request.email !== patient.email) return refused({ code: 'NOT_YOU', what: 'email' });
  if (!isSameName(request.patient, patient.name)) return refused({ code: 'NOT_YOU', what: 'name' });

  const read = readPhone(request.phone, settings.phoneCountry);
  if (read.kind === 'refused') return refused({ code: 'PHONE_INVALID', sentence: read.message });
  const { phone } = read;

  const treated = request.treatedId === undefined ? undefined : await findTreated(db, request.treatedId, patient);
  if (treated === 'unknown') return refused({ code: 'PERSON_UNKNOWN' });

  const { price, currency } = request;
  const wanted = { ...request, phone, agreed: { price, currency } };
  const slot = { request: wanted, patient: { ...patient, ...(treated && { treated }) }, now, key };
  const outcome = await bookKnownSlot(db, { ...slot, known, record });
  if (outcome.code === 'ANSWERED_BEFORE') return outcome.earlier;
  if (outcome.code !== 'BOOKED') return refused(outcome);
  const { bookingId, reference } = outcome;
  return { kind: 'booked', bookingId, reference };
}

async function findTreated(db: Database, id: string, patient: Patient): Promise<Patient['treated'] | 'unknown'> {
  if (id === patient.personId) return undefined;
  const found = await findDependant(db, { id, guardianId: patient.personId });
  return found ? { personId: found.id, name: found.name } : 'unknown';
}

function refused(refusal: Refusal) {
  return { kind: 'refused', refusal } as const;
}

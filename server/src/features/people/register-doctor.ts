import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import {
  findPersonByEmail,
  hashPassword,
  insertPassword,
  insertPerson,
  profileFault,
  setRole,
} from '../identity/index.ts';
import { findTreatmentByName, openOptionOfDoctor } from '../schedule/index.ts';

export interface DoctorToBe {
  readonly name: string;
  readonly email: string;
  readonly specialty: string | undefined;
  readonly photo: string | undefined;
}

type DetailRefusal = 'SPECIALTY_UNKNOWN' | 'PROFILE_REFUSED';

interface RegistrationRefusal<Code> {
  readonly kind: 'refused';
  readonly code: Code;
  readonly message: string;
}

export type RegistrationOutcome =
  | { readonly kind: 'registered'; readonly personId: string; readonly optionId: string }
  | RegistrationRefusal<DetailRefusal | 'EMAIL_TAKEN'>;

/**
 * Registers a doctor: the person, their password, the role and the option of their specialty, in one transaction. A
 * step that fails leaves nothing behind.
 */
export async function registerDoctor(
  db: Database,
  { doctor, password, by, now }: { doctor: DoctorToBe & { specialty: string }; password: string; by: Actor; now: Date },
): Promise<RegistrationOutcome> {
  // Slow on purpose, and nobody should wait for it while holding locks.
  const passwordHash = await hashPassword(password);
  const { name, email, photo = null } = doctor;
  return db.transaction(async (tx) => {
    const checked = await checkRegistration(tx, doctor);
    if (checked.kind === 'refused') return refused(tx, { ...checked, by, now });

    const on = { id: uuidv7(), name };
    const isNew = await insertPerson(tx, { ...on, email, image: photo, isDoctor: true });
    if (!isNew) {
      const message = `There is an account with the e-mail address ${email} already. You can make that person a doctor.`;
      return refused(tx, { code: 'EMAIL_TAKEN', message, on: await findPersonByEmail(tx, email), by, now });
    }
    await insertPassword(tx, { id: uuidv7(), personId: on.id, passwordHash });
    const { optionId } = await openOptionOfDoctor(tx, {
      treatmentId: checked.treatmentId,
      doctor: { ...on, photo },
    });
    await recordAudit(tx, { by, what: 'register-doctor', on, outcome: 'done', detail: doctor.specialty, now });
    return { kind: 'registered', personId: on.id, optionId };
  });
}

/**
 * The doctor's part of POST /users: makes the person of an e-mail address a doctor, and adds them if there is none,
 * without a password. With a specialty, its option is opened; the specification's client does so by a call of its own
 * (PUT /v2/updateAppointmentOptions), which then finds it done.
 */
export async function createDoctorRecord(
  db: Database,
  { doctor, by, now }: { doctor: DoctorToBe; by: Actor; now: Date },
): Promise<{ kind: 'registered'; personId: string } | RegistrationRefusal<DetailRefusal>> {
  return db.transaction(async (tx) => {
    const checked = await checkRegistration(tx, doctor);
    if (checked.kind === 'refused') return refused(tx, { ...checked, by, now });

    const { name, email, photo = null } = doctor;
    await insertPerson(tx, { id: uuidv7(), name, email, image: photo, isDoctor: true });
    const on = await findPersonByEmail(tx, email);
    if (!on) throw new Error('A person who was just written is not there');
    await setRole(tx, { personId: on.id, role: 'isDoctor', has: true });
    if (checked.treatmentId !== '') {
      await openOptionOfDoctor(tx, {
        treatmentId: checked.treatmentId,
        doctor: { id: on.id, name: on.name, photo: photo ?? on.image },
      });
    }
    await recordAudit(tx, { by, what: 'register-doctor', on, outcome: 'done', detail: doctor.specialty, now });
    return { kind: 'registered', personId: on.id };
  });
}

async function checkRegistration(
  tx: Database,
  { name, photo, specialty }: DoctorToBe,
): Promise<RegistrationRefusal<DetailRefusal> | { kind: 'fine'; treatmentId: string }> {
  const fault = profileFault({ name, image: photo });
  if (fault !== undefined) return { kind: 'refused', code: 'PROFILE_REFUSED', message: `${fault}.` };
  if (specialty === undefined || specialty === '') return { kind: 'fine', treatmentId: '' };
  const treatment = await findTreatmentByName(tx, specialty);
  if (treatment) return { kind: 'fine', treatmentId: treatment.id };
  return { kind: 'refused', code: 'SPECIALTY_UNKNOWN', message: `The clinic has no specialty called ${specialty}.` };
}

async function refused<Code extends string>(
  tx: Database,
  refusal: {
    code: Code;
    message: string;
    on?: { id: string; name: string } | undefined;
    by: Actor;
    now: Date;
  },
): Promise<RegistrationRefusal<Code>> {
  const { code, message, on, by, now } = refusal;
  // The log keeps no e-mail addresses.
  const detail = code === 'EMAIL_TAKEN' ? 'There is an account with this e-mail address already.' : message;
  await recordAudit(tx, { by, what: 'register-doctor', on, outcome: 'refused', detail, now });
  return { kind: 'refused', code, message };
}

import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import {
  addPerson,
  findPersonByEmail,
  lockInRole,
  type NewPasswords,
  NOT_OUR_IMAGE,
  profileFault,
  requireAdmin,
  setRole,
} from '../identity/index.ts';
import { queueMessage } from '../messages/index.ts';
import { findTreatmentByName, openOptionOfDoctor } from '../schedule/index.ts';

interface DoctorToBe {
  readonly name: string;
  readonly email: string;
  readonly specialty: string | undefined;
  readonly photo: string | undefined;
}

type DetailRefusal = 'SPECIALTY_UNKNOWN' | 'PROFILE_REFUSED';

type RegistrationRefusal<Code extends string> = Refused<Code, { message: string }>;

type RegistrationOutcome =
  | { readonly kind: 'registered'; readonly personId: string; readonly optionId: string }
  | RegistrationRefusal<DetailRefusal | 'EMAIL_TAKEN' | 'PASSWORD_REFUSED'>;

/**
 * Registers a doctor: the person, their password, the role and the option of their specialty, in one transaction. A
 * step that fails leaves nothing behind.
 */
export async function registerDoctor(
  db: Database,
  {
    doctor,
    password,
    newPasswords,
    by,
    now,
  }: {
    doctor: DoctorToBe & { specialty: string };
    password: string;
    newPasswords: NewPasswords;
    by: Actor;
    now: Date;
  },
): Promise<RegistrationOutcome> {
  // Slow on purpose, so not while holding locks.
  const hashed = await newPasswords.hash(db, { password, way: 'doctor-registration', names: [doctor.name] });
  const { name, email, photo } = doctor;
  return inTransaction(db, async (tx): Promise<RegistrationOutcome> => {
    await requireAdmin(tx, by);
    if ('fault' in hashed) return refused(tx, { code: 'PASSWORD_REFUSED', message: hashed.fault, by, now });
    const checked = await checkRegistration(tx, doctor);
    if (checked.kind === 'refused') return refused(tx, { ...checked, by, now });

    const added = await addPerson(tx, {
      person: { name, email, photo, isDoctor: true, passwordHash: hashed.hash },
      now,
    });
    if (added.kind === 'photo-refused') return refused(tx, { ...photoRefused, by, now });
    if (added.kind === 'email-taken') {
      const message = `There is already an account with the email address ${email}. You can make that person a doctor.`;
      return refused(tx, { code: 'EMAIL_TAKEN', message, on: await findPersonByEmail(tx, email), by, now });
    }
    const on = { id: added.personId, name };
    await queueMessage(tx, { kind: 'account-opened', personId: on.id, address: email, now });
    const { optionId } = await openOptionOfDoctor(tx, {
      treatmentId: checked.treatmentId,
      doctor: { ...on, photo: photo ?? null },
    });
    await recordAudit(tx, { by, what: 'register-doctor', on, outcome: 'done', detail: doctor.specialty, now });
    return { kind: 'registered', personId: on.id, optionId };
  });
}

/**
 * The doctor's part of POST /users: makes the person with an email address a doctor, and adds them without a password
 * if there is none. An account with an unconfirmed address is refused, because anyone can sign up with it. With a
 * specialty, its option is opened; the specification's client does that in a second call (PUT
 * /v2/updateAppointmentOptions), which then changes nothing.
 */
export async function createDoctorRecord(
  db: Database,
  { doctor, by, now }: { doctor: DoctorToBe; by: Actor; now: Date },
): Promise<{ kind: 'registered'; personId: string } | RegistrationRefusal<DetailRefusal | 'EMAIL_UNCONFIRMED'>> {
  return inTransaction(db, async (tx) => {
    await requireAdmin(tx, by);
    const checked = await checkRegistration(tx, doctor);
    if (checked.kind === 'refused') return refused(tx, { ...checked, by, now });

    const { name, email, photo } = doctor;
    const added = await addPerson(tx, {
      person: { name, email, photo, isDoctor: true, passwordHash: undefined },
      now,
    });
    if (added.kind === 'photo-refused') return refused(tx, { ...photoRefused, by, now });
    const on = await findPersonByEmail(tx, email);
    // Their account was deleted after we found the address in use. The address is free now.
    if (!on) return createDoctorRecord(tx, { doctor, by, now });
    if (added.kind === 'email-taken' && !on.emailVerified) {
      const message =
        'There is an account with this email address, but the address was never confirmed. ' +
        'Ask the doctor to set a new password by email, then try again.';
      return refused(tx, { code: 'EMAIL_UNCONFIRMED', message, on, by, now });
    }
    if (added.kind === 'added')
      await queueMessage(tx, { kind: 'account-opened', personId: on.id, address: email, now });
    await setRole(tx, { personId: on.id, role: 'isDoctor', has: true, now });
    // Only if they are not being deleted, or losing the role, at the same moment.
    if (checked.treatmentId !== '' && (await lockInRole(tx, { personId: on.id, role: 'isDoctor' }))) {
      await openOptionOfDoctor(tx, {
        treatmentId: checked.treatmentId,
        doctor: { id: on.id, name: on.name, photo: photo ?? on.image },
      });
    }
    await recordAudit(tx, { by, what: 'register-doctor', on, outcome: 'done', detail: doctor.specialty, now });
    return { kind: 'registered', personId: on.id };
  });
}

const photoRefused = { code: 'PROFILE_REFUSED', message: `${NOT_OUR_IMAGE}.` } as const;

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
  // The log has no email addresses.
  const detail = code === 'EMAIL_TAKEN' ? 'There is already an account with this email address.' : message;
  await recordAudit(tx, { by, what: 'register-doctor', on, outcome: 'refused', detail, now });
  return { kind: 'refused', code, message };
}

import type { Patient as ShownPatient } from '@openhours/contract/appointments.ts';
import { birthFault } from '@openhours/contract/date-of-birth.ts';
import { isSamePatientName } from '@openhours/contract/patient-name.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { type BookingSettings, type Patient, setEmailOfBookings } from '../booking/index.ts';
import {
  addPerson,
  emailsTo,
  endWaitingSignIns,
  findPerson,
  findPersonByEmail,
  hasAccount,
  profileFault,
  readPhone,
  shownEmail,
  showPhone,
  updateUnclaimedPerson,
} from '../identity/index.ts';
import { queueMessage } from '../messages/index.ts';
import { dateAt } from '../schedule/index.ts';
import { type FoundPatient, findPatient, listByBirthOrPhone, lockNewPatient, lockPatient } from './patient-store.ts';
import { presentPatient, type Viewer } from './presenter.ts';

/** What the front desk records about somebody. `dateOfBirth` is 'YYYY-MM-DD'. */
export interface PatientFields {
  readonly name: string;
  /** `undefined`: they have none, or none yet. */
  readonly email?: string | undefined;
  readonly dateOfBirth?: string | undefined;
}

export type NoPatient =
  | Refused<'PATIENT_UNKNOWN' | 'PHONE_NEEDED'>
  | Refused<'EMAIL_TAKEN' | 'PROFILE_REFUSED' | 'BIRTH_REFUSED' | 'PHONE_INVALID', { message: string }>
  | Refused<'PATIENT_EXISTS', { message: string; data: { patient: ShownPatient } }>;

/** Somebody without an address, whom nobody looks after, is reached by phone only. */
const PHONE_NEEDED = { kind: 'refused', code: 'PHONE_NEEDED' } as const;

/** Whom to book for: under whose account, and who is treated (`Patient`), with the number that was given last. */
export type KnownPatient = Patient & {
  /** As `readPhone` reads it, or ''. */
  readonly phone: string;
  /** An account was opened for them just now. */
  readonly hasNewAccount: boolean;
};

/** The name of the person treated. */
export function nameOf({ treated, name }: KnownPatient): string {
  return treated?.name ?? name;
}

/**
 * Finds a patient by id. Appointments of somebody who is looked after are under the other person's account.
 *
 * @param of.phone the number to book with, as `readPhone` reads it, or ''; `undefined` for the one that was given last
 */
export async function findKnownPatient(
  tx: Database,
  of: { id: string | undefined; phone: string | undefined },
): Promise<KnownPatient | NoPatient> {
  const { id } = of;
  const found = id === undefined ? undefined : await findPerson(tx, id);
  const account = found?.guardianId ? await findPerson(tx, found.guardianId) : found;
  if (!found || !account) return { kind: 'refused', code: 'PATIENT_UNKNOWN' };
  // Somebody who is looked after and has no number is called at the number of the other person.
  const own = of.phone ?? found.phone ?? '';
  const phone = own === '' && account !== found ? (account.phone ?? '') : own;
  if (phone === '' && emailsTo(account) === 'no-address') return PHONE_NEEDED;
  return {
    personId: account.id,
    name: account.name,
    email: shownEmail(account.email),
    phone,
    hasNewAccount: false,
    ...(account === found ? {} : { treated: { personId: found.id, name: found.name } }),
  };
}

/**
 * Adds a patient. With an address, they get an account without a password, which they choose by email; without one,
 * the clinic needs a number (`phone`). Somebody who seems to be known is added only with `evenIfKnown`. That is a
 * warning, not an invariant: two people can have the same name and number. It comes too if two of the staff add them at
 * the same moment.
 */
export async function addPatient(
  tx: Database,
  of: {
    fields: PatientFields;
    phone: string;
    evenIfKnown: boolean;
    viewer: Viewer;
    now: Date;
    /** The clinic's. */
    timeZone: string;
  },
): Promise<KnownPatient | NoPatient> {
  const { fields, phone, evenIfKnown, viewer, now, timeZone } = of;
  const { name, email, dateOfBirth } = fields;
  const refusal = fieldsRefusal(fields, dateAt(now, timeZone));
  if (refusal) return refusal;
  if (email === undefined && phone === '') return PHONE_NEEDED;
  await lockNewPatient(tx, name);
  const known = evenIfKnown ? undefined : await findSamePatient(tx, { name, dateOfBirth, phone });
  if (known) {
    const same =
      dateOfBirth !== undefined && known.person.dateOfBirth === dateOfBirth ? 'date of birth' : 'phone number';
    const message = `There is already a patient with this name and the same ${same}.`;
    return { kind: 'refused', code: 'PATIENT_EXISTS', message, data: { patient: presentPatient(known, viewer) } };
  }
  const person = { name, email, dateOfBirth, photo: undefined, isDoctor: false, passwordHash: undefined };
  const added = await addPerson(tx, { person, now });
  if (added.kind !== 'added') return emailTaken(tx, email);
  const { personId } = added;
  return { personId, name, email: email ?? '', phone, hasNewAccount: email !== undefined };
}

/** Why the name or the date of birth cannot be stored. @param today the clinic's, 'YYYY-MM-DD' */
function fieldsRefusal(
  { name, dateOfBirth = '' }: { readonly name?: string | undefined; readonly dateOfBirth?: string | undefined },
  today: string,
) {
  const nameFault = profileFault({ name });
  if (nameFault !== undefined) return { kind: 'refused', code: 'PROFILE_REFUSED', message: `${nameFault}.` } as const;
  const message = birthFault(dateOfBirth, today);
  return message === undefined ? undefined : ({ kind: 'refused', code: 'BIRTH_REFUSED', message } as const);
}

async function findSamePatient(
  tx: Database,
  { name, dateOfBirth, phone }: { name: string; dateOfBirth: string | undefined; phone: string },
): Promise<FoundPatient | undefined> {
  const candidates = await listByBirthOrPhone(tx, { dateOfBirth, phone });
  return candidates.find(({ person }) => isSamePatientName(person.name, name));
}

type PatientSaved =
  | { readonly kind: 'saved'; readonly patient: FoundPatient }
  | Refused<'NOT_FOUND' | 'PHONE_NEEDED'>
  | Refused<'PHONE_INVALID' | 'EMAIL_TAKEN' | 'PROFILE_REFUSED' | 'BIRTH_REFUSED', { message: string }>
  /** Somebody else has changed the patient; `patient` is what is stored now. */
  | Refused<'CHANGED_MEANWHILE', { data: { patient: ShownPatient } }>;

/**
 * Changes what the clinic knows about somebody who has not used an account yet. An address gives them one, and may be
 * corrected until they confirm it: it is the key to the account. Fields that are left out do not change, so that two people
 * can save at once. Nothing changes if somebody else has changed one of the fields since `edited`, to something else.
 */
export async function savePatient(
  db: Database,
  change: {
    id: string;
    fields: {
      readonly name?: string | undefined;
      readonly email?: string | undefined;
      /** As typed. */
      readonly phone?: string | undefined;
      /** 'YYYY-MM-DD', or '' to remove it. */
      readonly dateOfBirth?: string | undefined;
    };
    edited: Pick<ShownPatient, 'name' | 'email' | 'phone' | 'dateOfBirth'> | undefined;
    by: Actor;
    viewer: Viewer;
    now: Date;
    settings: BookingSettings;
  },
): Promise<PatientSaved> {
  const { id, fields, edited, by, viewer, now, settings } = change;
  const { name, dateOfBirth } = fields;
  const refusal = fieldsRefusal(fields, dateAt(now, settings.timeZone));
  if (refusal) return refusal;
  const read = fields.phone === undefined ? undefined : readPhone(fields.phone, settings.phoneCountry);
  if (read?.kind === 'refused') return { kind: 'refused', code: 'PHONE_INVALID', message: read.message };
  const phone = read?.phone;
  return inTransaction(db, async (tx): Promise<PatientSaved> => {
    const found = await lockPatient(tx, id);
    if (!found?.isUnclaimed) return { kind: 'refused', code: 'NOT_FOUND' };
    const shown = presentPatient(found, viewer);
    const wanted = { ...fields, phone: phone && showPhone(phone) };
    const isOutdated = (['name', 'email', 'phone', 'dateOfBirth'] as const).some((field) => {
      // What is stored already needs no question: the answer to the same save may have been lost.
      const isToChange = wanted[field] !== undefined && wanted[field] !== (shown[field] ?? '');
      return isToChange && edited && edited[field] !== shown[field];
    });
    if (isOutdated) return { kind: 'refused', code: 'CHANGED_MEANWHILE', data: { patient: shown } };
    const { person: before } = found;
    const email = fields.email === before.email ? undefined : fields.email;
    const isReachedByPhone = before.guardianId === null && emailsTo(before) === 'no-address' && email === undefined;
    if (isReachedByPhone && phone === '') return PHONE_NEEDED;
    const outcome = await updateUnclaimedPerson(tx, { id, name, email, phone, dateOfBirth, now });
    if (outcome === 'not-found') return { kind: 'refused', code: 'NOT_FOUND' };
    if (outcome === 'email-taken') return emailTaken(tx, email, shown.email === '' ? mergeWords(viewer) : undefined);
    const detail = email === undefined ? undefined : addressWords(found);
    const on = { id, name: name ?? before.name };
    await recordAudit(tx, { by, what: 'save-patient', on, outcome: 'done', detail, now });
    if (email !== undefined) {
      await setEmailOfBookings(tx, { patientId: id, email });
      // Whoever reads the earlier address may have asked for a link to choose a password.
      await endWaitingSignIns(tx, id);
      await queueMessage(tx, { kind: 'account-opened', personId: id, address: email, now });
      if (before.guardianId !== null) {
        const about = { dependantId: id };
        await queueMessage(tx, { kind: 'dependant-has-account', personId: before.guardianId, about, now });
      }
    }
    const patient = await findPatient(tx, id);
    return patient ? { kind: 'saved', patient } : { kind: 'refused', code: 'NOT_FOUND' };
  });
}

/** What an address changes for somebody, for the audit log. */
function addressWords({ person, guardian }: FoundPatient): string {
  if (hasAccount(person)) return 'with another email address';
  return guardian ? `with a new account, no longer looked after by ${guardian.name}` : 'with a new account';
}

/** What to do if the account with an address is that of the patient who was to get it. */
function mergeWords({ isAdmin }: Viewer): string {
  const what = isAdmin ? "choose 'Same person as…'" : 'an admin can merge the two';
  return `If it is this patient's, ${what}.`;
}

async function emailTaken(
  tx: Database,
  email: string | undefined,
  advice = 'Search for it, and book for that person.',
) {
  const account = email === undefined ? undefined : await findPersonByEmail(tx, email);
  const warning = account?.emailVerified
    ? ''
    : ' Its address was never confirmed: make sure that the account is theirs before you book.';
  const message = `There is already an account with the email address ${email}. ${advice}${warning}`;
  return { kind: 'refused', code: 'EMAIL_TAKEN', message } as const;
}

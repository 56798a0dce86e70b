import countryToCurrency from 'country-to-currency';
import type { Refused } from '../../call/refused.ts';
import { DEFAULT_CURRENCY } from '../../config/clinic.ts';
import { countryOfZone } from '../../config/phone-country.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { recordAudit } from '../audit/index.ts';
import { followTimeZone } from '../booking/index.ts';
import { lockClinic, updateClinic } from '../clinic/index.ts';
import { addPerson, confirmAddress, lockAdmins, type NewPasswords, profileFault, setRole } from '../identity/index.ts';
import { lockTimetable } from '../schedule/index.ts';
import { deleteSetupCode, isSetupCode } from './store.ts';

const currencies: Readonly<Partial<Record<string, string>>> = countryToCurrency;

interface Setup {
  readonly code: string;
  readonly admin: { readonly name: string; readonly email: string; readonly password: string };
  readonly clinic: { readonly name: string; readonly timeZone: string; readonly currency?: string | undefined };
}

type SetupOutcome =
  | { readonly kind: 'finished' }
  | Refused<'NOT_FOUND' | 'EMAIL_TAKEN'>
  | Refused<'PROFILE_REFUSED' | 'PASSWORD_REFUSED', { message: string }>;

/**
 * Creates the first admin and sets the clinic's name, time zone, country and currency, in one transaction. The country is
 * that of the time zone, and so is a currency that was left out, unless the settings have one. Both can be changed in the
 * next step. Of several parallel calls, one succeeds; the others find no setup, because there is an admin by then.
 */
export async function finishSetup(
  db: Database,
  { setup, newPasswords, address, now }: { setup: Setup; newPasswords: NewPasswords; address: string; now: Date },
): Promise<SetupOutcome> {
  const { code, clinic } = setup;
  const { name, email, password } = setup.admin;
  // Hashing is slow on purpose, so check the code before it, and take locks after it.
  if (!(await isSetupCode(db, { code, now }))) return { kind: 'refused', code: 'NOT_FOUND' };
  const fault = profileFault({ name });
  if (fault !== undefined) return { kind: 'refused', code: 'PROFILE_REFUSED', message: `${fault}.` };
  const hashed = await newPasswords.hash(db, { password, way: 'first-admin', names: [clinic.name] });
  if ('fault' in hashed) return { kind: 'refused', code: 'PASSWORD_REFUSED', message: hashed.fault };

  return inTransaction(db, async (tx): Promise<SetupOutcome> => {
    const admins = await lockAdmins(tx);
    if (admins > 0 || !(await isSetupCode(tx, { code, now }))) return { kind: 'refused', code: 'NOT_FOUND' };
    const person = { name, email, photo: undefined, isDoctor: false, passwordHash: hashed.hash };
    const added = await addPerson(tx, { person, now });
    if (added.kind !== 'added') return { kind: 'refused', code: 'EMAIL_TAKEN' };
    const { personId } = added;
    // No email confirms the address. Whoever has the code can read the server's output, and is trusted.
    await confirmAddress(tx, { personId, now });
    await setRole(tx, { personId, role: 'isAdmin', has: true, now });
    // Appointments that are left from before keep their date and time.
    await lockTimetable(tx);
    const before = await lockClinic(tx);
    if (clinic.timeZone !== before.timeZone) await followTimeZone(tx, clinic.timeZone);
    const country = countryOfZone(clinic.timeZone);
    const isChosen = before.currency !== DEFAULT_CURRENCY;
    const suggested = country === undefined || isChosen ? undefined : currencies[country];
    const currency = clinic.currency ?? suggested ?? before.currency;
    await updateClinic(tx, { ...clinic, currency, ...(before.country === '' && country && { country }) });
    await deleteSetupCode(tx);
    await recordAudit(tx, {
      by: { personId, name, address },
      what: 'set-up-clinic',
      on: { id: personId, name },
      outcome: 'done',
      detail: `${clinic.name}, ${clinic.timeZone}, ${currency}.`,
      now,
    });
    return { kind: 'finished' };
  });
}

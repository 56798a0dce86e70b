import type { Database } from '../../database/database.ts';
import { recordAudit } from '../audit/index.ts';
import { lockClinic, updateClinic } from '../clinic/index.ts';
import { addPerson, hashPassword, lockAdmins, markEmailVerified, profileFault, setRole } from '../identity/index.ts';
import { isCode } from './code.ts';
import { deleteSetupCode, findSetupCode } from './store.ts';

export interface Setup {
  readonly code: string;
  readonly admin: { readonly name: string; readonly email: string; readonly password: string };
  readonly clinic: { readonly name: string; readonly timeZone: string; readonly currency: string };
}

export type SetupOutcome =
  | { readonly kind: 'finished' | 'no-setup' | 'email-taken' }
  | { readonly kind: 'name-refused'; readonly message: string };

/**
 * Makes the first admin and names the clinic, in one transaction. Of several at once, one finishes; the others find an
 * admin.
 */
export async function finishSetup(
  db: Database,
  { setup, address, now }: { setup: Setup; address: string; now: Date },
): Promise<SetupOutcome> {
  const { code, clinic } = setup;
  const { name, email, password } = setup.admin;
  // Hashing is slow on purpose: not for those without the code, and not while holding locks.
  if (!isCode(code, { stored: await findSetupCode(db), now })) return { kind: 'no-setup' };
  const fault = profileFault({ name, image: undefined });
  if (fault !== undefined) return { kind: 'name-refused', message: `${fault}.` };
  const passwordHash = await hashPassword(password);

  return db.transaction(async (tx): Promise<SetupOutcome> => {
    const admins = await lockAdmins(tx);
    if (admins > 0 || !isCode(code, { stored: await findSetupCode(tx), now })) return { kind: 'no-setup' };
    const person = { name, email, photo: undefined, isDoctor: false, passwordHash };
    const added = await addPerson(tx, { person, now });
    if (added.kind !== 'added') return { kind: 'email-taken' };
    const { personId } = added;
    // The operator, who reads what the server prints, says that it is theirs.
    await markEmailVerified(tx, personId);
    await setRole(tx, { personId, role: 'isAdmin', has: true });
    await lockClinic(tx);
    await updateClinic(tx, clinic);
    await deleteSetupCode(tx);
    await recordAudit(tx, {
      by: { personId, name, address },
      what: 'set-up-clinic',
      on: { id: personId, name },
      outcome: 'done',
      detail: `${clinic.name}, ${clinic.timeZone}, ${clinic.currency}.`,
      now,
    });
    return { kind: 'finished' };
  });
}

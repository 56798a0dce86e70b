import type { Caller } from '../../call/caller.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { recordAudit } from '../audit/index.ts';
import { endFeed } from '../calendar/index.ts';
import {
  addPerson,
  findPersonByEmail,
  lockInRole,
  type NewPasswords,
  type Person,
  profileFault,
  reclaimAccount,
  setRole,
} from '../identity/index.ts';
import { openOptionOfDoctor } from '../schedule/index.ts';
import { hashCode } from './code.ts';
import { GIVES, inRole } from './invited-role.ts';
import {
  deleteInvitation,
  findInvitationByCode,
  type InvitationRow,
  listInvitedTreatments,
  lockInvitationByCode,
} from './store.ts';

type AcceptOutcome =
  | { readonly kind: 'accepted'; readonly email: string }
  /** The invitation is no longer valid. */
  | Refused<'NOT_FOUND'>
  | Refused<'SIGN_IN_FIRST' | 'PROFILE_REFUSED' | 'PASSWORD_REFUSED', { message: string }>;

/** Finds an invitation by the code of its link. Returns undefined if it was used, withdrawn or renewed, or expired. */
export async function openInvitation(
  db: Database,
  { code, now }: { code: string; now: Date },
): Promise<(InvitationRow & { hasAccount: boolean }) | undefined> {
  const invitation = await findInvitationByCode(db, hashCode(code));
  if (!invitation || invitation.expiresAt <= now) return undefined;
  return { ...invitation, hasAccount: (await findPersonByEmail(db, invitation.email)) !== undefined };
}

interface Account {
  readonly name: string | undefined;
  readonly password: string | undefined;
}

/**
 * Accepts an invitation for its email address: the caller is signed in with that address, or the address has no account
 * and gets one with the given name and password. Of several parallel attempts, one succeeds.
 */
export async function acceptInvitation(
  db: Database,
  {
    code,
    account,
    newPasswords,
    caller,
    address,
    now,
  }: {
    code: string;
    account: Account;
    newPasswords: NewPasswords;
    caller: Pick<Caller, 'personId' | 'sessionId' | 'email'> | undefined;
    /** The caller's network address, for the audit log. */
    address: string;
    now: Date;
  },
): Promise<AcceptOutcome> {
  const opened = await openInvitation(db, { code, now });
  if (!opened) return { kind: 'refused', code: 'NOT_FOUND' };
  if (opened.hasAccount && caller?.email !== opened.email) return signInFirst(opened);
  // Hashing is slow on purpose, so take locks after it.
  const checked = opened.hasAccount
    ? undefined
    : await checkAccount(db, { account, invitedName: opened.name, newPasswords });
  if (checked && 'code' in checked) return checked;

  return inTransaction(db, async (tx): Promise<AcceptOutcome> => {
    const invitation = await lockInvitationByCode(tx, hashCode(code));
    if (!invitation) return { kind: 'refused', code: 'NOT_FOUND' };
    if (checked) {
      const person = { ...checked, email: invitation.email, photo: undefined, isDoctor: false };
      const added = await addPerson(tx, { person, now });
      // Somebody has signed up with the address since the first check.
      if (added.kind !== 'added') return signInFirst(invitation);
    }
    const person = await findPersonByEmail(tx, invitation.email);
    if (!person) return { kind: 'refused', code: 'NOT_FOUND' };
    await giveRole(tx, { person, invitation, sessionId: caller?.sessionId, now });
    await deleteInvitation(tx, invitation.id);
    const by = { personId: person.id, name: person.name, address };
    const detail = `As ${inRole(invitation.role)}`;
    await recordAudit(tx, { by, what: 'accept-invitation', on: person, outcome: 'done', detail, now });
    return { kind: 'accepted', email: invitation.email };
  });
}

/** Gives the person the invited role. The link was emailed, so the address counts as confirmed. */
async function giveRole(
  tx: Database,
  {
    person,
    invitation,
    sessionId,
    now,
  }: { person: Person; invitation: InvitationRow; sessionId: string | undefined; now: Date },
): Promise<void> {
  const { id, name, image } = person;
  const wasUnconfirmed = await reclaimAccount(tx, { personId: id, keepSessionId: sessionId, now });
  if (wasUnconfirmed) await endFeed(tx, { personId: id, now });
  await setRole(tx, { personId: id, role: GIVES[invitation.role], has: true, now });
  // Only if they are not being deleted at the same moment.
  if (invitation.role === 'doctor' && (await lockInRole(tx, { personId: id, role: 'isDoctor' }))) {
    for (const treatmentId of await listInvitedTreatments(tx, invitation.id)) {
      await openOptionOfDoctor(tx, { treatmentId, doctor: { id, name, photo: image } });
    }
  }
}

async function checkAccount(
  db: Database,
  {
    account: { name, password },
    invitedName,
    newPasswords,
  }: { account: Account; invitedName: string; newPasswords: NewPasswords },
): Promise<{ name: string; passwordHash: string } | Extract<AcceptOutcome, { kind: 'refused' }>> {
  const chosen = name ?? invitedName;
  const fault = profileFault({ name: chosen });
  if (fault !== undefined) return { kind: 'refused', code: 'PROFILE_REFUSED', message: `${fault}.` };
  if (password === undefined) {
    return { kind: 'refused', code: 'PASSWORD_REFUSED', message: 'Password is required' };
  }
  const hashed = await newPasswords.hash(db, { password, way: 'invitation', names: [chosen] });
  if ('fault' in hashed) return { kind: 'refused', code: 'PASSWORD_REFUSED', message: hashed.fault };
  return { name: chosen, passwordHash: hashed.hash };
}

function signInFirst({ email }: { email: string }): AcceptOutcome {
  const message = `This invitation is for ${email}. Please sign in with that address to accept it.`;
  return { kind: 'refused', code: 'SIGN_IN_FIRST', message };
}

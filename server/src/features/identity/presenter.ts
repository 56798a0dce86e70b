import type { EmailReach } from '@openhours/contract/email-confirmation.ts';
import type { SignedInUser, UserRecord } from '@openhours/contract/identity.ts';
import type { Caller } from '../../call/caller.ts';
import { showPhone } from './phone-number.ts';
import type { Person } from './store.ts';

/** The caller as their own browser sees them, with their sign-in methods. */
export function signedInUser(
  caller: Caller,
  accounts: readonly { readonly providerId: string; readonly accountId: string }[],
): SignedInUser {
  const { personId, email, name: displayName, photoURL, phone, emailVerified, isAdmin, isDoctor, isFrontDesk } = caller;
  const phoneNumber = phone === null ? null : showPhone(phone);
  const profile = { email, displayName, photoURL, phoneNumber };
  return {
    uid: personId,
    ...profile,
    emailVerified,
    isAnonymous: false,
    providerData: accounts.map(({ providerId, accountId }) =>
      providerId === 'credential'
        ? { providerId: 'password', uid: email, ...profile }
        : { providerId, uid: accountId, ...profile },
    ),
    isAdmin,
    isDoctor,
    isFrontDesk,
  };
}

/** A person's record for themselves and admins. Someone who is both admin and doctor reads 'admin'. */
export function userRecord(person: Person): UserRecord {
  return {
    _id: person.id,
    name: person.name,
    email: person.email,
    ...(person.isAdmin ? { role: 'admin' } : person.isDoctor ? { role: 'doctor' } : {}),
    ...(person.image === null ? {} : { photoURL: person.image }),
  };
}

/** Whether somebody has an account. Otherwise their row has a placeholder instead of an email address. */
export function hasAccount({ email }: Pick<Person, 'email'>): boolean {
  return email.includes('@');
}

/** A person's email address; nothing for somebody without an account. */
export function shownEmail(email: string): string {
  return hasAccount({ email }) ? email : '';
}

/**
 * Whether emails reach a person. The outbox sends by this answer and pages say what it says, so that none of them promises
 * an email to an address that gets none. Which emails somebody switched off is another matter (decision 34).
 */
export function emailsTo(person: Pick<Person, 'email' | 'emailVerified'>): EmailReach {
  if (!hasAccount(person)) return 'no-address';
  return person.emailVerified ? 'on' : 'unconfirmed';
}

import type { SignedInUser, UserRecord } from '@openhours/contract/identity.ts';
import type { Caller } from './caller.ts';
import type { Person } from './store.ts';

/** The caller, as their own browser sees them. */
export function signedInUser(caller: Caller): SignedInUser {
  const { personId, email, name, photoURL, emailVerified, isAdmin, isDoctor } = caller;
  return { uid: personId, email, displayName: name, photoURL, emailVerified, isAdmin, isDoctor };
}

/** A person's record, as themselves and admins see it. An admin who is a doctor too reads 'admin'. */
export function userRecord(person: Person): UserRecord {
  return {
    _id: person.id,
    name: person.name,
    email: person.email,
    ...(person.isAdmin ? { role: 'admin' } : person.isDoctor ? { role: 'doctor' } : {}),
    ...(person.image === null ? {} : { photoURL: person.image }),
  };
}

/** The e-mail address of a person for others to see: nothing for one who is gone, whose place a mark has taken. */
export function shownEmail(email: string): string {
  return email.startsWith('deleted:') ? '' : email;
}

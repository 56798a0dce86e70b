import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { addressless } from '../../database/schema/identity.ts';
import { claimPhoto } from './claim-photo.ts';
import { insertPerson, setPassword } from './store.ts';

interface NewPerson {
  readonly name: string;
  /** `undefined` for somebody without an account. */
  readonly email: string | undefined;
  /** 'YYYY-MM-DD' */
  readonly dateOfBirth?: string | undefined;
  readonly photo: string | undefined;
  readonly isDoctor: boolean;
  /** From `NewPasswords`; `undefined` for a person who sets a password later, by email. */
  readonly passwordHash: string | undefined;
}

type PersonAdded =
  | { readonly kind: 'added'; readonly personId: string }
  | { readonly kind: 'email-taken' }
  | { readonly kind: 'photo-refused' };

/** Adds a person, in the caller's transaction. Name and photo were checked by `profileFault`. */
export async function addPerson(tx: Database, { person, now }: { person: NewPerson; now: Date }): Promise<PersonAdded> {
  const { name, email, dateOfBirth = null, photo, isDoctor, passwordHash } = person;
  if (!(await claimPhoto(tx, { image: photo, now }))) return { kind: 'photo-refused' };
  const personId = uuidv7();
  const isNew = await insertPerson(tx, {
    id: personId,
    name,
    email: email ?? addressless(personId),
    dateOfBirth,
    image: photo ?? null,
    isDoctor,
  });
  if (!isNew) return { kind: 'email-taken' };
  if (passwordHash !== undefined) await setPassword(tx, { personId, passwordHash, now });
  return { kind: 'added', personId };
}

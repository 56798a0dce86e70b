import { APIError } from 'better-auth/api';
import { generateRandomString } from 'better-auth/crypto';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { confirmAddress } from './confirm-email.ts';
import { keepAddress } from './find-people.ts';
import { updatePassword } from './store.ts';

// Whoever reads an address can choose a password while it is the person's. Not any more once it is replaced: it may have
// been a stranger's. Hashing takes a while, so this is decided when the password is stored.

/** The token of a reset link: a random text, the person, and the address to which the link is sent. */
export function newResetToken({ id, email }: { id: string; email: string }): string {
  return [generateRandomString(32), id, Buffer.from(email).toString('base64url')].join('.');
}

interface Reset {
  /** It is the service's own: the service has found it. */
  readonly token: string;
  readonly now: Date;
}

/**
 * Confirms the address, before somebody gets their first password. The clinic opened the account, nobody could sign in to
 * it, and all that it has stays.
 */
export function confirmByReset(db: Database, { token, now }: Reset): Promise<void> {
  return inTransaction(db, async (tx) => {
    await confirmAddress(tx, { personId: await lockOwner(tx, token), now });
  });
}

/** Replaces a password. */
export function resetPassword(db: Database, { token, hash, now }: Reset & { hash: string }): Promise<void> {
  return inTransaction(db, async (tx) => {
    await updatePassword(tx, { personId: await lockOwner(tx, token), to: hash, now });
  });
}

/** @throws APIError if the person has another address now */
async function lockOwner(tx: Database, token: string): Promise<string> {
  const [, personId = '', encoded = ''] = token.split('.');
  const email = Buffer.from(encoded, 'base64url').toString();
  if (await keepAddress(tx, { personId, email })) return personId;
  throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'Invalid token' });
}

import { randomBytes } from 'node:crypto';
import { APIError } from 'better-auth/api';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { confirmAddress } from './confirm-email.ts';
import { keepAddress } from './find-people.ts';
import { endSessions } from './second-factor-store.ts';
import { insertVerification, setPassword } from './store.ts';

// A link works only while its address is the person's: a replaced address may belong to a stranger. Hashing takes time, so the
// address is checked when the password is stored.

/**
 * Stores a token for a link to a person's address where the identity service looks for it, and returns it: a random text, the
 * person, and the address. `undefined`: it is not their address any more.
 */
export function issueResetToken(
  db: Database,
  { id: personId, email, expiresAt }: { id: string; email: string; expiresAt: Date },
): Promise<string | undefined> {
  const token = [randomBytes(24).toString('base64url'), personId, Buffer.from(email).toString('base64url')].join('.');
  return inTransaction(db, async (tx) => {
    // A deletion of the person waits, and deletes it too.
    if (!(await keepAddress(tx, { personId, email }))) return undefined;
    await insertVerification(tx, { id: uuidv7(), identifier: `reset-password:${token}`, value: personId, expiresAt });
    return token;
  });
}

/**
 * Stores the password that somebody chose with a link. Of two links that are used at once, the later password stays.
 *
 * @param reset.token the service has found it, so it is one of ours
 * @param reset.isFirst the clinic opened the account, and nobody could sign in to it: the address is confirmed, and all that
 *   the account has stays
 */
export function resetPassword(
  db: Database,
  { token, hash: passwordHash, isFirst, now }: { token: string; hash: string; isFirst: boolean; now: Date },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const personId = await lockOwner(tx, token);
    if (isFirst) await confirmAddress(tx, { personId, now });
    await setPassword(tx, { personId, passwordHash, now });
    // The service ends them again, with those that a sign-in with the old password opens meanwhile.
    await endSessions(tx, { personId });
  });
}

/** @throws APIError if the person has another address now */
async function lockOwner(tx: Database, token: string): Promise<string> {
  const [, personId = '', encoded = ''] = token.split('.');
  const email = Buffer.from(encoded, 'base64url').toString();
  if (await keepAddress(tx, { personId, email })) return personId;
  throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN', message: 'Invalid token' });
}

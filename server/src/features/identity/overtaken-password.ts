import type { HookEndpointContext } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Database } from '../../database/database.ts';
import { hashPassword, isOutdated, verifyPassword } from './password-hash.ts';
import { comparedHash, noteComparedHash } from './running-call.ts';
import { findPasswordHash, renewPasswordHash, updatePassword } from './store.ts';

// Comparing and hashing passwords takes a while. If the person's password is reset meanwhile, the new one counts.

/**
 * Ends the session that a call has opened, if the password that it compared is no longer the person's. The session is in
 * the database by now, and a reset stores the new password before it ends sessions. So either this call sees the new
 * password, or the reset ends this session.
 *
 * @param password of a sign-in: another one may have renewed its hash
 */
export async function endOvertakenSession(
  db: Database,
  context: HookEndpointContext['context'],
  password: string | undefined,
): Promise<void> {
  const { newSession, internalAdapter, responseHeaders } = context;
  const compared = comparedHash();
  if (!newSession || compared === undefined) return;
  const hash = await findPasswordHash(db, newSession.user.id);
  if (hash === compared) return;
  if (hash !== undefined && password !== undefined && (await verifyPassword({ hash, password }))) return;
  await internalAdapter.deleteSession(newSession.session.token);
  context.setNewSession(null);
  responseHeaders?.delete('set-cookie');
  throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' });
}

/** Hashes the password of a sign-in again if the hash that it was compared with is outdated. */
export async function renewOutdatedHash(
  db: Database,
  { personId, password, now }: { personId: string; password: string; now: Date },
): Promise<void> {
  const from = comparedHash();
  if (from === undefined || !isOutdated(from)) return;
  await renewPasswordHash(db, { personId, from, to: await hashPassword(password), now });
}

/** Stores a new password, unless the one that this call compared has been changed. */
export async function changePassword(
  db: Database,
  { personId, hash, now }: { personId: string; hash: string; now: Date },
): Promise<void> {
  const from = comparedHash();
  if (from === undefined || !(await updatePassword(db, { personId, from, to: hash, now }))) {
    throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' });
  }
  noteComparedHash(hash);
}

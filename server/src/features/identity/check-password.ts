import type { Database } from '../../database/database.ts';
import { verifyPassword } from './password-hash.ts';
import { findPasswordHash } from './store.ts';

/** Whether a person has a password. */
export async function hasPassword(db: Database, personId: string): Promise<boolean> {
  return (await findPasswordHash(db, personId)) !== undefined;
}

/** Whether this is the person's password; `none` if they have none. Slow on purpose: not inside a transaction. */
export async function checkPassword(
  db: Database,
  { personId, password }: { personId: string; password: string },
): Promise<'right' | 'wrong' | 'none'> {
  const hash = await findPasswordHash(db, personId);
  if (hash === undefined) return 'none';
  return (await verifyPassword({ hash, password })) ? 'right' : 'wrong';
}

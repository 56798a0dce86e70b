import type { Database } from '../../database/database.ts';
import { verifyPassword } from './password-hash.ts';
import { findPasswordHash } from './store.ts';

/** Without a password, sensitive changes need a session that began at most this long ago. */
const RECENT_MINUTES = 10;

/** Whether a person has a password. */
export async function hasPassword(db: Database, personId: string): Promise<boolean> {
  return (await findPasswordHash(db, personId)) !== undefined;
}

export interface PasswordCheck {
  /** `none` if the person has no password. */
  readonly checked: 'right' | 'wrong' | 'none';
  /** What the password was compared with. */
  readonly hash: string | undefined;
}

/** Whether this is the person's password. Slow on purpose: not inside a transaction. */
export async function checkPassword(
  db: Database,
  { personId, password }: { personId: string; password: string },
): Promise<PasswordCheck> {
  const hash = await findPasswordHash(db, personId);
  if (hash === undefined) return { checked: 'none', hash };
  return { checked: (await verifyPassword({ hash, password })) ? 'right' : 'wrong', hash };
}

/** Whether a session that began at that time is new enough for a change that nothing else confirms. */
export function isRecent(signedInAt: Date): boolean {
  // The identity service writes the time of this machine.
  return Date.now() - signedInAt.getTime() <= RECENT_MINUTES * 60_000;
}

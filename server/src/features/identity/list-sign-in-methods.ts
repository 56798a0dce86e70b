import type { Database } from '../../database/database.ts';
import { listAccounts, listSessions } from './store.ts';

/** A person's sign-in methods and sessions, without secrets. */
export async function listSignInMethods(db: Database, personId: string) {
  const accounts = await listAccounts(db, personId);
  const sessions = await listSessions(db, personId);
  return {
    accounts,
    sessions: sessions.map(({ ipAddress, userAgent, createdAt, expiresAt }) => ({
      ipAddress,
      userAgent,
      createdAt,
      expiresAt,
    })),
  };
}

import type { Database } from '../../database/database.ts';
import { endSessions, findSecondFactor, listSessionIds } from '../identity/index.ts';
import { queueMessage } from '../messages/index.ts';
import { changesBetween } from './rules.ts';

const WATCHED = new Set([
  '/two-factor/verify-totp',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/passkey/verify-registration',
  '/passkey/delete-passkey',
]);

/**
 * Compares a person's second factor before and after a call that may change it. The returned function, called after a
 * success, emails the person what changed. Their first second factor ends their other sessions, which did not need one.
 */
export async function watchSecondFactor(
  db: Database,
  { path, caller }: { path: string; caller: { personId: string; sessionId: string } | undefined },
): Promise<() => Promise<void>> {
  if (!caller || !WATCHED.has(path)) return async () => undefined;
  const { personId, sessionId } = caller;
  const before = await findSecondFactor(db, personId);
  const sessions = await listSessionIds(db, personId);

  return async () => {
    const after = await findSecondFactor(db, personId);
    const changes = changesBetween(before, after);
    if (path === '/two-factor/generate-backup-codes') changes.push('new-recovery-codes');
    const isFirst = !before.hasAuthenticator && before.passkeys.length === 0 && changes.length > 0;
    await db.transaction(async (tx) => {
      for (const change of changes) {
        await queueMessage(tx, { kind: 'second-factor-changed', personId, about: { change }, now: new Date() });
      }
      if (isFirst) await endSessions(tx, { personId, ids: sessions.filter((id) => id !== sessionId) });
    });
  };
}

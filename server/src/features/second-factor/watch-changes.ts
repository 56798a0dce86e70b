import type { Database } from '../../database/database.ts';
import type { MailSender } from '../../providers/mail/port.ts';
import { endSessions, findSecondFactor, listSessionIds } from '../identity/index.ts';
import { changeMail } from './mail-change.ts';
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
  { db, mail, clinic }: { db: Database; mail: MailSender; clinic: { readonly name: string } },
  { path, caller }: { path: string; caller: { personId: string; sessionId: string; email: string } | undefined },
): Promise<() => Promise<void>> {
  if (!caller || !WATCHED.has(path)) return async () => undefined;
  const { personId, sessionId, email } = caller;
  const before = await findSecondFactor(db, personId);
  const sessions = await listSessionIds(db, personId);

  return async () => {
    const after = await findSecondFactor(db, personId);
    const changes = changesBetween(before, after);
    if (path === '/two-factor/generate-backup-codes') changes.push('new-recovery-codes');
    for (const change of changes) mail.send(changeMail(change, { to: email, clinic }));
    const isFirst = !before.hasAuthenticator && before.passkeys.length === 0 && changes.length > 0;
    if (isFirst) await endSessions(db, { personId, ids: sessions.filter((id) => id !== sessionId) });
  };
}

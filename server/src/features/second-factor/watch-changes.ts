import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { endSessions, findSecondFactor, findSessionId } from '../identity/index.ts';
import { queueMessage, withdrawMessage } from '../messages/index.ts';
import { changesBetween, type SecondFactor } from './rules.ts';

/** Calls of the identity service that change a second factor. */
export const CHANGES_SECOND_FACTOR: ReadonlySet<string> = new Set([
  '/two-factor/verify-totp',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/passkey/verify-registration',
  '/passkey/delete-passkey',
]);
/** Much longer than such a call takes. */
const LOOK_AGAIN_MILLIS = 120_000;

/** What to do when a watched call has succeeded, or has changed nothing. */
interface Watch {
  /** @param sessionToken of the session that the answer opens in place of the caller's */
  readonly whenChanged: (sessionToken: string | undefined) => Promise<void>;
  readonly whenRefused: () => Promise<void>;
}

const nothing = async () => undefined;
const UNWATCHED: Watch = { whenChanged: nothing, whenRefused: nothing };

/**
 * Compares a person's second factor before and after a call that may change it, and emails the person what changed.
 * Their first second factor ends their other sessions, which did not need one, and sign-ins that wait for a code.
 *
 * The call commits by itself. So a message that compares too is queued before it: if this process dies before the
 * comparison, that message tells the person.
 */
export async function watchSecondFactor(
  db: Database,
  { path, caller, now }: { path: string; caller: { personId: string; sessionId: string } | undefined; now: Date },
): Promise<Watch> {
  if (!caller || !CHANGES_SECOND_FACTOR.has(path)) return UNWATCHED;
  const { personId, sessionId } = caller;
  const { passkeys, ...more } = await findSecondFactor(db, personId);
  const before: SecondFactor = { ...more, passkeys: passkeys.map(({ id }) => ({ id })) };
  const message = { kind: 'second-factor-changed', personId, now } as const;
  const messageId = uuidv7();
  const about = { before: JSON.stringify(before) };
  await queueMessage(db, { ...message, id: messageId, about, notBefore: new Date(now.getTime() + LOOK_AGAIN_MILLIS) });

  return {
    async whenChanged(sessionToken) {
      const changes = changesBetween(before, await findSecondFactor(db, personId));
      const isFirst = !before.hasAuthenticator && before.passkeys.length === 0 && changes.length > 0;
      await inTransaction(db, async (tx) => {
        await withdrawMessage(tx, messageId);
        for (const change of changes) await queueMessage(tx, { ...message, about: { change } });
        if (!isFirst) return;
        const except = sessionToken === undefined ? sessionId : await findSessionId(tx, sessionToken);
        await endSessions(tx, { personId, except });
      });
    },
    whenRefused: () => withdrawMessage(db, messageId),
  };
}

import { validate as isUuid } from 'uuid';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { endFeed } from '../calendar/index.ts';
import { endSessions, findPerson, requireAdmin } from '../identity/index.ts';

type SessionsOutcome = Refused<'NOT_FOUND' | 'YOURSELF'> | { readonly kind: 'done'; readonly count: number };

/**
 * Signs a person out everywhere, and ends their calendar feed. The database tells every node, which closes their live
 * connections. One's own sessions need the password, in the profile.
 */
export function endSessionsOf(
  db: Database,
  { personId, by, now }: { personId: string; by: Actor; now: Date },
): Promise<SessionsOutcome> {
  return inTransaction(db, async (tx): Promise<SessionsOutcome> => {
    await requireAdmin(tx, by);
    const what = 'end-sessions';
    const on = isUuid(personId) ? await findPerson(tx, personId) : undefined;
    if (!on) {
      await recordAudit(tx, { by, what, outcome: 'unchanged', detail: 'There is no such person.', now });
      return { kind: 'refused', code: 'NOT_FOUND' };
    }
    if (on.id === by.personId) {
      await recordAudit(tx, { by, what, on, outcome: 'refused', detail: 'They were their own.', now });
      return { kind: 'refused', code: 'YOURSELF' };
    }
    const count = await endSessions(tx, { personId: on.id });
    const hadFeed = await endFeed(tx, { personId: on.id, now });
    await recordAudit(tx, { by, what, on, outcome: count > 0 || hadFeed ? 'done' : 'unchanged', now });
    return { kind: 'done', count };
  });
}

import type { IdentityCheck } from '@openhours/contract/second-factor.ts';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { endFeed } from '../calendar/index.ts';
import { deleteSecondFactor, endSessions, findPerson, findPersonByEmail, requireAdmin } from '../identity/index.ts';
import { queueMessage } from '../messages/index.ts';
import { isProof } from './rules.ts';

type ResetOutcome = { readonly kind: 'reset' | 'unchanged' } | Refused<'YOURSELF' | 'OTHER_NUMBER'>;

const CHECKED: Readonly<Record<IdentityCheck, string>> = {
  document: 'They showed an identity document.',
  'in-person': 'They were known, and came in person.',
  'call-back': 'They were called at the number on record.',
};

/** Removes the second factor of a person who has lost it, ends their sessions and calendar feed, and tells them by email. */
export function resetSecondFactor(
  db: Database,
  reset: { personId: string; checked: IdentityCheck; by: Actor; now: Date },
): Promise<ResetOutcome> {
  const { personId, checked, by, now } = reset;
  return inTransaction(db, async (tx): Promise<ResetOutcome> => {
    await requireAdmin(tx, by);
    const what = 'reset-second-factor';
    const on = await findPerson(tx, personId);
    if (on?.id === by.personId) {
      await recordAudit(tx, { by, what, on, outcome: 'refused', detail: 'It was their own.', now });
      return { kind: 'refused', code: 'YOURSELF' };
    }
    if (on?.twoFactorEnabled && !isProof(checked, { ...on, now })) {
      const detail = 'They were called, but at a number that is new, or not on record.';
      await recordAudit(tx, { by, what, on, outcome: 'refused', detail, now });
      return { kind: 'refused', code: 'OTHER_NUMBER' };
    }
    const isDone = on !== undefined && (await removeSecondFactor(tx, { personId: on.id, now }));
    await recordAudit(tx, { by, what, on, outcome: isDone ? 'done' : 'unchanged', detail: CHECKED[checked], now });
    if (isDone) {
      await queueMessage(tx, { kind: 'second-factor-changed', personId, about: { change: 'reset' }, now });
    }
    return { kind: isDone ? 'reset' : 'unchanged' };
  });
}

/** The same by the operator's command, for the last admin. There is no actor for a line in the log. */
export function resetByOperator(
  db: Database,
  { email, now }: { email: string; now: Date },
): Promise<'reset' | 'unchanged' | 'nobody'> {
  return inTransaction(db, async (tx) => {
    const person = await findPersonByEmail(tx, email);
    if (!person) return 'nobody';
    return (await removeSecondFactor(tx, { personId: person.id, now })) ? 'reset' : 'unchanged';
  });
}

async function removeSecondFactor(tx: Database, { personId, now }: { personId: string; now: Date }): Promise<boolean> {
  const isDone = await deleteSecondFactor(tx, personId);
  if (!isDone) return false;
  await endSessions(tx, { personId });
  await endFeed(tx, { personId, now });
  return true;
}

import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { findMessage, retryMessages } from './store.ts';

type RetryOutcome = { readonly kind: 'queued' } | Refused<'NOT_FOUND' | 'NOT_FAILED'>;

/** Sends a failed message again, on record. */
export function sendAgain(db: Database, { id, by, now }: { id: string; by: Actor; now: Date }): Promise<RetryOutcome> {
  return inTransaction(db, async (tx): Promise<RetryOutcome> => {
    const found = await findMessage(tx, id);
    if (!found) return { kind: 'refused', code: 'NOT_FOUND' };
    const isQueued = (await retryMessages(tx, { id, now })) > 0;
    await recordAudit(tx, {
      by,
      what: 'send-message-again',
      on: found.person ?? undefined,
      outcome: isQueued ? 'done' : 'unchanged',
      detail: `Of the kind ${found.message.kind}`,
      now,
    });
    return isQueued ? { kind: 'queued' } : { kind: 'refused', code: 'NOT_FAILED' };
  });
}

/** Sends all failed messages again, on record. Returns how many. */
export function sendAllAgain(db: Database, { by, now }: { by: Actor; now: Date }): Promise<number> {
  return inTransaction(db, async (tx) => {
    const queued = await retryMessages(tx, { now });
    const outcome = queued > 0 ? 'done' : 'unchanged';
    await recordAudit(tx, { by, what: 'send-message-again', outcome, detail: `All that had failed: ${queued}`, now });
    return queued;
  });
}

import { validate as isUuid } from 'uuid';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { findMessage, retryMessage } from './store.ts';

/** Sends a failed message again, on record. */
export function sendAgain(
  db: Database,
  { id, by, now }: { id: string; by: Actor; now: Date },
): Promise<'queued' | 'not failed' | 'unknown'> {
  return inTransaction(db, async (tx) => {
    const found = isUuid(id) ? await findMessage(tx, id) : undefined;
    if (!found) return 'unknown';
    const isQueued = await retryMessage(tx, { id, now });
    await recordAudit(tx, {
      by,
      what: 'send-message-again',
      on: found.person ?? undefined,
      outcome: isQueued ? 'done' : 'unchanged',
      detail: `Of the kind ${found.message.kind}`,
      now,
    });
    return isQueued ? 'queued' : 'not failed';
  });
}

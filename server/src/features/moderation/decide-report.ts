import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { hideMessage } from '../conversations/index.ts';
import { hidePost } from '../feed/index.ts';
import { findPerson } from '../identity/index.ts';
import { decideReports, findReport } from './store.ts';

/**
 * An admin hides a reported item, shows it again or leaves it as it is. This closes every report of the item, and is
 * logged with the item's author.
 */
export async function decideReport(
  db: Database,
  decision: { reportId: string; hidden: boolean; by: Actor; now: Date },
): Promise<{ changed: boolean } | 'not-found'> {
  const { reportId, hidden, by, now } = decision;
  const report = await findReport(db, reportId);
  if (!report) return 'not-found';
  const { postId, messageId, writerId } = report;
  return inTransaction(db, async (tx) => {
    const changed =
      (postId !== null && (await hidePost(tx, { postId, hidden, now }))) ||
      (messageId !== null && (await hideMessage(tx, { messageId, hidden, now })));
    await decideReports(tx, { postId, messageId, decidedBy: by.personId, now });
    const on = await findPerson(tx, writerId);
    await recordAudit(tx, {
      by,
      what: `${hidden ? 'hide' : 'show'}-${postId ? 'post' : 'message'}`,
      on,
      outcome: changed ? 'done' : 'unchanged',
      now,
    });
    return { changed };
  });
}

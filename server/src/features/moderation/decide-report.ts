import type { Database } from '../../database/database.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { hideMessage } from '../conversations/index.ts';
import { hidePost } from '../feed/index.ts';
import { findPerson } from '../identity/index.ts';
import { decideReports, findReport } from './store.ts';

/**
 * An admin hides a reported item or shows it again. This closes every report of the item, and is logged with the item's
 * author.
 */
export async function decideReport(
  db: Database,
  decision: { reportId: string; hidden: boolean; by: Actor; now: Date },
): Promise<'decided' | 'not found'> {
  const { reportId, hidden, by, now } = decision;
  const report = await findReport(db, reportId);
  if (!report) return 'not found';
  const { postId, messageId, writerId } = report;
  await db.transaction(async (tx) => {
    if (postId) await hidePost(tx, { postId, hidden, now });
    if (messageId) await hideMessage(tx, { messageId, hidden, now });
    await decideReports(tx, { postId, messageId, decidedBy: by.personId, now });
    const on = await findPerson(tx, writerId);
    await recordAudit(tx, {
      by,
      what: `${hidden ? 'hide' : 'show'}-${postId ? 'post' : 'message'}`,
      on,
      outcome: 'done',
      now,
    });
  });
  return 'decided';
}

import type { Database } from '../../database/database.ts';
import { hideMessage } from '../conversations/index.ts';
import { hidePost } from '../feed/index.ts';
import { decideReports, findReport } from './store.ts';

/** An admin's word on what was reported: hidden, or shown (again). It settles every report of the same thing. */
export async function decideReport(
  db: Database,
  decision: { reportId: string; hidden: boolean; adminId: string; now: Date },
): Promise<'decided' | 'not found'> {
  const { reportId, hidden, adminId, now } = decision;
  const report = await findReport(db, reportId);
  if (!report) return 'not found';
  const { postId, messageId } = report;
  await db.transaction(async (tx) => {
    if (postId) await hidePost(tx, { postId, hidden, now });
    if (messageId) await hideMessage(tx, { messageId, hidden, now });
    await decideReports(tx, { postId, messageId, decidedBy: adminId, now });
  });
  return 'decided';
}

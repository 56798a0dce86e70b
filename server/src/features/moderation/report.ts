import { v7 as uuidv7 } from 'uuid';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { findConversation, findMessage } from '../conversations/index.ts';
import { findPost, maySeePost } from '../feed/index.ts';
import { keepPerson } from '../identity/index.ts';
import { insertReport, type NewReport } from './store.ts';

type ReportOutcome = { readonly kind: 'reported' } | Refused<'NOT_FOUND' | 'OWN_ITEM'>;

interface Reporter {
  readonly personId: string;
  readonly isAdmin: boolean;
}

/** Reports a post to the admins. */
export async function reportPost(
  db: Database,
  { postId, reporter, reason, now }: { postId: string; reporter: Reporter; reason: string; now: Date },
): Promise<ReportOutcome> {
  const post = await findPost(db, postId);
  if (!post || !maySeePost(post, reporter)) return { kind: 'refused', code: 'NOT_FOUND' };
  if (post.authorId === reporter.personId) return { kind: 'refused', code: 'OWN_ITEM' };
  const { authorId: writerId } = post;
  const reporterId = reporter.personId;
  return fileReport(db, { id: uuidv7(), postId, reporterId, writerId, reason, reportedAt: now });
}

/** Reports one message to the admins, not its conversation. Only participants can. */
export async function reportMessage(
  db: Database,
  { messageId, reporter, reason, now }: { messageId: string; reporter: Reporter; reason: string; now: Date },
): Promise<ReportOutcome> {
  const { personId: reporterId } = reporter;
  const message = await findMessage(db, messageId);
  if (!message || !(await findConversation(db, { id: message.conversationId, personId: reporterId }))) {
    return { kind: 'refused', code: 'NOT_FOUND' };
  }
  if (message.senderId === reporterId) return { kind: 'refused', code: 'OWN_ITEM' };
  const { senderId: writerId } = message;
  return fileReport(db, { id: uuidv7(), messageId, reporterId, writerId, reason, reportedAt: now });
}

/** Stores a report, unless the reporter's account was deleted: their reasons are deleted with it. */
function fileReport(db: Database, report: NewReport): Promise<ReportOutcome> {
  return inTransaction(db, async (tx): Promise<ReportOutcome> => {
    if (!(await keepPerson(tx, report.reporterId))) return { kind: 'refused', code: 'NOT_FOUND' };
    await insertReport(tx, report);
    return { kind: 'reported' };
  });
}

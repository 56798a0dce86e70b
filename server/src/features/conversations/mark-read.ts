import type { Database } from '../../database/database.ts';
import { inFrequentTransaction, type NotifyNodes } from '../live/index.ts';
import { queueWaitingMail } from './mail-waiting.ts';
import { emailOf } from './presenter.ts';
import { findConversation } from './queries.ts';
import { lockConversations, moveReadMark } from './store.ts';

/**
 * Marks messages as read, which the other participant and the person's own other windows see. If some are still unread,
 * an email about them is queued.
 */
export async function markRead(
  db: Database,
  {
    notify,
    now,
    ...mark
  }: { conversationId: string; personId: string; number: number; now: Date; notify: NotifyNodes },
): Promise<{ readNumber: number; unread: number } | undefined> {
  const { conversationId, personId } = mark;
  const conversation = await findConversation(db, { id: conversationId, personId });
  if (!conversation) return undefined;
  return inFrequentTransaction(db, notify, async (tx, publish) => {
    await lockConversations(tx, [conversationId]);
    const { readNumber, unread, moved } = await moveReadMark(tx, mark);
    if (moved) {
      await publish({
        to: [conversation.author.id, conversation.opener.id],
        event: { type: 'read', conversationId, by: emailOf(conversation, personId), number: readNumber },
      });
    }
    if (moved && unread > 0) await queueWaitingMail(tx, { conversationId, personId, now });
    return { readNumber, unread };
  });
}

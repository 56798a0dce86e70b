import type { Database } from '../../database/database.ts';
import { publishQuietly } from '../live/index.ts';
import { emailOf } from './presenter.ts';
import { findConversation } from './queries.ts';
import { lockConversations, moveReadMark } from './store.ts';

/**
 * Marks messages as read. Then call `notify`, which notifies the other participant and the person's own other windows
 * (`publishQuietly`).
 */
export async function markRead(
  db: Database,
  mark: { conversationId: string; personId: string; number: number },
): Promise<{ readNumber: number; unread: number } | undefined> {
  const { conversationId, personId } = mark;
  const conversation = await findConversation(db, { id: conversationId, personId });
  if (!conversation) return undefined;
  return db.transaction(async (tx) => {
    await lockConversations(tx, [conversationId]);
    const { readNumber, unread, moved } = await moveReadMark(tx, mark);
    if (moved) {
      await publishQuietly(tx, {
        to: [conversation.author.id, conversation.opener.id],
        event: { type: 'read', conversationId, by: emailOf(conversation, personId), number: readNumber },
      });
    }
    return { readNumber, unread };
  });
}

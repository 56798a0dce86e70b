import type { Database } from '../../database/database.ts';
import { publish } from '../live/index.ts';
import { emailOf } from './presenter.ts';
import { findConversation } from './queries.ts';
import { lockConversations, moveReadMark } from './store.ts';

/** Says up to which message a participant has read; the other one and their own other windows learn of it. */
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
      await publish(tx, {
        to: [conversation.author.id, conversation.opener.id],
        event: { type: 'read', conversationId, by: emailOf(conversation, personId), number: readNumber },
      });
    }
    return { readNumber, unread };
  });
}

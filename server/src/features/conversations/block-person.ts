import type { Database } from '../../database/database.ts';
import { publish } from '../live/index.ts';
import { otherOf } from './list-conversations.ts';
import { findConversation } from './queries.ts';
import { listConversationsBetween, lockConversations, setBlocked } from './store.ts';

/**
 * Blocks the other person of a conversation, or takes that back, for all conversations of the two. Waits for messages
 * that are being written there: once it is acknowledged, none comes any more.
 */
export async function blockPerson(
  db: Database,
  wanted: { conversationId: string; personId: string; blocked: boolean; now: Date },
): Promise<'done' | 'not found'> {
  const { conversationId, personId, blocked, now } = wanted;
  const conversation = await findConversation(db, { id: conversationId, personId });
  if (!conversation) return 'not found';
  const other = otherOf(conversation, personId);
  return db.transaction(async (tx) => {
    const between = await listConversationsBetween(tx, [personId, other.id]);
    await lockConversations(
      tx,
      between.map(({ id }) => id),
    );
    const changed = await setBlocked(tx, { blockerId: personId, blockedId: other.id, blocked, now });
    if (changed) {
      const to = [personId, other.id];
      await publish(
        tx,
        ...between.map(({ id, postId }) => ({
          to,
          event: { type: 'conversation' as const, conversationId: id, postId },
        })),
      );
    }
    return 'done' as const;
  });
}

import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { publish } from '../live/index.ts';
import { otherOf } from './list-conversations.ts';
import { findConversation } from './queries.ts';
import { listConversationsBetween, lockConversations, setBlocked } from './store.ts';

/**
 * Blocks or unblocks the other person in a conversation, for all conversations of the two, and logs it for admins.
 * Waits for messages that are being written: after the answer, none arrives.
 */
export async function blockPerson(
  db: Database,
  wanted: { conversationId: string; by: Actor; blocked: boolean; now: Date },
): Promise<'done' | 'not-found'> {
  const { conversationId, by, blocked, now } = wanted;
  const { personId } = by;
  const conversation = await findConversation(db, { id: conversationId, personId });
  if (!conversation) return 'not-found';
  const other = otherOf(conversation, personId);
  return inTransaction(db, async (tx) => {
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
    await recordAudit(tx, {
      by,
      what: blocked ? 'block-person' : 'unblock-person',
      on: other,
      outcome: changed ? 'done' : 'unchanged',
      now,
    });
    return 'done' as const;
  });
}

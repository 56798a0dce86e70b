import type { Database } from '../../database/database.ts';
import { publish, rewriteMessage } from '../live/index.ts';
import { emailOf, presentMessage } from './presenter.ts';
import { findConversation } from './queries.ts';
import { setMessageHidden } from './store.ts';

/** Hides a message's text from both participants, or shows it again, in the transaction of the decision. */
export async function hideMessage(
  tx: Database,
  { messageId, hidden, now }: { messageId: string; hidden: boolean; now: Date },
): Promise<boolean> {
  const changed = await setMessageHidden(tx, { id: messageId, hidden, now });
  if (!changed) return false;
  const conversation = await findConversation(tx, { id: changed.conversationId, personId: changed.senderId });
  if (!conversation) return true;
  const message = presentMessage(changed, emailOf(conversation, changed.senderId));
  const change = {
    to: [conversation.author.id, conversation.opener.id],
    event: { type: 'message', message },
  } as const;
  await rewriteMessage(tx, change);
  await publish(tx, change);
  return true;
}

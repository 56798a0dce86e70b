import type { ConversationMessage } from '@openhours/contract/conversations.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inFrequentTransaction, type NotifyNodes } from '../live/index.ts';
import { otherOf } from './list-conversations.ts';
import { queueWaitingMail } from './mail-waiting.ts';
import { emailOf, presentMessage } from './presenter.ts';
import { type ConversationRow, findConversation } from './queries.ts';
import { type Blocked, blockRefusal, goneRefusal, isSameMessage, noAuthorRefusal } from './rules.ts';
import { findMessage, insertMessage, listBlocking, lockConversations } from './store.ts';

type SendOutcome =
  | { readonly kind: 'sent'; readonly message: ConversationMessage }
  | Refused<'NOT_FOUND'>
  | typeof ID_USED
  | Blocked;

const ID_USED = {
  kind: 'refused',
  code: 'MESSAGE_ID_USED',
  message: 'This message could not be sent. Please write it again.',
} as const;

/**
 * Sends a message. The lock of the conversation gives it its number. If its id, which the client may have chosen,
 * exists already, nothing happens and the stored message is returned.
 */
export async function sendMessage(
  db: Database,
  wanted: {
    conversationId: string;
    senderId: string;
    text: string;
    id: string | undefined;
    now: Date;
    notify: NotifyNodes;
  },
): Promise<SendOutcome> {
  const { conversationId, senderId, text, now, notify } = wanted;
  const id = wanted.id ?? uuidv7();
  const conversation = await findConversation(db, { id: conversationId, personId: senderId });
  if (!conversation) return { kind: 'refused', code: 'NOT_FOUND' };
  const other = otherOf(conversation, senderId);
  const present = (row: Parameters<typeof presentMessage>[0]) => presentMessage(row, emailOf(conversation, senderId));

  return inFrequentTransaction(db, notify, async (tx, publish): Promise<SendOutcome> => {
    await lockConversations(tx, [conversationId]);
    const stored = await findMessage(tx, id);
    if (stored) return again(stored);

    const refusal = await whyNoMessage(tx, conversation, senderId);
    if (refusal) return refusal;

    const written = await insertMessage(tx, { id, conversationId, senderId, text, sentAt: now });
    // The id was just used in another conversation.
    if (!written) return ID_USED;
    const message = present(written);
    await publish({ to: [senderId, other.id], event: { type: 'message', message } });
    await queueWaitingMail(tx, { conversationId, personId: other.id, now });
    return { kind: 'sent', message };
  });

  function again(stored: Parameters<typeof presentMessage>[0]): SendOutcome {
    return isSameMessage(stored, { conversationId, senderId, text })
      ? { kind: 'sent', message: present(stored) }
      : ID_USED;
  }
}

/** Why a participant cannot write in a conversation; undefined if they can. */
export async function whyNoMessage(
  db: Database,
  conversation: ConversationRow,
  senderId: string,
): Promise<Blocked | undefined> {
  const other = otherOf(conversation, senderId);
  if (other.deletedAt !== null) return goneRefusal(other.name);
  const { author, authorAnswers } = conversation;
  if (!authorAnswers) return noAuthorRefusal(author.name, author.id === senderId);
  const blocking = (await listBlocking(db, { personId: senderId, others: [other.id] })).get(other.id);
  return blocking && blockRefusal(blocking, other.name);
}

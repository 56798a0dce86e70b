import type { Conversation } from '@openhours/contract/conversations.ts';
import type { LiveEvent } from '@openhours/contract/live.ts';

/**
 * A conversation as its list shows it, after an event. The same one where it is not concerned; undefined where the
 * event alone does not tell, and it is to be asked for anew.
 */
export function afterEvent(conversation: Conversation, event: LiveEvent, ownEmail: string): Conversation | undefined {
  if (event.type === 'message' && event.message.conversationId === conversation._id) {
    const { message } = event;
    if (message.number <= conversation.messageCount) {
      return {
        ...conversation,
        conversationMessages: conversation.conversationMessages.map((one) => (one._id === message._id ? message : one)),
      };
    }
    if (message.number > conversation.messageCount + 1) return undefined;
    const isOwn = message.createdBy === ownEmail;
    return {
      ...conversation,
      conversationMessages: [...conversation.conversationMessages, message],
      messageCount: message.number,
      lastActivityAt: message.createdAt,
      unread: isOwn || message.number <= conversation.readNumber ? conversation.unread : conversation.unread + 1,
    };
  }
  if (event.type === 'read' && event.conversationId === conversation._id) {
    if (event.by !== ownEmail) {
      return { ...conversation, seenNumber: Math.max(conversation.seenNumber, event.number) };
    }
    if (event.number <= conversation.readNumber) return conversation;
    // Read to the end, or in part: how many of the rest are one's own, only the server knows.
    return event.number >= conversation.messageCount
      ? { ...conversation, readNumber: event.number, unread: 0 }
      : undefined;
  }
  if (event.type === 'conversation' && event.conversationId === conversation._id) return undefined;
  return conversation;
}

/** A list after an event, newest activity first; undefined where it is to be asked for anew. */
export function listAfterEvent(
  list: readonly Conversation[],
  event: LiveEvent,
  ownEmail: string,
): readonly Conversation[] | undefined {
  const after = list.map((conversation) => afterEvent(conversation, event, ownEmail));
  const known = after.filter((conversation) => conversation !== undefined);
  if (known.length < list.length) return undefined;
  if (known.every((conversation, index) => conversation === list[index])) return list;
  return known.toSorted((one, other) => Date.parse(other.lastActivityAt) - Date.parse(one.lastActivityAt));
}

import type { Conversation } from '@openhours/contract/conversations.ts';
import type { LiveEvent } from '@openhours/contract/live.ts';

/**
 * A conversation in its list after an event. The same object if the event does not concern it; undefined if it must be
 * refetched because the event does not contain enough.
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
    // If read in part, only the server knows how many of the rest are one's own messages.
    return event.number >= conversation.messageCount
      ? { ...conversation, readNumber: event.number, unread: 0 }
      : undefined;
  }
  if (event.type === 'conversation' && event.conversationId === conversation._id) return undefined;
  return conversation;
}

/** A list after an event, newest activity first; undefined if it must be refetched. */
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

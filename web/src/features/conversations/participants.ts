import type { Conversation, ConversationMessage, Participant } from '@openhours/contract/conversations.ts';

/** The other participant. */
export function otherParticipant(conversation: Conversation, ownEmail: string): Participant {
  const other = conversation.participants.find(({ email }) => email !== ownEmail);
  return other ?? conversation.participants[0] ?? { name: 'Somebody', email: '' };
}

/** A message on one line, for lists. */
export function lineOf(message: ConversationMessage, ownEmail: string): string {
  const text = message.hidden ? 'Hidden by an admin' : message.message.replaceAll(/\s+/g, ' ');
  return message.createdBy === ownEmail ? `You: ${text}` : text;
}

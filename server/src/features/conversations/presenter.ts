import type { Conversation, ConversationMessage, Participant } from '@openhours/contract/conversations.ts';
import { shownEmail } from '../identity/index.ts';
import type { ConversationRow } from './queries.ts';
import { type Blocking, excerpt, titleOf } from './rules.ts';
import type { MessageRow } from './store.ts';

/** A message as both participants see it. */
export function presentMessage(row: MessageRow, senderEmail: string): ConversationMessage {
  return {
    _id: row.id,
    conversationId: row.conversationId,
    number: row.number,
    message: row.hiddenAt ? '' : row.text,
    createdBy: shownEmail(senderEmail),
    createdAt: row.sentAt.toISOString(),
    hidden: row.hiddenAt !== null,
  };
}

/** A conversation as one of its participants sees it. */
export function presentConversation(
  row: ConversationRow,
  beside: { messages: readonly MessageRow[]; blocking: Blocking },
): Conversation {
  const { author, authorAnswers, opener, post } = row;
  const { byYou, byThem } = beside.blocking;
  return {
    _id: row.id,
    postId: row.postId,
    participants: [participant(opener), participant(author)],
    createdBy: shownEmail(opener.email),
    createdAt: row.createdAt.toISOString(),
    conversationMessages: beside.messages.map((message) => presentMessage(message, emailOf(row, message.senderId))),
    messageCount: row.messageCount,
    lastActivityAt: row.activeAt.toISOString(),
    unread: row.unread,
    readNumber: row.readNumber,
    seenNumber: row.seenNumber,
    title: post.gone ? '' : titleOf(post.description),
    post: { excerpt: post.gone ? '' : excerpt(post.description), gone: post.gone },
    blockedByYou: byYou,
    authorAnswers,
    can: { send: authorAnswers && !byYou && !byThem && author.deletedAt === null && opener.deletedAt === null },
  };
}

/** The email address of a participant. */
export function emailOf(row: Pick<ConversationRow, 'author' | 'opener'>, personId: string): string {
  return row.author.id === personId ? row.author.email : row.opener.email;
}

function participant(person: ConversationRow['author']): Participant {
  return {
    name: person.name,
    email: shownEmail(person.email),
    ...(person.image === null ? {} : { photoURL: person.image }),
  };
}

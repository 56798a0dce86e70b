import { asc, inArray } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { messages } from '../../database/schema/conversations.ts';
import { listAllConversations } from './queries.ts';

/** A person's conversations for the export. The other participant is named only; hidden texts are left out. */
export async function listConversationsForExport(db: Database, personId: string) {
  const conversations = await listAllConversations(db, personId);
  if (conversations.length === 0) return [];
  const allMessages = await db
    .select()
    .from(messages)
    .where(
      inArray(
        messages.conversationId,
        conversations.map(({ id }) => id),
      ),
    )
    .orderBy(asc(messages.conversationId), asc(messages.number));
  const messagesIn = Map.groupBy(allMessages, ({ conversationId }) => conversationId);
  return conversations.map(({ id, postId, createdAt, author, opener }) => ({
    id,
    postId,
    createdAt,
    other: author.id === personId ? opener.name : author.name,
    messages: (messagesIn.get(id) ?? []).map(({ senderId, text, sentAt, hiddenAt }) => ({
      byPerson: senderId === personId,
      text: hiddenAt === null ? text : '',
      sentAt,
    })),
  }));
}

import { asc, inArray } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { messages } from '../../database/schema/conversations.ts';
import { listAllConversations } from './queries.ts';

/** A person's conversations for the export. The other participant is named only; hidden texts are left out. */
export async function listTalkOf(db: Database, personId: string) {
  const talks = await listAllConversations(db, personId);
  if (talks.length === 0) return [];
  const said = await db
    .select()
    .from(messages)
    .where(
      inArray(
        messages.conversationId,
        talks.map(({ id }) => id),
      ),
    )
    .orderBy(asc(messages.conversationId), asc(messages.number));
  const saidIn = Map.groupBy(said, ({ conversationId }) => conversationId);
  return talks.map(({ id, postId, createdAt, author, opener }) => ({
    id,
    postId,
    createdAt,
    other: author.id === personId ? opener.name : author.name,
    messages: (saidIn.get(id) ?? []).map(({ senderId, text, sentAt, hiddenAt }) => ({
      byPerson: senderId === personId,
      text: hiddenAt === null ? text : '',
      sentAt,
    })),
  }));
}

import { asc, inArray } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { messages } from '../../database/schema/conversations.ts';
import { listAllConversations } from './queries.ts';

/** Everything that a person has said and been told. The other one appears by name only, a hidden text not at all. */
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

import { type Conversation, MOST_MESSAGES } from '@openhours/contract/conversations.ts';
import type { Database } from '../../database/database.ts';
import { presentConversation } from './presenter.ts';
import { type ConversationPage, type ConversationRow, listConversations, listNewestMessages } from './queries.ts';
import { listBlocking } from './store.ts';

/** A page of a person's conversations with their newest messages, in three statements. */
export async function listTheirConversations(
  db: Database,
  page: ConversationPage & { messages: number },
): Promise<Conversation[]> {
  const { personId } = page;
  const rows = await listConversations(db, page);
  const messages = await listNewestMessages(db, {
    conversationIds: rows.map(({ id }) => id),
    limit: Math.min(page.messages, Math.floor(MOST_MESSAGES / page.limit)),
  });
  const blocking = await listBlocking(db, { personId, others: rows.map((row) => otherOf(row, personId).id) });
  return rows.map((row) =>
    presentConversation(row, {
      messages: messages.get(row.id) ?? [],
      blocking: blocking.get(otherOf(row, personId).id) ?? { byYou: false, byThem: false },
    }),
  );
}

/** The other participant. */
export function otherOf(row: ConversationRow, personId: string): ConversationRow['author'] {
  return row.author.id === personId ? row.opener : row.author;
}

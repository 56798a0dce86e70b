import { v7 as uuidv7 } from 'uuid';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { findPost, maySeePost } from '../feed/index.ts';
import { publish } from '../live/index.ts';
import { listConversations } from './queries.ts';
import { type Blocked, blockRefusal, noAuthorRefusal } from './rules.ts';
import { insertConversation, listBlocking } from './store.ts';

type OpenOutcome = { readonly kind: 'there' } | Refused<'NOT_FOUND'> | Blocked;

/**
 * Ensures that a reader of a post has a conversation with its author: exactly one, by the constraint
 * `one_conversation_per_post_and_person`. The author gets no new one. After the post is deleted, existing conversations
 * stay available to their participants, but none is created.
 */
export async function openConversation(
  db: Database,
  question: { postId: string; person: { personId: string; isAdmin: boolean }; now: Date },
): Promise<OpenOutcome> {
  const { postId, person, now } = question;
  const { personId } = person;
  const [existing] = await listConversations(db, { personId, postId, limit: 1, after: undefined });
  if (existing) return { kind: 'there' };

  const post = await findPost(db, postId);
  if (!post) return { kind: 'refused', code: 'NOT_FOUND' };
  if (post.authorId === personId) return { kind: 'there' };
  if (!maySeePost(post, { personId, isAdmin: false })) return { kind: 'refused', code: 'NOT_FOUND' };

  const { authorId } = post;
  if (!post.authorAnswers) return noAuthorRefusal(post.authorName, false);
  return inTransaction(db, async (tx): Promise<OpenOutcome> => {
    const blocking = (await listBlocking(tx, { personId, others: [authorId] })).get(authorId);
    const refusal = blocking && blockRefusal(blocking, post.authorName);
    if (refusal) return refusal;
    const id = uuidv7();
    const opened = await insertConversation(tx, { id, postId, authorId, openerId: personId, createdAt: now });
    if (opened) {
      await publish(tx, { to: [authorId, personId], event: { type: 'conversation', conversationId: id, postId } });
    }
    return { kind: 'there' };
  });
}

import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { publish } from '../live/index.ts';
import { mayDelete, maySee, type Viewer } from './rules.ts';
import { findPost, markAllDeleted, markDeleted, type PostRow } from './store.ts';

/** The post, if this viewer may delete it; otherwise 404 or 403. */
export async function findDeletable(
  db: Database,
  { postId, viewer }: { postId: string; viewer: Viewer },
): Promise<PostRow | 'not-found' | 'forbidden'> {
  const post = await findPost(db, postId);
  if (!post || !maySee(post, viewer)) return 'not-found';
  return mayDelete(post, viewer) ? post : 'forbidden';
}

/**
 * Deletes a post's text and image. Its row stays for the conversations about it, which can continue. Of two parallel
 * deletions, one has no effect. If it is not the author who deletes it, the audit log says who did.
 */
export async function deletePost(
  db: Database,
  { postId, viewer, by, now }: { postId: string; viewer: Viewer; by: Actor; now: Date },
): Promise<'deleted' | 'not-found' | 'forbidden'> {
  const post = await findDeletable(db, { postId, viewer });
  if (typeof post === 'string') return post;
  return inTransaction(db, async (tx) => {
    if (!(await markDeleted(tx, postId, now))) return 'not-found';
    await publish(tx, { to: 'everyone', event: { type: 'post', postId, by: post.authorEmail, change: 'gone' } });
    if (post.authorId !== by.personId) {
      const on = { id: post.authorId, name: post.authorName };
      await recordAudit(tx, { by, what: 'delete-post', on, outcome: 'done', now });
    }
    return 'deleted';
  });
}

/** Deletes all posts of a person, in the transaction of their own deletion. */
export async function deletePostsOf(
  tx: Database,
  { author, now }: { author: { id: string; email: string }; now: Date },
): Promise<void> {
  const gone = await markAllDeleted(tx, author.id, now);
  await publish(
    tx,
    ...gone.map(({ id: postId }) => ({
      to: 'everyone' as const,
      event: { type: 'post' as const, postId, by: author.email, change: 'gone' as const },
    })),
  );
}

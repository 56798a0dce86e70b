import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { type Actor, recordAudit } from '../audit/index.ts';
import { publish } from '../live/index.ts';
import { mayDelete, maySee, type Viewer } from './rules.ts';
import { findPost, markAllDeleted, markDeleted, type PostRow } from './store.ts';

type NotDeletable = Refused<'NOT_FOUND' | 'FORBIDDEN'>;

/** The post, if this viewer may delete it; otherwise 404 or 403. */
export async function findDeletable(
  db: Database,
  { postId, viewer }: { postId: string; viewer: Viewer },
): Promise<{ readonly kind: 'deletable'; readonly post: PostRow } | NotDeletable> {
  const post = await findPost(db, postId);
  if (!post || !maySee(post, viewer)) return { kind: 'refused', code: 'NOT_FOUND' };
  return mayDelete(post, viewer) ? { kind: 'deletable', post } : { kind: 'refused', code: 'FORBIDDEN' };
}

/**
 * Deletes a post's text and image. Its row stays for the conversations about it, which can continue. Of two parallel
 * deletions, one has no effect. If it is not the author who deletes it, the audit log says who did.
 */
export async function deletePost(
  db: Database,
  { postId, viewer, by, now }: { postId: string; viewer: Viewer; by: Actor; now: Date },
): Promise<{ readonly kind: 'deleted' } | NotDeletable> {
  const found = await findDeletable(db, { postId, viewer });
  if (found.kind === 'refused') return found;
  const { post } = found;
  return inTransaction(db, async (tx) => {
    if (!(await markDeleted(tx, postId, now))) return { kind: 'refused', code: 'NOT_FOUND' };
    await publish(tx, { to: 'everyone', event: { type: 'post', postId, by: post.authorEmail, change: 'gone' } });
    if (post.authorId !== by.personId) {
      const on = { id: post.authorId, name: post.authorName };
      await recordAudit(tx, { by, what: 'delete-post', on, outcome: 'done', now });
    }
    return { kind: 'deleted' };
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

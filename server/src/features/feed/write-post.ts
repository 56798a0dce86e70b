import { v7 as uuidv7 } from 'uuid';
import type { Refused } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { keepPerson } from '../identity/index.ts';
import { claimImage } from '../images/index.ts';
import { publish } from '../live/index.ts';
import { findPost, insertPost, type PostRow } from './store.ts';

type PostOutcome = { readonly kind: 'written'; readonly post: PostRow } | Refused<'NOT_YOU' | 'IMAGE_UNKNOWN'>;

/** Adds a post by the signed-in person and notifies everyone who is connected. */
export async function writePost(
  db: Database,
  wanted: {
    writer: { readonly personId: string; readonly email: string };
    /** The author's email address as the client sent it. */
    userEmail: string | undefined;
    description: string;
    image: string | undefined;
    /** What the image shows, or ''. */
    imageAlt: string;
    now: Date;
  },
): Promise<PostOutcome> {
  const { writer, userEmail = writer.email, description, image, imageAlt, now } = wanted;
  if (userEmail !== writer.email) return { kind: 'refused', code: 'NOT_YOU' };
  if (image !== undefined && !(await claimImage(db, { url: image, now }))) {
    return { kind: 'refused', code: 'IMAGE_UNKNOWN' };
  }

  const id = uuidv7();
  const post = await inTransaction(db, async (tx) => {
    // A deletion of the author waits for this transaction and then sees the post, or commits first and is seen here.
    if (!(await keepPerson(tx, writer.personId))) return 'author-deleted';
    await insertPost(tx, {
      id,
      authorId: writer.personId,
      description,
      image: image ?? null,
      imageAlt: image === undefined ? '' : imageAlt,
      postedAt: now,
    });
    await publish(tx, { to: 'everyone', event: { type: 'post', postId: id, by: writer.email, change: 'new' } });
    return findPost(tx, id);
  });
  if (post === 'author-deleted') return { kind: 'refused', code: 'NOT_YOU' };
  if (!post) throw new Error('A post that was just written was not found');
  return { kind: 'written', post };
}

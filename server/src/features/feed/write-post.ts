import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { claimImage } from '../images/index.ts';
import { publish } from '../live/index.ts';
import { type Claimed, claimFault, type PostRefusal, type Writer } from './rules.ts';
import { findPost, insertPost, type PostRow } from './store.ts';

export type PostOutcome =
  | { readonly kind: 'written'; readonly post: PostRow }
  | { readonly kind: 'refused'; readonly refusal: PostRefusal };

/** Writes a post of the signed-in person, and tells everyone who is there. */
export async function writePost(
  db: Database,
  wanted: {
    writer: Writer;
    claimed: Claimed;
    description: string;
    image: string | undefined;
    now: Date;
  },
): Promise<PostOutcome> {
  const { writer, claimed, description, image, now } = wanted;
  const refusal = claimFault(claimed, { writer, now });
  if (refusal) return { kind: 'refused', refusal };
  if (image !== undefined && !(await claimImage(db, { url: image, now })))
    return { kind: 'refused', refusal: { code: 'IMAGE_UNKNOWN' } };

  const id = uuidv7();
  const post = await db.transaction(async (tx) => {
    await insertPost(tx, {
      id,
      authorId: writer.personId,
      description,
      image: image ?? null,
      postedAt: now,
    });
    await publish(tx, { to: 'everyone', event: { type: 'post', postId: id, by: writer.email, change: 'new' } });
    return findPost(tx, id);
  });
  if (!post) throw new Error('A post that was just written is not there');
  return { kind: 'written', post };
}

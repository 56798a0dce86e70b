import type { Post } from '@openhours/contract/feed.ts';
import { utcTime } from '@openhours/contract/utc-time.ts';
import type { Database } from '../../database/database.ts';
import { shownEmail } from '../identity/index.ts';
import { findImageSizes } from '../images/index.ts';
import { mayDelete, type Viewer } from './rules.ts';
import type { PostRow } from './store.ts';

/** A post as this viewer sees it. */
export async function presentOne(db: Database, row: PostRow, viewer: Viewer): Promise<Post> {
  const sizes = await findImageSizes(db, [row.image]);
  return presentPost(row, viewer, sizes);
}

/** Posts as this viewer sees them. */
export async function presentPosts(db: Database, rows: readonly PostRow[], viewer: Viewer): Promise<Post[]> {
  const sizes = await findImageSizes(
    db,
    rows.map(({ image }) => image),
  );
  return rows.map((row) => presentPost(row, viewer, sizes));
}

function presentPost(row: PostRow, viewer: Viewer, sizes: Awaited<ReturnType<typeof findImageSizes>>): Post {
  const imageSize = row.image === null ? undefined : sizes.get(row.image);
  const isOwn = row.authorId === viewer.personId;
  return {
    _id: row.id,
    description: row.description,
    ...(row.image === null ? {} : { image: row.image }),
    ...(imageSize && { imageSize }),
    ...(row.imageAlt !== '' && { imageAlt: row.imageAlt }),
    userEmail: shownEmail(row.authorEmail),
    userName: row.authorName,
    ...(row.authorImage === null ? {} : { profileImg: row.authorImage }),
    postTime: utcTime(row.postedAt),
    hidden: row.hiddenAt !== null,
    can: { delete: mayDelete(row, viewer), report: !isOwn, message: isOwn || row.authorAnswers },
  };
}

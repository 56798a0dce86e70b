import type { Post } from '@openhours/contract/feed.ts';
import { utcTime } from '@openhours/contract/utc-time.ts';
import { shownEmail } from '../identity/index.ts';
import { mayDelete, type Viewer } from './rules.ts';
import type { PostRow } from './store.ts';

/** A post as this viewer sees it. */
export function presentPost(row: PostRow, viewer: Viewer): Post {
  return {
    _id: row.id,
    description: row.description,
    ...(row.image === null ? {} : { image: row.image }),
    userEmail: shownEmail(row.authorEmail),
    userName: row.authorName,
    ...(row.authorImage === null ? {} : { profileImg: row.authorImage }),
    postTime: utcTime(row.postedAt),
    hidden: row.hiddenAt !== null,
    can: { delete: mayDelete(row, viewer), report: row.authorId !== viewer.personId },
  };
}

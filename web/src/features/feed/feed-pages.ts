import type { Post } from '@openhours/contract/feed.ts';
import type { InfiniteData } from '@tanstack/react-query';

/** The feed as it was fetched, page by page, newest first. */
export type FeedPages = InfiniteData<Post[], string | undefined>;

export const pageLength = 20;

/** Where the page after this one starts; undefined after the last one. */
export function nextCursor(page: readonly Post[]): string | undefined {
  return page.length < pageLength ? undefined : page.at(-1)?._id;
}

/** Posts that are not there yet, in front of the others. Each `_id` stands once. */
export function withPrepended(feed: FeedPages, posts: readonly Post[]): FeedPages {
  const known = idsOf(feed);
  const added = posts.filter(({ _id }) => !known.has(_id));
  const [first = [], ...others] = feed.pages;
  return added.length === 0 ? feed : { ...feed, pages: [[...added, ...first], ...others] };
}

/** A post as it is now, in its place; without one, it has left the feed. */
export function withChanged(feed: FeedPages, id: string, post: Post | undefined): FeedPages {
  return {
    ...feed,
    pages: feed.pages.map((page) => page.flatMap((one) => (one._id === id ? (post ?? []) : one))),
  };
}

export function idsOf(feed: FeedPages): ReadonlySet<string> {
  return new Set(feed.pages.flat().map(({ _id }) => _id));
}

/**
 * The posts of the first page that the reader has not got, if that is all that is new. Undefined where the two do not
 * meet any more: then there may be more in between, and the feed is to be asked for anew.
 */
export function newAtTheTop(feed: FeedPages, firstPage: readonly Post[]): readonly Post[] | undefined {
  const known = idsOf(feed);
  const unknown = firstPage.filter(({ _id }) => !known.has(_id));
  const meets = unknown.length < firstPage.length || firstPage.length < pageLength;
  return meets ? unknown : undefined;
}

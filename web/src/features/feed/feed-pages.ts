import type { Post } from '@openhours/contract/feed.ts';
import type { InfiniteData } from '@tanstack/react-query';

/** The fetched pages of the feed, newest first: sorted by `_id`, which grows with time. */
export type FeedPages = InfiniteData<Post[], string | undefined>;

export const pageLength = 20;

/**
 * The cursor of the next page; undefined after the empty page that ends the feed. A short page is not the end: posts
 * may have been removed from it.
 */
export function nextCursor(page: readonly Post[]): string | undefined {
  return page.at(-1)?._id;
}

/** Posts below this `_id` have not been fetched; they come by scrolling. Empty if all were. */
export function endOf(feed: FeedPages): string {
  return feed.pages.at(-1)?.at(-1)?._id ?? '';
}

/** Adds new posts by time, each `_id` once. A post that is shown again counts as known. */
export function withAdded(feed: FeedPages, posts: readonly Post[]): FeedPages {
  const known = idsOf(feed);
  const added = posts.filter(({ _id }) => !known.has(_id) && _id > endOf(feed));
  if (added.length === 0) return feed;
  let rest = added.toSorted(newestFirst);
  const pages = feed.pages.map((page) => {
    const oldest = page.at(-1)?._id ?? '';
    const here = rest.filter(({ _id }) => _id > oldest);
    rest = rest.slice(here.length);
    return here.length === 0 ? page : [...page, ...here].toSorted(newestFirst);
  });
  return { ...feed, pages };
}

/** Replaces a post by its current version; without one, removes it. */
export function withChanged(feed: FeedPages, id: string, post: Post | undefined): FeedPages {
  return withEach(feed, (one) => (one._id === id ? post : one));
}

/** Merges the refetched feed: `before` is the cache, `now` the answer. New posts are left out. */
export function mergeRefetched(
  feed: FeedPages,
  { before, now }: { before: FeedPages; now: readonly Post[] },
): FeedPages {
  const known = idsOf(before);
  const byId = new Map(now.map((post) => [post._id, post]));
  return withEach(feed, (one) => byId.get(one._id) ?? (known.has(one._id) ? undefined : one));
}

export function idsOf(feed: FeedPages): ReadonlySet<string> {
  return new Set(feed.pages.flat().map(({ _id }) => _id));
}

function withEach(feed: FeedPages, change: (post: Post) => Post | undefined): FeedPages {
  const pages = feed.pages.map((page) => page.flatMap((post) => change(post) ?? []));
  // A page without its last post would end the feed.
  const stays = (index: number): boolean => pages[index]?.length !== 0 || feed.pages[index]?.length === 0;
  if (!pages.some((_, index) => stays(index))) return { pages: [[]], pageParams: [undefined] };
  return {
    pages: pages.filter((_, index) => stays(index)),
    pageParams: feed.pageParams.filter((_, index) => stays(index)),
  };
}

function newestFirst(one: Post, other: Post): number {
  return one._id < other._id ? 1 : -1;
}

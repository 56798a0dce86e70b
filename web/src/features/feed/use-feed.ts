import type { Post } from '@openhours/contract/feed.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { isNotFound } from '../../api/failure.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { useOverwrites } from '../../api/use-overwrites.ts';
import { toast } from '../../ui/toast.ts';
import { useLive } from '../live/live-events.ts';
import {
  endOf,
  type FeedPages,
  idsOf,
  mergeRefetched,
  nextCursor,
  pageLength,
  withAdded,
  withChanged,
} from './feed-pages.ts';

const feedOptions = api.feed.list.infiniteOptions({
  input: (cursor: string | undefined) => ({ limit: pageLength, cursor }),
  initialPageParam: undefined,
  getNextPageParam: nextCursor,
  // New posts are announced. Nothing refetches the pages while they are being read.
  staleTime: Number.POSITIVE_INFINITY,
});

/** The feed as it is read: older posts load on request, and others' new posts wait until requested. */
export function useFeed(ownEmail: string) {
  const queryClient = useQueryClient();
  const feed = useInfiniteQuery(feedOptions);
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const [showing, setShowing] = useState(false);

  const current = () => queryClient.getQueryData<FeedPages>(feedOptions.queryKey);
  const noteWrite = useOverwrites(feedOptions.queryKey, () => void catchUp());
  const change = (changed: (feed: FeedPages) => FeedPages): void => {
    noteWrite();
    queryClient.setQueryData<FeedPages>(feedOptions.queryKey, (now) => now && changed(now));
  };
  const prepend = (post: Post): void => change((now) => withAdded(now, [post]));
  const replace = async (id: string): Promise<void> => {
    const post = await findPost(id);
    if (post !== 'unknown') change((now) => withChanged(now, id, post));
  };

  const announce = (ids: readonly string[]): void =>
    setWaiting((before) => {
      const feed = current() ?? { pages: [], pageParams: [] };
      const known = idsOf(feed);
      return [...before, ...ids.filter((id) => !known.has(id) && !before.includes(id) && id > endOf(feed))];
    });

  /** Posts added, changed or removed while disconnected. */
  async function catchUp(): Promise<void> {
    const before = current();
    if (!before) return;
    const now = await listDownTo(before).catch(() => undefined);
    if (!now) return;
    if (now.meets) change((feed) => mergeRefetched(feed, { before, now: now.posts }));
    announce(now.posts.map(({ _id }) => _id));
  }

  const onNewPost = async (id: string, by: string): Promise<void> => {
    if (by !== ownEmail) return announce([id]);
    // The author's own post is not announced: add it to the list.
    const post = await findPost(id);
    if (post && post !== 'unknown') prepend(post);
  };

  useLive((event) => {
    if (event.type !== 'post' && (event.type !== 'ready' || event.resumed)) return;
    const shown = current();
    if (!shown) return invalidate(queryClient, feedOptions.queryKey);
    if (event.type === 'ready') return void catchUp();
    if (event.change === 'new') {
      if (idsOf(shown).has(event.postId)) void replace(event.postId);
      else void onNewPost(event.postId, event.by);
      return;
    }
    setWaiting((before) => before.filter((id) => id !== event.postId));
    void replace(event.postId);
  });

  // Pages cached by an earlier visit, if any.
  const arrive = useEffectEvent(() => void catchUp());
  useEffect(() => arrive(), []);

  const showWaiting = async (): Promise<void> => {
    setShowing(true);
    const before = current();
    const now = before && (await listDownTo(before).catch(() => undefined));
    setShowing(false);
    if (!now) {
      toast.error('We could not load the new posts. Please try again.');
      return;
    }
    if (now.meets) change((feed) => withAdded(mergeRefetched(feed, { before, now: now.posts }), now.posts));
    else {
      noteWrite();
      const top = now.posts.slice(0, pageLength);
      queryClient.setQueryData<FeedPages>(feedOptions.queryKey, { pages: [top], pageParams: [undefined] });
    }
    setWaiting([]);
  };

  return { feed, posts: feed.data?.pages.flat(), waiting: waiting.length, showing, showWaiting, prepend };
}

/**
 * All posts down to the end of the cached feed. If more than a hundred are new, only those: the feed then starts again
 * from the top.
 */
async function listDownTo(feed: FeedPages): Promise<{ posts: readonly Post[]; meets: boolean }> {
  const known = idsOf(feed);
  const end = endOf(feed);
  const limit = Math.min(known.size + pageLength, 100);
  const posts: Post[] = [];
  for (;;) {
    const page = await client.feed.list({ limit, cursor: posts.at(-1)?._id });
    posts.push(...page);
    const last = page.at(-1)?._id ?? '';
    if (page.length < limit || last <= end) return { posts: posts.filter(({ _id }) => _id >= end), meets: true };
    if (!posts.some(({ _id }) => known.has(_id))) return { posts, meets: false };
  }
}

async function findPost(postId: string): Promise<Post | 'unknown' | undefined> {
  try {
    return await client.feed.one({ postId });
  } catch (error) {
    return isNotFound(error) ? undefined : 'unknown';
  }
}

import type { Post } from '@openhours/contract/feed.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { fieldOf } from '../../api/http.ts';
import { useLive } from '../live/live-events.ts';
import {
  type FeedPages,
  idsOf,
  newAtTheTop,
  nextCursor,
  pageLength,
  withChanged,
  withPrepended,
} from './feed-pages.ts';

const feedOptions = api.feed.list.infiniteOptions({
  input: (cursor: string | undefined) => ({ limit: pageLength, cursor }),
  initialPageParam: undefined,
  getNextPageParam: nextCursor,
  // What is new announces itself. Nothing fetches the pages anew under the reader's eyes.
  staleTime: Number.POSITIVE_INFINITY,
});

/** The feed as it is read: older posts come by asking, newer ones of others wait until they are wanted. */
export function useFeed(ownEmail: string) {
  const queryClient = useQueryClient();
  const feed = useInfiniteQuery(feedOptions);
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  const [showing, setShowing] = useState(false);

  const current = () => queryClient.getQueryData<FeedPages>(feedOptions.queryKey);
  const change = (changed: (feed: FeedPages) => FeedPages): void =>
    void queryClient.setQueryData<FeedPages>(feedOptions.queryKey, (now) => now && changed(now));
  const prepend = (post: Post): void => change((now) => withPrepended(now, [post]));
  const replace = async (id: string): Promise<void> => {
    const post = await findPost(id);
    if (post !== 'unknown') change((now) => withChanged(now, id, post));
  };

  const announce = (ids: readonly string[]): void =>
    setWaiting((before) => {
      const known = idsOf(current() ?? { pages: [], pageParams: [] });
      return [...before, ...ids.filter((id) => !known.has(id) && !before.includes(id))];
    });

  /** What came while nobody listened. */
  const lookAtTheTop = async (): Promise<void> => {
    const before = current();
    if (!before) return;
    const top = await client.feed.list({ limit: pageLength }).catch(() => undefined);
    if (top) announce((newAtTheTop(before, top) ?? top).map(({ _id }) => _id));
  };

  const hear = async (id: string, by: string): Promise<void> => {
    if (by !== ownEmail) return announce([id]);
    // Written in this window it is there already, or about to be; in another one, it is no news to its author.
    const post = await findPost(id);
    if (post && post !== 'unknown') prepend(post);
  };

  useLive((event) => {
    if (event.type === 'ready' && !event.resumed) void lookAtTheTop();
    if (event.type !== 'post') return;
    if (event.change === 'new') {
      if (idsOf(current() ?? { pages: [], pageParams: [] }).has(event.postId)) void replace(event.postId);
      else void hear(event.postId, event.by);
      return;
    }
    setWaiting((before) => before.filter((id) => id !== event.postId));
    void replace(event.postId);
  });

  // Pages that were kept from an earlier visit; the first visit has none yet.
  const arrive = useEffectEvent(() => void lookAtTheTop());
  useEffect(() => arrive(), []);

  const showWaiting = async (): Promise<void> => {
    setShowing(true);
    const before = current();
    const top = await client.feed.list({ limit: pageLength }).catch(() => undefined);
    setShowing(false);
    if (!top || !before) return;
    const added = newAtTheTop(before, top);
    if (added) change((now) => withPrepended(now, added));
    else queryClient.setQueryData<FeedPages>(feedOptions.queryKey, { pages: [top], pageParams: [undefined] });
    setWaiting([]);
  };

  return { feed, posts: feed.data?.pages.flat(), waiting: waiting.length, showing, showWaiting, prepend };
}

async function findPost(postId: string): Promise<Post | 'unknown' | undefined> {
  try {
    return await client.feed.one({ postId });
  } catch (error) {
    return fieldOf(error, 'status') === 404 ? undefined : 'unknown';
  }
}

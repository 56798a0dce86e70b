import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refetchAfterShowMore } from './refetch-after-show-more.ts';

test('waits for the page that is being fetched before it refetches', async () => {
  const queryClient = new QueryClient();
  const second = Promise.withResolvers<string>();
  const pages = new InfiniteQueryObserver(queryClient, {
    queryKey: ['list'],
    queryFn: ({ pageParam }) => (pageParam === 2 ? second.promise : `page ${pageParam}`),
    initialPageParam: 1,
    getNextPageParam: (_, all) => all.length + 1,
  });
  const stop = pages.subscribe(() => undefined);
  await pages.refetch();
  const more = pages.fetchNextPage();
  const refetched = refetchAfterShowMore(queryClient, [['list']]);
  second.resolve('page 2');
  await more;
  await refetched;
  expect(pages.getCurrentResult().data?.pages).toEqual(['page 1', 'page 2']);
  stop();
});

test('cancels any other fetch in progress, and refetches', async () => {
  const queryClient = new QueryClient();
  const endless = Promise.withResolvers<string>();
  let fetches = 0;
  const list = new QueryObserver(queryClient, {
    queryKey: ['list'],
    queryFn: () => ((fetches += 1) === 1 ? endless.promise : 'after the event'),
    initialData: 'at first',
  });
  const stop = list.subscribe(() => undefined);
  await refetchAfterShowMore(queryClient, [['list']]);
  expect(list.getCurrentResult().data).toBe('after the event');
  stop();
});

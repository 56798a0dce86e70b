import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { inTurn, refetchAfterFetches } from './use-live-refetch.ts';

test('of the tasks that wait for the running one, only the last is run', async () => {
  const refetch = inTurn(1);
  const started: string[] = [];
  const first = Promise.withResolvers<void>();
  const last = Promise.withResolvers<void>();
  const ask = (name: string, end: Promise<void>) =>
    refetch(() => {
      started.push(name);
      return end;
    });
  ask('first', first.promise);
  ask('second', last.promise);
  ask('last', last.promise);
  expect(started).toEqual(['first']);
  first.resolve();
  await expect.poll(() => started).toEqual(['first', 'last']);
  last.resolve();
  // Long enough for another run, if there were one.
  await new Promise((resolve) => setTimeout(resolve, 10));
  ask('later', last.promise);
  expect(started).toEqual(['first', 'last', 'later']);
});

test('a page that is being fetched arrives before the refetch', async () => {
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
  const refetched = refetchAfterFetches(queryClient, [['list']]);
  second.resolve('page 2');
  await more;
  await refetched;
  expect(pages.getCurrentResult().data?.pages).toEqual(['page 1', 'page 2']);
  stop();
});

import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { refetch } from '../../api/refetch-after.ts';

/** Refetches, but first waits for a running 'Show more' request: a refetch would cancel it. */
export async function refetchAfterShowMore(queryClient: QueryClient, queryKeys: readonly QueryKey[]): Promise<void> {
  const cache = queryClient.getQueryCache();
  const fetching = queryKeys.flatMap((queryKey) => cache.findAll({ queryKey, predicate: isFetchingMore }));
  await Promise.allSettled(fetching.map(async ({ promise }) => promise));
  await refetch(queryClient, ...queryKeys);
}

function isFetchingMore({ state: { fetchStatus, fetchMeta } }: Query): boolean {
  return fetchStatus === 'fetching' && fetchMeta?.fetchMore !== undefined;
}

import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Refetches after the fetches in progress, which a refetch would cancel: somebody may have pressed 'Show more'. */
export async function refetchAfterFetches(queryClient: QueryClient, queryKeys: readonly QueryKey[]): Promise<void> {
  const cache = queryClient.getQueryCache();
  const fetching = queryKeys.flatMap((queryKey) => cache.findAll({ queryKey, fetchStatus: 'fetching' }));
  await Promise.allSettled(fetching.map(async ({ promise }) => promise));
  await Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

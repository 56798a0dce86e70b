import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * For a mutation's `onSettled`: refetches what it may have changed. After a success the mutation stays pending until the
 * answers have arrived, so that a button stays busy until the page shows the change. After a failure it does not wait:
 * while the server cannot be reached, the refetch goes on for seconds, or until the browser is online again.
 */
export function refetchAfter(queryClient: QueryClient, ...queryKeys: readonly QueryKey[]) {
  return (_data: unknown, error: unknown): Promise<unknown> | undefined => {
    const refetched = Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    return error ? undefined : refetched;
  };
}

/** Refetches what is shown of these calls or groups of calls, without waiting: `invalidate(queryClient, api.people)`. */
export function invalidate(queryClient: QueryClient, ...calls: readonly { key: () => QueryKey }[]): void {
  for (const call of calls) void queryClient.invalidateQueries({ queryKey: call.key() });
}

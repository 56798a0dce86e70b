import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** What to refetch: a call or a group of calls, such as `api.people`, or a query key. */
export type Shown = { key: () => QueryKey } | QueryKey;

/** Refetches what is shown of these, and waits for the answers. */
export function refetch(queryClient: QueryClient, ...shown: readonly Shown[]): Promise<unknown> {
  return Promise.all(shown.map((one) => queryClient.invalidateQueries({ queryKey: 'key' in one ? one.key() : one })));
}

/** As `refetch`, without waiting. */
export function invalidate(queryClient: QueryClient, ...shown: readonly Shown[]): void {
  void refetch(queryClient, ...shown);
}

/**
 * For a mutation's `onSettled`: refetches what it may have changed. After a success the mutation stays pending until the
 * answers have arrived, so that a button stays busy until the page shows the change. After a failure it does not wait:
 * while the server cannot be reached, the refetch goes on for seconds, or until the browser is online again.
 */
export function refetchAfter(queryClient: QueryClient, ...shown: readonly Shown[]) {
  return (_data: unknown, error: unknown): Promise<unknown> | undefined => {
    const refetched = refetch(queryClient, ...shown);
    return error ? undefined : refetched;
  };
}

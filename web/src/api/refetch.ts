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

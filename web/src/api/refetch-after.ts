import type { MutationCacheConfig, QueryClient, QueryKey } from '@tanstack/react-query';

/** What to refetch: a call or a group of calls, such as `api.people`, or a query key. */
export type Shown = { key: () => QueryKey } | QueryKey;

/** The `meta` of a mutation. */
type MutationMeta = {
  /** What it may have changed, also if it failed: this is refetched after it. */
  refetches?: readonly Shown[];
  /**
   * After a success, it stays pending until the answers have arrived, for 5 seconds at most: a button stays busy until the
   * page shows the change.
   */
  waits?: boolean;
};

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta;
  }
}

const longestWaitMillis = 5000;

/** Refetches what is shown of these, and waits for the answers. */
export function refetch(queryClient: QueryClient, ...shown: readonly Shown[]): Promise<unknown> {
  return Promise.all(shown.map((one) => queryClient.invalidateQueries({ queryKey: 'key' in one ? one.key() : one })));
}

/** As `refetch`, without waiting. */
export function invalidate(queryClient: QueryClient, ...shown: readonly Shown[]): void {
  void refetch(queryClient, ...shown);
}

/**
 * The `onSettled` of all mutations. After a failure it never waits: while the server cannot be reached, the refetch goes on
 * for seconds, or until the browser is online again.
 */
export const refetchAfter: NonNullable<MutationCacheConfig['onSettled']> = (
  _data,
  error,
  _sent,
  _result,
  mutation,
  { client },
) => {
  const { refetches = [], waits = false } = mutation.meta ?? {};
  const refetched = refetch(client, ...refetches);
  return waits && !error
    ? Promise.race([refetched, new Promise((resolve) => setTimeout(resolve, longestWaitMillis))])
    : undefined;
};

import type { MutationCacheConfig, Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** What to refetch: a call or a group of calls, such as `api.people`, or a query key. */
export type Shown = { key: () => QueryKey } | QueryKey;

/** The `meta` of a mutation. */
type MutationMeta = {
  /** What it may have changed, also if it failed: this is refetched after it. */
  refetches?: readonly Shown[];
  /**
   * After a success, it stays pending until the answers have arrived, for 5 seconds at most: a button stays busy until the
   * page shows the change. Not for a dialog that a success closes: what was typed in it is saved, so it does not stay open.
   */
  waits?: boolean;
};

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta;
  }
}

const longestWaitMillis = 5000;

/** First requests after which the query is refetched. */
const outdated = new WeakSet<Query>();

/**
 * Refetches what is shown of these, and waits for the answers. A first request goes on, because it might never end if each change
 * began it again. Its answer may be from before the change, so the query is refetched after it.
 */
export function refetch(queryClient: QueryClient, ...shown: readonly Shown[]): Promise<unknown> {
  return Promise.all(
    shown.map(async (one) => {
      const queryKey = 'key' in one ? one.key() : one;
      const first = queryClient.getQueryCache().findAll({
        queryKey,
        fetchStatus: 'fetching',
        predicate: (query) => query.state.data === undefined && !outdated.has(query),
      });
      for (const query of first) outdated.add(query);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey, predicate: (query) => !outdated.has(query) }),
        ...first.map((query) => refetchAfterFirst(queryClient, query)),
      ]);
    }),
  );
}

async function refetchAfterFirst(queryClient: QueryClient, query: Query): Promise<void> {
  await Promise.allSettled([query.promise]);
  outdated.delete(query);
  await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
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

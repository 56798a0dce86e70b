import type { UseQueryResult } from '@tanstack/react-query';
import type { LoadingQuery } from './without-data.tsx';

/** Queries without whose answers, all of them, something cannot be shown: as one query for `WithoutData`. */
export function together(...queries: readonly UseQueryResult[]): LoadingQuery {
  const failed = queries.filter(({ isError }) => isError);
  return {
    isPending: failed.length === 0,
    isPaused: queries.some(({ isPaused }) => isPaused),
    isFetching: failed.some(({ isFetching }) => isFetching),
    failureCount: Math.max(...queries.map(({ failureCount }) => failureCount)),
    refetch: () => Promise.all(failed.map((query) => query.refetch())),
  };
}

import type { UseQueryResult } from '@tanstack/react-query';
import type { LoadingQuery } from './without-data.tsx';

/** Several queries as one for `WithoutData`, where all of their answers are needed. */
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

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { LateNotice } from './late-notice.tsx';

export type LoadingQuery = Pick<UseQueryResult, 'isPending' | 'isPaused' | 'isFetching' | 'failureCount'> & {
  refetch: () => unknown;
};

/**
 * In place of what a query has not loaded: an outline of it, with a note if that takes long, or an error with a retry
 * button.
 */
export function WithoutData({
  query,
  message,
  children,
}: {
  query: LoadingQuery;
  /** Why nothing is shown, if it could not be loaded. */
  message: string;
  /** The outline. */
  children: ReactNode;
}) {
  if (!query.isPending) return <ErrorState query={query} message={message} />;
  return (
    <>
      <LateNotice query={query} />
      {children}
    </>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { LateNotice } from './late-notice.tsx';

export type LoadingQuery = Pick<UseQueryResult, 'isPending' | 'isPaused' | 'isFetching' | 'failureCount'> & {
  refetch: () => unknown;
};

/**
 * Shown while a query has no data: an outline of the content, with a note if loading takes long, or an error with a retry
 * button.
 */
export function WithoutData({
  query,
  message,
  children,
}: {
  query: LoadingQuery;
  /** The error text. */
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

import type { ComponentType, ReactNode } from 'react';
import { queryClient } from '../api/query-client.ts';
import { useAddress } from '../router.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ErrorPage } from './error-page.tsx';

/** Shows the error page instead of a failed page, until the next navigation. */
export function PageErrors({
  page: Page = ErrorPage,
  children,
}: {
  page?: ComponentType<{ error: unknown }>;
  children: ReactNode;
}) {
  return (
    <ErrorBoundary place={useAddress()} show={(error) => <Page error={error} />} onCaught={forgetFailedAnswers}>
      {children}
    </ErrorBoundary>
  );
}

/** Resets failed queries, so that a page that failed fetches again. */
function forgetFailedAnswers(): void {
  queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' && state.data === undefined });
}

import type { ComponentType, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { queryClient } from '../api/query-client.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ErrorPage } from './error-page.tsx';

/** Around pages: one that fails gives way to the error page, until another address is opened. */
export function PageErrors({
  page: Page = ErrorPage,
  children,
}: {
  page?: ComponentType<{ error: unknown }>;
  children: ReactNode;
}) {
  const { key } = useLocation();
  return (
    <ErrorBoundary place={key} show={(error) => <Page error={error} />} onCaught={forgetFailedAnswers}>
      {children}
    </ErrorBoundary>
  );
}

/** A page that failed for want of an answer would not ask again while its failure is remembered. */
function forgetFailedAnswers(): void {
  queryClient.removeQueries({ predicate: ({ state }) => state.status === 'error' && state.data === undefined });
}

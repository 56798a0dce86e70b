import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Pager } from './list-controls.tsx';
import { type Listing, pageLength, turnedTo } from './listing.ts';

type Shown<Row, Order extends string> = {
  listing: Listing<Order>;
  rows: readonly Row[];
  hasPrevious: boolean;
  hasNext: boolean;
};

/** The rows of a page with the pager under them, or what stands in their place. */
export function ListBody<Row extends { _id: string }, Order extends string>({
  query,
  found,
  failure,
  nothing,
  onTurn,
  children,
}: {
  query: UseQueryResult<Shown<Row, Order>>;
  /** How many rows there are on all pages, as far as it is known. */
  found: number | undefined;
  /** Says that the list could not be fetched. */
  failure: string;
  /** Stands where the list is empty and nothing is searched for. */
  nothing: ReactNode;
  onTurn: (next: Listing<Order>) => void;
  /** The table. @param first the number of its first row, from 1 */
  children: (rows: readonly Row[], first: number) => ReactNode;
}) {
  const { data } = query;
  if (!data) {
    if (query.isPending) return <LoadingTable isLate={query.failureCount > 0 || query.isPaused} />;
    return <ErrorState message={failure} onRetry={() => void query.refetch()} busy={query.isFetching} />;
  }
  const { listing, rows, hasPrevious, hasNext } = data;
  if (rows.length === 0) return <Nothing listing={listing} nothing={nothing} onTurn={onTurn} />;
  return (
    <div
      aria-busy={query.isPlaceholderData || undefined}
      className={query.isPlaceholderData ? 'opacity-60' : undefined}
    >
      {query.isRefetchError && (
        <div className="mb-4">
          <FormError message={`${failure} What you see may have changed.`} />
        </div>
      )}
      {children(rows, (listing.page - 1) * pageLength + 1)}
      <Pager
        page={listing.page}
        pages={found === undefined ? undefined : Math.ceil(found / pageLength)}
        hasPrevious={hasPrevious}
        hasNext={hasNext}
        busy={query.isPlaceholderData}
        onTurn={(direction) => onTurn(turnedTo(listing, { direction, rows }))}
      />
    </div>
  );
}

function Nothing<Order extends string>({
  listing,
  nothing,
  onTurn,
}: {
  listing: Listing<Order>;
  nothing: ReactNode;
  onTurn: (next: Listing<Order>) => void;
}) {
  const toStart = (change: Partial<Listing<Order>>) => (
    <Button variant="secondary" onClick={() => onTurn({ ...listing, page: 1, from: undefined, ...change })}>
      {change.search === '' ? 'Show everyone' : 'Go to the first page'}
    </Button>
  );
  if (listing.page > 1) return <EmptyState title="This page is empty by now" action={toStart({})} />;
  if (listing.search === '') return nothing;
  return (
    <EmptyState
      icon={<SearchX className="size-7" />}
      title={`Nobody is found for “${listing.search}”`}
      action={toStart({ search: '' })}
    >
      Every word has to be in the name or the e-mail address.
    </EmptyState>
  );
}

/** Holds the place of a table that loads. @param isLate the first attempt failed */
function LoadingTable({ isLate }: { isLate: boolean }) {
  return (
    <div className="grid gap-3">
      <p role="status" className={isLate ? 'text-muted' : 'sr-only'}>
        {isLate ? 'Having trouble reaching the clinic. Trying again…' : 'Loading…'}
      </p>
      <Skeleton className="h-12" />
      {['one', 'two', 'three', 'four', 'five', 'six'].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  );
}

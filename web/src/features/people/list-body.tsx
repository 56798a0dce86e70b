import type { UseQueryResult } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TableOutline } from '../../ui/table-outline.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { Pager } from './list-controls.tsx';
import { type Listing, pageLength, turnedTo } from './listing.ts';

type Shown<Row, Order extends string> = {
  listing: Listing<Order>;
  rows: readonly Row[];
  hasPrevious: boolean;
  hasNext: boolean;
};

/** The rows of a page with the pager below, or the loading, empty or error state. */
export function ListBody<Row extends { _id: string }, Order extends string>({
  query,
  found,
  failure,
  nothing,
  onTurn,
  children,
}: {
  query: UseQueryResult<Shown<Row, Order>>;
  /** The number of rows on all pages, if known. */
  found: number | undefined;
  /** The message if the list could not be loaded. */
  failure: string;
  /** Shown if the list is empty without a search. */
  nothing: ReactNode;
  onTurn: (next: Listing<Order>) => void;
  /** The table. @param first the number of its first row, from 1 */
  children: (rows: readonly Row[], first: number) => ReactNode;
}) {
  const { data } = query;
  if (!data) {
    return (
      <WithoutData query={query} message={failure}>
        <TableOutline columns={5} rows={6} density="dense" />
      </WithoutData>
    );
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
          <FormError message={`${failure} This list may be out of date.`} />
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
  if (listing.page > 1) return <EmptyState title="This page is now empty" action={toStart({})} />;
  if (listing.search === '') return nothing;
  return (
    <EmptyState
      icon={<SearchX className="size-7" />}
      title={`No results for “${listing.search}”`}
      action={toStart({ search: '' })}
    >
      Every word must occur in the name or the email address.
    </EmptyState>
  );
}

import type { UseQueryResult } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TableOutline } from '../../ui/table-outline.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { Pager, pageText } from './list-controls.tsx';
import { type Listing, pageLength, turnedTo } from './listing.ts';

type Shown<Row, Order extends string> = {
  listing: Listing<Order>;
  rows: readonly Row[];
  hasPrevious: boolean;
  hasNext: boolean;
};

/**
 * The rows of a page with the pager below, or the loading, empty or error state. When the pager has turned, it focuses the
 * beginning of the new page.
 */
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
  const start = useRef<HTMLDivElement>(null);
  const hasTurned = useRef(false);
  const shownPage = data?.listing.page;
  useEffect(() => {
    if (shownPage === undefined || !hasTurned.current) return;
    hasTurned.current = false;
    start.current?.focus({ preventScroll: true });
    start.current?.scrollIntoView();
  }, [shownPage]);
  if (!data) {
    return (
      <WithoutData query={query} message={failure}>
        <TableOutline columns={5} rows={6} density="dense" cardsBelow="lg" />
      </WithoutData>
    );
  }
  const { listing, rows, hasPrevious, hasNext } = data;
  if (rows.length === 0) return <Nothing listing={listing} nothing={nothing} onTurn={onTurn} />;
  const pages = found === undefined ? undefined : Math.ceil(found / pageLength);
  const text = pageText({ page: listing.page, pages, hasNext });
  return (
    <div
      ref={start}
      role="group"
      aria-label={text}
      tabIndex={-1}
      aria-busy={query.isPlaceholderData || undefined}
      className={classNames('outline-none', query.isPlaceholderData && 'opacity-60')}
    >
      {query.isRefetchError && (
        <div className="mb-4">
          <FormError message={`${failure} This list may be out of date.`} />
        </div>
      )}
      {children(rows, (listing.page - 1) * pageLength + 1)}
      <Pager
        text={text}
        hasPrevious={hasPrevious}
        hasNext={hasNext}
        busy={query.isPlaceholderData}
        onTurn={(direction) => {
          hasTurned.current = true;
          onTurn(turnedTo(listing, { direction, rows }));
        }}
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

import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from '../../router.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { ColumnSorting } from '../../ui/table.tsx';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import type { Deletion } from './deletion-dialog.tsx';
import { ListBody } from './list-body.tsx';
import { SortField } from './list-controls.tsx';
import {
  flipped,
  type Listing,
  type Orders,
  type PageQuestion,
  questionFor,
  readAnswer,
  readListing,
  writeListing,
} from './listing.ts';

const DeletionDialog = lazyDialog(() => import('./deletion-dialog.tsx').then((file) => file.DeletionDialog));

type Count = { count: number };

/** A list of people for admins: counted, searched, sorted and paged, with a delete button per row. */
export function PeopleListPage<Row extends { _id: string; name: string }, Order extends string>({
  title,
  note,
  action,
  orders,
  phoneOrders,
  count,
  keyOf,
  ask,
  failure,
  nothing,
  deletion,
  insteadOfDeleting,
  children,
}: {
  title: string;
  /** A line below the heading. */
  note?: (search: string) => ReactNode;
  action?: ReactNode;
  /** Sort orders by column. */
  orders: Orders<Order>;
  /** For cards, which have no headers to press. */
  phoneOrders: readonly { order: Order; label: string }[];
  count: (input: { search?: string }) => UseQueryOptions<Count, Error, Count>;
  keyOf: (question: PageQuestion<Order>) => QueryKey;
  ask: (question: PageQuestion<Order>, signal: AbortSignal) => Promise<readonly Row[]>;
  /** The message if the list could not be loaded. */
  failure: string;
  /** Shown if the list is empty. */
  nothing: ReactNode;
  deletion: Deletion;
  /** In the dialog that asks before deleting: another way. */
  insteadOfDeleting?: (row: Row, close: () => void) => ReactNode;
  /** The table of a page. */
  children: (shown: {
    rows: readonly Row[];
    /** The number of the first row, from 1. */
    first: number;
    sortingBy: (order: Order) => ColumnSorting;
    onDelete: (row: Row) => void;
  }) => ReactNode;
}) {
  const { listing, turnTo, sortBy, searchFor, sortingBy } = useListing(orders);
  const { search } = listing;
  const all = useQuery(count({}));
  const found = useQuery({ ...count({ search }), placeholderData: keepPreviousData });
  const question = questionFor(listing, orders);
  const page = useQuery({
    queryKey: keyOf(question),
    queryFn: async ({ signal }) => ({ listing, ...readAnswer(await ask(question, signal), listing) }),
    placeholderData: keepPreviousData,
  });
  const deleting = useChosen<Row>();
  return (
    <>
      <PageHeading title={all.data ? `${title} (${all.data.count})` : title} documentTitle={title} action={action}>
        {note?.(search)}
      </PageHeading>
      <div className="mb-5 flex flex-wrap items-end gap-4">
        <SearchField label="Search by name or email" value={search} onSearch={searchFor} />
        <SortField value={listing.sort} choices={phoneOrders} onSort={sortBy} />
      </div>
      <p role="status" className={search === '' ? 'sr-only' : 'mb-4 text-muted'}>
        {search !== '' && found.data && !found.isPlaceholderData && `${found.data.count} found for “${search}”`}
      </p>
      <ListBody
        query={page}
        found={search === '' ? all.data?.count : found.data?.count}
        failure={failure}
        nothing={nothing}
        onTurn={turnTo}
      >
        {(rows, first) => children({ rows, first, sortingBy, onDelete: deleting.open })}
      </ListBody>
      <ChosenDialog of={deleting}>
        {(person, dialog) => (
          <DeletionDialog
            {...dialog}
            person={person}
            deletion={deletion}
            onDeleted={deleting.close}
            instead={insteadOfDeleting?.(person, deleting.close)}
          />
        )}
      </ChosenDialog>
    </>
  );
}

/** The listing in this page's URL, and functions to change it. A new search or order starts at the first page. */
function useListing<Order extends string>(orders: Orders<Order>) {
  const [query, setQuery] = useSearchParams();
  const listing = readListing(query, orders);
  const change = (next: Listing<Order>, options?: { replace: boolean }): void =>
    setQuery(writeListing(next, orders), options);
  const sortBy = (sort: Order): void => change({ ...listing, sort, page: 1, from: undefined });

  return {
    listing,
    turnTo: (next: Listing<Order>): void => change(next),
    sortBy,
    /** Replaces the history entry, so that typing adds one step. */
    searchFor: (search: string): void => change({ ...listing, search, page: 1, from: undefined }, { replace: true }),
    /** For a column header: sorts by it, or reverses the order. */
    sortingBy: (order: Order): ColumnSorting => {
      const other = flipped(order, orders);
      return {
        direction: listing.sort === order ? 'ascending' : listing.sort === other ? 'descending' : undefined,
        onSort: () => sortBy(listing.sort === order ? other : order),
      };
    },
  };
}

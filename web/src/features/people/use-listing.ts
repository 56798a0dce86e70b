import { useSearchParams } from '../../router.tsx';
import type { ColumnSorting } from '../../ui/table.tsx';
import { flipped, type Listing, type Orders, readListing, writeListing } from './listing.ts';

/** The listing in this page's URL, and functions to change it. A new search or order starts at the first page. */
export function useListing<Order extends string>(orders: Orders<Order>) {
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

import { useSearchParams } from 'react-router';
import type { ColumnSorting } from '../../ui/table.tsx';
import { flipped, type Listing, readListing, writeListing } from './listing.ts';

/** The listing of this page's address, and the ways to change it. Another search or order begins at the first page. */
export function useListing<Order extends string>(known: { orders: readonly Order[]; usual: Order }) {
  const [query, setQuery] = useSearchParams();
  const listing = readListing(query, known);
  const change = (next: Listing<Order>, options?: { replace: boolean }): void =>
    setQuery(writeListing(next, known.usual), { preventScrollReset: true, ...options });
  const sortBy = (sort: Order): void => change({ ...listing, sort, page: 1, from: undefined });

  return {
    listing,
    turnTo: (next: Listing<Order>): void => change(next),
    sortBy,
    /** Typed letter by letter, it is one step in the history and not ten. */
    searchFor: (search: string): void => change({ ...listing, search, page: 1, from: undefined }, { replace: true }),
    /** For a column: a press sorts by it, another one from its other end. */
    sortingBy: (order: Order): ColumnSorting => {
      const other = flipped(order, known.orders);
      return {
        direction: listing.sort === order ? 'ascending' : listing.sort === other ? 'descending' : undefined,
        onSort: () => sortBy(listing.sort === order ? other : order),
      };
    },
  };
}

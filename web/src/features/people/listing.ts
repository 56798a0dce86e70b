import { idInUrl } from '../../id-in-url.ts';

/** The position in a long list, as stored in the URL. */
export type Listing<Order extends string> = {
  search: string;
  sort: Order;
  /** Counts from 1. An estimate, if rows are added or removed meanwhile. */
  page: number;
  /** The page starts after this row, or ends before that one; without either it is the first. */
  from: { side: 'after' | 'before'; id: string } | undefined;
};

/** The first one is the default. */
export type Orders<Order extends string> = readonly [Order, ...Order[]];

export const pageLength = 50;

/** A request for one page, with one row more than is shown, to know whether there is another page. */
export type PageQuestion<Order extends string> = {
  search: string;
  sort: Order;
  limit: number;
  cursor?: string;
};

/** Reads a listing from the URL. Missing and invalid values get their defaults. */
export function readListing<Order extends string>(query: URLSearchParams, orders: Orders<Order>): Listing<Order> {
  const after = query.get('after');
  const id = idInUrl(after ?? query.get('before'));
  const page = Number(query.get('page'));
  const isLater = id !== '' && Number.isSafeInteger(page) && page > 1;
  return {
    search: (query.get('search') ?? '').slice(0, 100),
    sort: orders.find((order) => order === query.get('sort')) ?? orders[0],
    page: isLater ? page : 1,
    from: isLater ? { side: after === null ? 'before' : 'after', id } : undefined,
  };
}

/** The shortest query of a listing. */
export function writeListing<Order extends string>(listing: Listing<Order>, [usual]: Orders<Order>): URLSearchParams {
  const { search, sort, page, from } = listing;
  return new URLSearchParams({
    ...(search && { search }),
    ...(sort !== usual && { sort }),
    ...(from && page > 1 && { [from.side]: from.id, page: String(page) }),
  });
}

/** The reversed order: 'name' and '-name'. */
export function flipped<Order extends string>(sort: Order, orders: readonly Order[]): Order {
  const other = sort.startsWith('-') ? sort.slice(1) : `-${sort}`;
  return orders.find((order) => order === other) ?? sort;
}

/** The request to the server. The previous page is fetched as the next one in the reversed order. */
export function questionFor<Order extends string>(
  { search, sort, from }: Listing<Order>,
  orders: readonly Order[],
): PageQuestion<Order> {
  return {
    search,
    sort: from?.side === 'before' ? flipped(sort, orders) : sort,
    limit: pageLength + 1,
    ...(from && { cursor: from.id }),
  };
}

/** The rows to show in order, and whether there are more. */
export function readAnswer<Row>(
  answer: readonly Row[],
  { page, from }: Pick<Listing<string>, 'page' | 'from'>,
): { rows: readonly Row[]; hasPrevious: boolean; hasNext: boolean } {
  const rows = answer.slice(0, pageLength);
  const hasMore = answer.length > pageLength;
  return from?.side === 'before'
    ? { rows: rows.toReversed(), hasPrevious: page > 1, hasNext: true }
    : { rows, hasPrevious: page > 1, hasNext: hasMore };
}

/** The listing of the next or previous page. Page 1 has no cursor. */
export function turnedTo<Order extends string>(
  listing: Listing<Order>,
  { direction, rows }: { direction: 'next' | 'previous'; rows: readonly { _id: string }[] },
): Listing<Order> {
  const page = listing.page + (direction === 'next' ? 1 : -1);
  const edge = direction === 'next' ? rows.at(-1) : rows[0];
  if (page <= 1 || !edge) return { ...listing, page: 1, from: undefined };
  return { ...listing, page, from: { side: direction === 'next' ? 'after' : 'before', id: edge._id } };
}

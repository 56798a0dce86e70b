/** Where one is in a long list, as the address bar keeps it. */
export type Listing<Order extends string> = {
  search: string;
  sort: Order;
  /** Counts from 1. Where people come and go meanwhile it is a good guess. */
  page: number;
  /** The page goes on after this row, or ends before that one; with neither it is the first. */
  from: { side: 'after' | 'before'; id: string } | undefined;
};

export const pageLength = 50;

/** A request for one page, one row longer than is shown, which tells whether there is another page. */
export type PageQuestion<Order extends string> = {
  search: string;
  sort: Order;
  limit: number;
  cursor?: string;
};

/** The listing that an address asks for. What it does not say, or what nobody could mean, is the default. */
export function readListing<Order extends string>(
  query: URLSearchParams,
  { orders, usual }: { orders: readonly Order[]; usual: Order },
): Listing<Order> {
  const after = query.get('after');
  const before = query.get('before');
  const id = after ?? before ?? '';
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const page = Number(query.get('page'));
  return {
    search: (query.get('search') ?? '').slice(0, 100),
    sort: orders.find((order) => order === query.get('sort')) ?? usual,
    page: isId && Number.isSafeInteger(page) && page > 1 ? page : 1,
    from:
      isId && Number.isSafeInteger(page) && page > 1 ? { side: after === null ? 'before' : 'after', id } : undefined,
  };
}

/** The shortest address of a listing. */
export function writeListing<Order extends string>(listing: Listing<Order>, usual: Order): URLSearchParams {
  const { search, sort, page, from } = listing;
  return new URLSearchParams({
    ...(search && { search }),
    ...(sort !== usual && { sort }),
    ...(from && page > 1 && { [from.side]: from.id, page: String(page) }),
  });
}

/** The same order from its other end: 'name' and '-name'. */
export function flipped<Order extends string>(sort: Order, orders: readonly Order[]): Order {
  const other = sort.startsWith('-') ? sort.slice(1) : `-${sort}`;
  return orders.find((order) => order === other) ?? sort;
}

/** What to ask the server for. The page before a row is the page after it in the opposite order. */
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

/** The rows to show, in their order, and what lies beyond them. */
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

/** The page that follows the one shown, or goes before it. Second to none: the first one has no cursor at all. */
export function turnedTo<Order extends string>(
  listing: Listing<Order>,
  { direction, rows }: { direction: 'next' | 'previous'; rows: readonly { _id: string }[] },
): Listing<Order> {
  const page = listing.page + (direction === 'next' ? 1 : -1);
  const edge = direction === 'next' ? rows.at(-1) : rows[0];
  if (page <= 1 || !edge) return { ...listing, page: 1, from: undefined };
  return { ...listing, page, from: { side: direction === 'next' ? 'after' : 'before', id: edge._id } };
}

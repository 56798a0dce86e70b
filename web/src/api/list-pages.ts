import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

/** A page of a list that loads more on request. */
type Page<Row> = {
  rows: readonly Row[];
  /** The cursor of the next page; undefined at the end of the list. */
  next: string | undefined;
};

export type Pages<Row> = InfiniteData<Page<Row>>;

/** A call that answers at most `limit` rows, those after `cursor`. */
type ListCall<Input, Row> = {
  key: (options: { type: 'infinite'; input: Input }) => QueryKey;
  call: (
    input: Input & { limit: number; cursor: string | undefined },
    options: { signal: AbortSignal },
  ) => Promise<readonly Row[]>;
};

type PageOptions<Row> = {
  /** How many rows a page has. The call must allow one more. */
  length: number;
  /** The cursor of the rows after this one. Default: its `_id`. */
  cursorOf?: (row: Row) => string;
};

/** A list by pages, for `useInfiniteQuery`. Its data are the rows; the cache has `Pages`. */
export function pagesOf<Input, Row extends { _id: string }>(
  list: ListCall<Input, Row>,
  { input, ...options }: PageOptions<Row> & { input: Input },
) {
  return infiniteQueryOptions({
    queryKey: list.key({ type: 'infinite', input }),
    queryFn: async ({ pageParam: cursor, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      readPage(await list.call({ ...input, limit: options.length + 1, cursor }, { signal }), options),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
    select: rowsOf,
  });
}

export function rowsOf<Row>({ pages }: { pages: readonly Page<Row>[] }): readonly Row[] {
  return pages.flatMap(({ rows }) => rows);
}

/**
 * Reads the answer to a request for `length` + 1 rows. The last row is not shown: it only says whether there are more. The
 * cursor is stored with the page, so that removing rows later does not end the list.
 */
export function readPage<Row extends { _id: string }>(
  answer: readonly Row[],
  { length, cursorOf = ({ _id }) => _id }: PageOptions<Row>,
): Page<Row> {
  const rows = answer.slice(0, length);
  const last = answer.length > length ? rows.at(-1) : undefined;
  return { rows, next: last && cursorOf(last) };
}

/** Removes a row. */
export function withoutRow<Row extends { _id: string }>(data: Pages<Row>, id: string): Pages<Row> {
  return {
    ...data,
    pages: data.pages.map(({ rows, next }) => ({ rows: rows.filter(({ _id }) => _id !== id), next })),
  };
}

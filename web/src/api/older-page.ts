/** A page of a list that loads older rows on request. */
type OlderPage<Row> = {
  rows: readonly Row[];
  /** The cursor of the next page; undefined at the end of the list. */
  next: string | undefined;
};

/** What a query needs to fetch a page. */
export type OlderPageQuestion = { pageParam: string | undefined; signal: AbortSignal };

/**
 * Reads the answer to a request for `length` + 1 rows. The last row is not shown: it only says whether there are more. The
 * cursor is stored with the page, so that removing rows later does not end the list.
 */
export function readOlderPage<Row extends { _id: string }>(answer: readonly Row[], length: number): OlderPage<Row> {
  const rows = answer.slice(0, length);
  return { rows, next: answer.length > length ? rows.at(-1)?._id : undefined };
}

/** Removes a row. */
export function withoutRow<Row extends { _id: string }>(
  pages: readonly OlderPage<Row>[],
  id: string,
): OlderPage<Row>[] {
  return pages.map(({ rows, next }) => ({ rows: rows.filter(({ _id }) => _id !== id), next }));
}

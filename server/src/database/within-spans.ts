import { and, type Column, gte, lt, or, type SQL, sql } from 'drizzle-orm';

/** Whether an instant is in one of these spans, which are in milliseconds since 1970. */
export function withinSpans(instant: Column, spans: readonly { readonly from: number; readonly to: number }[]): SQL {
  const within = spans.map(({ from, to }) => and(gte(instant, new Date(from)), lt(instant, new Date(to))));
  return or(...within) ?? sql`false`;
}

import { and, type Column, gte, lt, or, type SQL, sql } from 'drizzle-orm';

/** Whether an instant is in one of these spans, which are in milliseconds since 1970; an end may be infinite, but not both. */
export function withinSpans(instant: Column, spans: readonly { readonly from: number; readonly to: number }[]): SQL {
  const within = spans.map(({ from, to }) =>
    and(
      Number.isFinite(from) ? gte(instant, new Date(from)) : undefined,
      Number.isFinite(to) ? lt(instant, new Date(to)) : undefined,
    ),
  );
  return or(...within) ?? sql`false`;
}

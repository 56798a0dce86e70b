import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** Rate limit counters, in the form of rate-limiter-flexible. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull().default(0),
    /** When the counter ends, in milliseconds since 1970. */
    expire: bigint('expire', { mode: 'number' }),
  },
  (table) => [index('rate_limits_by_end').on(table.expire)],
);

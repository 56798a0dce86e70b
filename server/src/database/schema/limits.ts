import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** Counters of the rate limits, in the form that rate-limiter-flexible reads and writes. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** When the counter ends, in milliseconds since 1970. */
  expire: bigint('expire', { mode: 'number' }),
});

import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Rate limit counters (`call/limits.ts`). */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [index('rate_limits_by_end').on(table.endsAt)],
);

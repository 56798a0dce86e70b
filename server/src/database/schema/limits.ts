import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './instant.ts';

/** Rate limit counters (`call/limits.ts`). */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [index('rate_limits_by_end').on(table.endsAt)],
);

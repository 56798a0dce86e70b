import { boolean, pgTable, unique, uuid } from 'drizzle-orm/pg-core';
import { people } from './identity.ts';
import { instant } from './instant.ts';

/**
 * The private addresses from which calendar programs read somebody's appointments. The secret part of an address is
 * derived from the id and the server's secret, so this table gives no access. A new address is a new id.
 */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: uuid('id').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    includeTreatments: boolean('include_treatments').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [unique('one_calendar_feed_per_person').on(table.personId)],
);

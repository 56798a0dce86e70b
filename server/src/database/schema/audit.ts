import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { people } from './identity.ts';
import { instant } from './instant.ts';

/**
 * What staff changed or tried to change. Arrivals and the later states of a visit are in the history of the booking
 * instead. A trigger makes this table append-only. It has names as they were then, and no email addresses.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    /** UUIDv7: the order of events. */
    id: uuid('id').primaryKey(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => people.id),
    actorName: text('actor_name').notNull(),
    action: text('action').notNull(),
    subjectId: uuid('subject_id').references(() => people.id),
    subjectName: text('subject_name'),
    outcome: text('outcome', { enum: ['done', 'refused', 'unchanged'] }).notNull(),
    detail: text('detail'),
    address: text('address').notNull(),
  },
  (table) => [
    index('audit_entries_by_time').on(table.at, table.id),
    index('audit_entries_of_actor').on(table.actorId, table.at, table.id),
    index('audit_entries_on_subject').on(table.subjectId, table.at, table.id),
  ],
);

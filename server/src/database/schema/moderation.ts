import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { messages } from './conversations.ts';
import { posts } from './feed.ts';
import { people } from './identity.ts';
import { instant } from './instant.ts';

/**
 * A report to the admins. It has no copy of text or image: posts and messages never change, and when one or its author
 * is deleted, the report must not preserve it.
 */
export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey(),
    postId: uuid('post_id').references(() => posts.id),
    messageId: uuid('message_id').references(() => messages.id),
    reporterId: uuid('reporter_id')
      .notNull()
      .references(() => people.id),
    writerId: uuid('writer_id')
      .notNull()
      .references(() => people.id),
    reason: text('reason').notNull(),
    reportedAt: instant('reported_at').notNull(),
    decidedAt: instant('decided_at'),
    decidedBy: uuid('decided_by').references(() => people.id),
  },
  (table) => [
    unique('one_report_per_person_and_post').on(table.postId, table.reporterId),
    unique('one_report_per_person_and_message').on(table.messageId, table.reporterId),
    index('reports_open').on(table.id.desc().nullsFirst()).where(sql`decided_at is null`),
    check('report_of_one_thing', sql`num_nonnulls(${table.postId}, ${table.messageId}) = 1`),
  ],
);

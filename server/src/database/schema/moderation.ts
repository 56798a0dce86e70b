import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { messages } from './conversations.ts';
import { posts } from './feed.ts';
import { people } from './identity.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What somebody brought before the admins. The text is a copy: its author cannot take it away by deleting the post. */
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
    text: text('text').notNull(),
    image: text('image'),
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

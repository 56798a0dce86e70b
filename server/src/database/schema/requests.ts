import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** Answers given under an `Idempotency-Key`: written in the very transaction of what the call did. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Who called: a person's id, or `anonymous:` and the address. */
    caller: text('caller').notNull(),
    /** Method and path. */
    call: text('call').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the request, to tell a repetition from another request under the same key. */
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    contentType: text('content_type'),
    /** As it was sent: a JSON column would put the fields in another order. */
    body: text('body'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'one_answer_per_key', columns: [table.caller, table.call, table.key] }),
    index('idempotency_keys_by_age').on(table.createdAt),
  ],
);

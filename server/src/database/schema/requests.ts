import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './instant.ts';

/**
 * Answers to requests with an `Idempotency-Key` (`http/idempotency.ts`): status, content type and body, or the outcome of a
 * booking (`stored-outcome.ts`).
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** The caller: a person's id, or `anonymous:` and the address. */
    caller: text('caller').notNull(),
    /** Method and path. */
    call: text('call').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the request, to distinguish a repetition from another request with the same key. */
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    contentType: text('content_type'),
    /** Text, because a JSON column would reorder the fields. */
    body: text('body'),
    outcome: jsonb('outcome'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'one_answer_per_key', columns: [table.caller, table.call, table.key] }),
    index('idempotency_keys_by_age').on(table.createdAt),
  ],
);

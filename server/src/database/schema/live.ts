import type { LastingEvent } from '@openhours/contract/live.ts';
import { bigserial, index, jsonb, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

/**
 * The outbox of live events: written in the transaction of what happened, read by every node, swept after a day. The
 * functions of the migration 'live-events' write and read it (docs/decisions/0013-live-events.md).
 */
export const liveEvents = pgTable(
  'live_events',
  {
    /** What a client sends back as `Last-Event-ID`. */
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Who is told; `null`: everyone. No reference: an event may outlive whom it was for. */
    audience: uuid('audience'),
    event: jsonb('event').$type<LastingEvent>().notNull(),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [index('live_events_of_audience').on(table.audience, table.id), index('live_events_by_age').on(table.at)],
);

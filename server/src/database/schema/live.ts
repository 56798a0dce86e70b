import type { LastingEvent } from '@openhours/contract/live.ts';
import { bigserial, index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from './instant.ts';

/**
 * The outbox of live events: written in the transaction of the change, read by every node, cleared after a day.
 * Functions (`0003_notifications.sql`) write and read it (docs/decisions/0013-live-events.md).
 */
export const liveEvents = pgTable(
  'live_events',
  {
    /** The id that a client sends back as `Last-Event-ID`. */
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** The recipient; `null`: everyone. Not a foreign key: an event may outlive the person. */
    audience: uuid('audience'),
    /** Somebody among everyone who does not get it, because nothing changes for them. */
    exceptFor: uuid('except_for'),
    event: jsonb('event').$type<LastingEvent>().notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [index('live_events_of_audience').on(table.audience, table.id), index('live_events_by_age').on(table.at)],
);

import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bookings } from './booking.ts';
import { people } from './identity.ts';
import { instant } from './instant.ts';

/** What staff wrote about an appointment, for staff only. A note is struck out, never changed or deleted. */
export const bookingNotes = pgTable(
  'booking_notes',
  {
    id: uuid('id').primaryKey(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    writtenAt: instant('written_at').notNull(),
    writtenBy: uuid('written_by')
      .notNull()
      .references(() => people.id),
    struckAt: instant('struck_at'),
    struckBy: uuid('struck_by').references(() => people.id),
  },
  (table) => [
    index('notes_of_booking').on(table.bookingId, table.id),
    check('note_struck_by_somebody', sql`(${table.struckAt} is null) = (${table.struckBy} is null)`),
  ],
);

/** By how much a calendar is behind on a day. No row: it is on time. */
export const runningLate = pgTable(
  'running_late',
  {
    calendarId: uuid('calendar_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    minutes: smallint('minutes').notNull(),
    saidAt: instant('said_at').notNull(),
    saidBy: uuid('said_by')
      .notNull()
      .references(() => people.id),
  },
  (table) => [
    primaryKey({ name: 'late_once_per_calendar_and_day', columns: [table.day, table.calendarId] }),
    check('late_by_minutes', sql`${table.minutes} between 1 and 240`),
  ],
);

/** The days whose morning summaries are queued. */
export const morningSummaries = pgTable('morning_summaries', { day: date('day', { mode: 'string' }).primaryKey() });

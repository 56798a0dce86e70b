import { PARTS_OF_DAY } from '@openhours/contract/parts-of-day.ts';
import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bookings } from './booking.ts';
import { people } from './identity.ts';
import { instant } from './instant.ts';
import { appointmentOptions, treatments } from './schedule.ts';

/**
 * Somebody who wants to be told when a treatment can be booked. Triggers (`0007_waiting_list.sql`) end an entry when
 * an appointment that it asks for is booked, in any way, and delete the entries of whoever is deleted.
 */
export const waitingListEntries = pgTable(
  'waiting_list_entries',
  {
    id: uuid('id').primaryKey(),
    /** Whose account it is under … */
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** … and who is treated: the same person, or somebody whom they look after. */
    treatedId: uuid('treated_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    treatmentId: uuid('treatment_id')
      .notNull()
      .references(() => treatments.id),
    /** Null: any doctor. */
    optionId: uuid('option_id').references(() => appointmentOptions.id, { onDelete: 'cascade' }),
    /** Civil days, both included. */
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    /** None: at any time of the day. */
    times: text('times', { enum: PARTS_OF_DAY }).array().notNull().default([]),
    /** An appointment of theirs that is moved to an earlier time, instead of booking another one. */
    bookingId: uuid('booking_id').references(() => bookings.id, { onDelete: 'cascade' }),
    joinedAt: instant('joined_at').notNull(),
    /** Rows that have ended are deleted after a month. */
    endedAt: instant('ended_at'),
    endedAs: text('ended_as', { enum: ['booked', 'over', 'left', 'removed'] }),
  },
  (table) => [
    uniqueIndex('one_live_entry_per_request')
      .on(
        table.treatedId,
        table.treatmentId,
        sql`coalesce(${table.optionId}, '00000000-0000-0000-0000-000000000000')`,
        sql`coalesce(${table.bookingId}, '00000000-0000-0000-0000-000000000000')`,
      )
      .where(sql`ended_at is null`),
    index('waiting_in_order').on(table.joinedAt, table.id).where(sql`ended_at is null`),
    index('waiting_list_of_person').on(table.personId),
    index('waiting_list_of_treated').on(table.treatedId),
    index('waiting_list_of_booking').on(table.bookingId).where(sql`booking_id is not null`),
    index('waiting_list_ended').on(table.endedAt).where(sql`ended_at is not null`),
    check('waiting_list_days_in_order', sql`${table.firstDay} <= ${table.lastDay}`),
    check('waiting_list_ended_somehow', sql`(${table.endedAt} is null) = (${table.endedAs} is null)`),
  ],
);

/**
 * A slot that was offered to somebody on the waiting list. While it is open, a busy time of the kind 'offer' with the
 * same id keeps the slot for them; triggers delete the one when the other ends.
 */
export const waitingListOffers = pgTable(
  'waiting_list_offers',
  {
    id: uuid('id').primaryKey(),
    entryId: uuid('entry_id')
      .notNull()
      .references(() => waitingListEntries.id, { onDelete: 'cascade' }),
    optionId: uuid('option_id')
      .notNull()
      .references(() => appointmentOptions.id, { onDelete: 'cascade' }),
    calendarId: uuid('calendar_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    startMinute: smallint('start_minute').notNull(),
    minutes: smallint('minutes').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** `expired` and `declined`: it failed. `withdrawn`: they could not take it any more, or left the list. */
    state: text('state', { enum: ['open', 'accepted', 'declined', 'expired', 'withdrawn'] })
      .notNull()
      .default('open'),
    offeredAt: instant('offered_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** What was booked or moved. */
    bookingId: uuid('booking_id').references(() => bookings.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('one_open_offer_per_entry').on(table.entryId).where(sql`state = 'open'`),
    index('offers_of_entry').on(table.entryId, table.offeredAt),
    index('open_offers').on(table.expiresAt).where(sql`state = 'open'`),
    check('offer_state_known', sql`${table.state} in ('open', 'accepted', 'declined', 'expired', 'withdrawn')`),
    check('offer_ends_after_it_starts', sql`${table.endsAt} > ${table.startsAt}`),
  ],
);

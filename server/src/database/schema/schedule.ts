import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { people } from './identity.ts';

/** What the clinic does, how long it takes and what it costs. Its names are the specialties of the specification. */
export const treatments = pgTable(
  'treatments',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    priceMinor: integer('price_minor').notNull(),
    minutes: smallint('minutes').notNull(),
  },
  (table) => [
    unique('one_treatment_per_name').on(table.name),
    check('treatment_price_not_negative', sql`${table.priceMinor} >= 0`),
    check('treatment_minutes_within_a_day', sql`${table.minutes} between 5 and 1440`),
  ],
);

/** A treatment as it can be booked: with a doctor, or with whoever is on duty. */
export const appointmentOptions = pgTable(
  'appointment_options',
  {
    id: uuid('id').primaryKey(),
    treatmentId: uuid('treatment_id')
      .notNull()
      .references(() => treatments.id),
    /**
     * The person who treats; their name and photo below are what patients are shown. Where theirs change, a trigger on
     * people changes these (migration 0009).
     */
    doctorId: uuid('doctor_id').references(() => people.id),
    doctorName: text('doctor_name'),
    doctorPhoto: text('doctor_photo'),
    /** Whose time a booking takes: the doctor's, across all their options, or this option's own. */
    calendarId: uuid('calendar_id').notNull(),
    open: boolean('open').notNull().default(true),
  },
  (table) => [
    index('options_of_treatment').on(table.treatmentId),
    uniqueIndex('one_option_per_doctor_and_treatment')
      .on(table.doctorId, table.treatmentId)
      .where(sql`${table.doctorId} is not null`),
  ],
);

/** Weekly hours of an option, in minutes of the clinic's wall clock. Several a day leave a break between them. */
export const openingHours = pgTable(
  'opening_hours',
  {
    optionId: uuid('option_id')
      .notNull()
      .references(() => appointmentOptions.id, { onDelete: 'cascade' }),
    /** 1 Monday … 7 Sunday, as ISO 8601 and Temporal count. */
    weekday: smallint('weekday').notNull(),
    opensMinute: smallint('opens_minute').notNull(),
    closesMinute: smallint('closes_minute').notNull(),
  },
  (table) => [
    primaryKey({ name: 'one_opening_per_time', columns: [table.optionId, table.weekday, table.opensMinute] }),
    check('opening_weekday_known', sql`${table.weekday} between 1 and 7`),
    check(
      'opening_within_a_day',
      sql`0 <= ${table.opensMinute} and ${table.opensMinute} < ${table.closesMinute} and ${table.closesMinute} <= 1440`,
    ),
  ],
);

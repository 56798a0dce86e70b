import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
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
    /** Of the price. A price keeps its currency, whatever CURRENCY becomes. */
    currency: text('currency').notNull(),
    minutes: smallint('minutes').notNull(),
    /** How long whoever treats stays busy after an appointment. */
    bufferMinutes: smallint('buffer_minutes').notNull().default(0),
    description: text('description').notNull().default(''),
    /** '#rrggbb' */
    colour: text('colour'),
    /** False: archived. Nothing can be booked, and everything that refers to it stays. */
    active: boolean('active').notNull().default(true),
    /** Treatments are listed by this number, then by name. */
    position: smallint('position').notNull().default(0),
  },
  (table) => [
    unique('one_treatment_per_name').on(table.name),
    check('treatment_price_not_negative', sql`${table.priceMinor} >= 0`),
    check('treatment_currency_code', sql`${table.currency} ~ '^[A-Z]{3}$'`),
    check('treatment_minutes_within_a_day', sql`${table.minutes} between 5 and 1440`),
    check('treatment_buffer_within_hours', sql`${table.bufferMinutes} between 0 and 240`),
    check('treatment_colour_readable', sql`${table.colour} ~ '^#[0-9a-f]{6}$'`),
    check('treatment_position_not_negative', sql`${table.position} >= 0`),
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
     * people changes these (the initial migration ends with it).
     */
    doctorId: uuid('doctor_id').references(() => people.id),
    doctorName: text('doctor_name'),
    doctorPhoto: text('doctor_photo'),
    /** Whose time a booking takes: the doctor's, across all their options, or this option's own. */
    calendarId: uuid('calendar_id')
      .notNull()
      .references(() => calendars.id),
    open: boolean('open').notNull().default(true),
  },
  (table) => [
    index('options_of_treatment').on(table.treatmentId),
    uniqueIndex('one_option_per_doctor_and_treatment')
      .on(table.doctorId, table.treatmentId)
      .where(sql`${table.doctorId} is not null`),
  ],
);

/**
 * The public page of a doctor, /doctors/{slug}. It exists from their first option on; whether it is shown follows from
 * whether they can be booked. The slug stays when the name changes, so that links and search results keep working.
 */
export const doctorPages = pgTable(
  'doctor_pages',
  {
    doctorId: uuid('doctor_id')
      .primaryKey()
      .references(() => people.id),
    slug: text('slug').notNull(),
  },
  (table) => [unique('one_doctor_per_slug').on(table.slug)],
);

/**
 * Whose time appointments take: a doctor's across all their options (the id is the doctor's), or that of one option
 * without a named doctor (the id is the option's).
 */
export const calendars = pgTable('calendars', {
  id: uuid('id').primaryKey(),
  /** One higher with every change of the hours, so that of two people who edit them the second one notices. */
  version: integer('version').notNull().default(1),
});

/** The weekly hours of a calendar from a day on, until the next one's day. A week without hours is a week off. */
export const workingWeeks = pgTable(
  'working_weeks',
  {
    calendarId: uuid('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
  },
  (table) => [primaryKey({ name: 'one_week_from_a_day', columns: [table.calendarId, table.validFrom] })],
);

/**
 * The hours of a week, in minutes of the clinic's wall clock. Several a day leave a break between them. With a treatment
 * they are that treatment's alone. None of one day overlap: `no_overlap_in_opening_hours`, at the end of the migration.
 */
export const openingHours = pgTable(
  'opening_hours',
  {
    calendarId: uuid('calendar_id').notNull(),
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    /** 1 Monday … 7 Sunday, as ISO 8601 and Temporal count. */
    weekday: smallint('weekday').notNull(),
    opensMinute: smallint('opens_minute').notNull(),
    closesMinute: smallint('closes_minute').notNull(),
    treatmentId: uuid('treatment_id').references(() => treatments.id),
  },
  (table) => [
    foreignKey({
      name: 'hours_of_a_week',
      columns: [table.calendarId, table.validFrom],
      foreignColumns: [workingWeeks.calendarId, workingWeeks.validFrom],
    }).onDelete('cascade'),
    index('opening_hours_of_week').on(table.calendarId, table.validFrom),
    check('opening_weekday_known', sql`${table.weekday} between 1 and 7`),
    check(
      'opening_within_a_day',
      sql`0 <= ${table.opensMinute} and ${table.opensMinute} < ${table.closesMinute} and ${table.closesMinute} <= 1440`,
    ),
  ],
);

/** What a day has in place of its weekday's hours: other hours, or none (both minutes null). */
export const hoursExceptions = pgTable(
  'hours_exceptions',
  {
    calendarId: uuid('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    date: date('date', { mode: 'string' }).notNull(),
    opensMinute: smallint('opens_minute'),
    closesMinute: smallint('closes_minute'),
    treatmentId: uuid('treatment_id').references(() => treatments.id),
  },
  (table) => [
    index('hours_exceptions_of_day').on(table.calendarId, table.date),
    check(
      'exception_within_a_day',
      sql`(${table.opensMinute} is null) = (${table.closesMinute} is null) and
        0 <= ${table.opensMinute} and ${table.opensMinute} < ${table.closesMinute} and ${table.closesMinute} <= 1440`,
    ),
  ],
);

/** Days, both ends included, on which nothing can be booked: in the whole clinic, or in one calendar. */
export const closures = pgTable(
  'closures',
  {
    id: uuid('id').primaryKey(),
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    calendarId: uuid('calendar_id').references(() => calendars.id, { onDelete: 'cascade' }),
    /** Patients read it. */
    reason: text('reason').notNull(),
  },
  (table) => [
    index('closures_by_last_day').on(table.lastDay),
    unique('closed_once').on(table.firstDay, table.lastDay, table.calendarId).nullsNotDistinct(),
    check('closure_ends_after_it_begins', sql`${table.firstDay} <= ${table.lastDay}`),
  ],
);

import { and, eq, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
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
import { instant } from './instant.ts';

/** The clinic's treatments, with length and price. Their names are the specialties of the specification. */
export const treatments = pgTable(
  'treatments',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    priceMinor: integer('price_minor').notNull(),
    /** The currency of the price. It does not change with CURRENCY. */
    currency: text('currency').notNull(),
    minutes: smallint('minutes').notNull(),
    /** How long the calendar stays busy after an appointment. */
    bufferMinutes: smallint('buffer_minutes').notNull().default(0),
    description: text('description').notNull().default(''),
    /** '#rrggbb' */
    colour: text('colour'),
    /** False: archived. It cannot be booked, and all references to it stay. */
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

/** A treatment that can be booked, with one doctor or without a named doctor. */
export const appointmentOptions = pgTable(
  'appointment_options',
  {
    id: uuid('id').primaryKey(),
    treatmentId: uuid('treatment_id')
      .notNull()
      .references(() => treatments.id),
    /**
     * The doctor. Patients see the name and photo below, which a trigger on people updates (at the end of the initial
     * migration).
     */
    doctorId: uuid('doctor_id').references(() => people.id),
    doctorName: text('doctor_name'),
    doctorPhoto: text('doctor_photo'),
    /** The calendar in which bookings take time: the doctor's, across all their options, or this option's own. */
    calendarId: uuid('calendar_id')
      .notNull()
      .references(() => calendars.id),
    open: boolean('open').notNull().default(true),
  },
  (table) => [
    index('options_of_treatment').on(table.treatmentId),
    index('options_of_calendar').on(table.calendarId),
    index('open_options').on(table.treatmentId, table.id).where(sql`${table.open}`),
    uniqueIndex('one_option_per_doctor_and_treatment')
      .on(table.doctorId, table.treatmentId)
      .where(sql`${table.doctorId} is not null`),
  ],
);

/**
 * The public page of a doctor, /doctors/{slug}. The row is created with their first option; the page is shown while
 * they can be booked. The slug does not change with the name, so that links and search results keep working.
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
 * A calendar, in which appointments take time: a doctor's, across all their options (with the doctor's id), or that of
 * one option without a named doctor (with the option's id).
 */
export const calendars = pgTable('calendars', {
  id: uuid('id').primaryKey(),
  /** Increases with every change of the hours, so that the second of two people who edit them is refused. */
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
 * The hours of a week, in minutes of the clinic's wall clock. Several on one day have breaks between them. With a
 * treatment, they apply to that treatment only. Those of one day do not overlap: `no_overlap_in_opening_hours`, in
 * `0001_constraints.sql`.
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

/** Hours that replace those of the weekday on one day; none if both minutes are null. */
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

/**
 * The doctors who work during all special hours of the clinic on a date. Their own hours and exceptions do not count then, and stay.
 * A doctor without a row works in their own hours, within the special ones.
 */
export const specialHoursDoctors = pgTable(
  'special_hours_doctors',
  {
    date: date('date', { mode: 'string' }).notNull(),
    calendarId: uuid('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ name: 'doctor_chosen_once_per_date', columns: [table.date, table.calendarId] })],
);

/** Time in which nothing can be booked in the whole clinic, or in one calendar: from a minute of a day to a minute of another. */
export const closures = pgTable(
  'closures',
  {
    id: uuid('id').primaryKey(),
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    /** The first day is closed from this minute of the wall clock on. */
    fromMinute: smallint('from_minute').notNull().default(0),
    /** The last day is closed until this minute. 1440 is its end. */
    toMinute: smallint('to_minute').notNull().default(1440),
    calendarId: uuid('calendar_id').references(() => calendars.id, { onDelete: 'cascade' }),
    /** Shown to patients. */
    reason: text('reason').notNull(),
  },
  (table) => [
    index('closures_by_last_day').on(table.lastDay),
    unique('closed_once')
      .on(table.firstDay, table.fromMinute, table.lastDay, table.toMinute, table.calendarId)
      .nullsNotDistinct(),
    check(
      'closure_ends_after_it_begins',
      sql`(${table.firstDay}, ${table.fromMinute}) < (${table.lastDay}, ${table.toMinute})`,
    ),
    check('closure_begins_on_its_first_day', sql`${table.fromMinute} between 0 and 1439`),
    check('closure_ends_on_its_last_day', sql`${table.toMinute} between 1 and 1440`),
  ],
);

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/**
 * Which transactions changed what free slots are made of. Written by triggers (`0005_schedule.sql`), read by every node
 * to forget the answers that it keeps, cleared after a day.
 */
export const scheduleChanges = pgTable(
  'schedule_changes',
  {
    transaction: transactionId('transaction').notNull().default(sql`pg_current_xact_id()`),
    /** Null: every day. */
    day: date('day', { mode: 'string' }),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    index('schedule_changes_by_transaction').on(table.transaction),
    // Every booking asks whether there is a new one.
    index('schedule_changes_of_every_day').on(table.transaction).where(sql`${table.day} is null`),
    index('schedule_changes_by_age').on(table.at),
  ],
);

/** The columns of an option that is booked, with those of its treatment. */
export const optionColumns = {
  optionId: appointmentOptions.id,
  treatmentId: treatments.id,
  treatment: treatments.name,
  price: { minor: treatments.priceMinor, currency: treatments.currency },
  minutes: treatments.minutes,
  bufferMinutes: treatments.bufferMinutes,
  doctorName: appointmentOptions.doctorName,
  doctorPhoto: appointmentOptions.doctorPhoto,
  calendarId: appointmentOptions.calendarId,
};

/** Whether an option can be booked; for any query on it and its treatment. */
export const isOpenOption = and(eq(appointmentOptions.open, true), eq(treatments.active, true));

import type { ClinicTexts, Figure, NewsItem, Testimonial } from '@openhours/contract/clinic-facts.ts';
import { LEGAL_TEXTS } from '@openhours/contract/legal-text-kinds.ts';
import { sql } from 'drizzle-orm';
import { boolean, check, date, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { instant } from './instant.ts';

/**
 * The clinic's settings: one row, which a migration creates. Until an admin saves it (version 1), the settings of the
 * environment are copied into it at each start.
 */
export const clinic = pgTable(
  'clinic',
  {
    id: smallint('id').primaryKey().default(1),
    /** Increases with every change. A save with an older version is refused. */
    version: integer('version').notNull().default(1),
    /** The least time between booking and the start of an appointment. */
    leastNoticeMinutes: integer('least_notice_minutes').notNull().default(0),
    /** How many days can be booked, today included. */
    horizonDays: smallint('horizon_days').notNull().default(180),
    /** How many unpaid future appointments a patient may have. */
    maxUnpaidBookings: smallint('max_unpaid_bookings').notNull().default(10),
    /** Whether patients need a confirmed email address to hold, book or wait for a time. */
    confirmedEmailOnly: boolean('confirmed_email_only').notNull().default(false),
    /** When patients pay: on booking, or also at the clinic. */
    payment: text('payment', { enum: ['at-booking', 'at-clinic'] })
      .notNull()
      .default('at-clinic'),
    /** How long patients have to pay if they must pay on booking. */
    payWithinMinutes: smallint('pay_within_minutes').notNull().default(30),
    /** An appointment can be cancelled free of charge until this many hours before it starts. */
    freeCancellationHours: smallint('free_cancellation_hours').notNull().default(0),
    /** How long a slot is kept for whoever on the waiting list is offered it by day. */
    offerMinutes: smallint('offer_minutes').notNull().default(15),
    name: text('name').notNull().default('Openhours'),
    /** Street and number, building, floor. */
    addressLines: text('address_lines').array().notNull().default([]),
    city: text('city').notNull().default(''),
    postcode: text('postcode').notNull().default(''),
    /** ISO 3166, or empty. */
    country: text('country').notNull().default(''),
    phone: text('phone').notNull().default(''),
    email: text('email').notNull().default(''),
    /** IANA zone of the clinic's days and hours. */
    timeZone: text('time_zone').notNull().default('UTC'),
    /** ISO 4217, of new prices. */
    currency: text('currency').notNull().default('USD'),
    /** The clinic's own words. What is missing is empty. */
    texts: jsonb('texts').$type<Partial<ClinicTexts>>().notNull().default({}),
    logoImage: text('logo_image'),
    /** Whether staff need a second factor for what their role allows. */
    requireSecondFactor: boolean('require_second_factor').notNull().default(false),
    /** Like '#0f5c50'; null for our own colour. */
    accent: text('accent'),
    testimonials: jsonb('testimonials').$type<readonly Testimonial[]>().notNull().default([]),
    news: jsonb('news').$type<readonly NewsItem[]>().notNull().default([]),
    figures: jsonb('figures').$type<readonly Figure[]>().notNull().default([]),
  },
  (table) => [
    check('one_clinic', sql`${table.id} = 1`),
    check('clinic_least_notice_sane', sql`${table.leastNoticeMinutes} between 0 and 43200`),
    check('clinic_horizon_sane', sql`${table.horizonDays} between 1 and 730`),
    check('clinic_max_unpaid_sane', sql`${table.maxUnpaidBookings} between 1 and 1000`),
    check('clinic_payment_known', sql`${table.payment} in ('at-booking', 'at-clinic')`),
    check('clinic_pay_within_sane', sql`${table.payWithinMinutes} between 10 and 1440`),
    check('clinic_free_cancellation_sane', sql`${table.freeCancellationHours} between 0 and 720`),
    check('clinic_offer_minutes_sane', sql`${table.offerMinutes} between 5 and 240`),
    check('clinic_accent_hex', sql`${table.accent} ~ '^#[0-9a-f]{6}$'`),
  ],
);

/** The time zones that the clinic had before, so that money stays on the day on which it came in (`spansOfDays`). */
export const formerTimeZones = pgTable('former_time_zones', {
  until: instant('until').primaryKey(),
  timeZone: text('time_zone').notNull(),
});

/** The clinic's legal texts. Their version is that of the clinic's row. */
export const legalTexts = pgTable(
  'legal_texts',
  {
    kind: text('kind', { enum: LEGAL_TEXTS }).primaryKey(),
    text: text('text').notNull(),
  },
  (table) => [check('legal_text_known', sql`${table.kind} in ('privacy', 'terms', 'imprint')`)],
);

/**
 * The code of the set-up address that the last start printed: one row at most, none once the clinic has an admin. Only
 * its hash is stored.
 */
export const setupCodes = pgTable(
  'setup_codes',
  {
    id: smallint('id').primaryKey().default(1),
    hash: text('hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [check('one_setup_code', sql`${table.id} = 1`)],
);

/**
 * The clinic's opening hours, in minutes of its wall clock. Without any row, only the doctors' own hours apply. Those
 * of one day do not overlap: `no_overlap_in_clinic_hours`, in `0001_constraints.sql`.
 */
export const clinicHours = pgTable(
  'clinic_hours',
  {
    /** 1 Monday … 7 Sunday. */
    weekday: smallint('weekday').notNull(),
    opensMinute: smallint('opens_minute').notNull(),
    closesMinute: smallint('closes_minute').notNull(),
  },
  (table) => [
    primaryKey({ name: 'one_clinic_opening_per_time', columns: [table.weekday, table.opensMinute] }),
    check('clinic_weekday_known', sql`${table.weekday} between 1 and 7`),
    check(
      'clinic_opening_within_a_day',
      sql`0 <= ${table.opensMinute} and ${table.opensMinute} < ${table.closesMinute} and ${table.closesMinute} <= 1440`,
    ),
  ],
);

/**
 * Opening hours that replace those of the weekday on one day. Those of one day do not overlap: `no_overlap_in_special_hours`, in
 * `0001_constraints.sql`.
 */
export const specialHours = pgTable(
  'special_hours',
  {
    date: date('date', { mode: 'string' }).notNull(),
    opensMinute: smallint('opens_minute').notNull(),
    closesMinute: smallint('closes_minute').notNull(),
  },
  (table) => [
    primaryKey({ name: 'one_special_opening_per_time', columns: [table.date, table.opensMinute] }),
    check(
      'special_opening_within_a_day',
      sql`0 <= ${table.opensMinute} and ${table.opensMinute} < ${table.closesMinute} and ${table.closesMinute} <= 1440`,
    ),
  ],
);

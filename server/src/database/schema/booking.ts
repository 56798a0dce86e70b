import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { people } from './identity.ts';
import { appointmentOptions, treatments } from './schedule.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * An appointment. What the patient was told (names, price, time) is kept as it was told, whatever changes later.
 *
 * The named constraints are the rules about concurrency; `refusals.ts` of the booking feature maps them to sentences.
 * The order matters, because PostgreSQL checks them in the order of their creation: first what is the patient's own
 * (so that who submits twice hears that they have it, not that it is taken), then the slot; both before the exclusion
 * constraints of migration 0001, or a rush for one slot becomes a storm of deadlocks.
 */
export const bookings = pgTable(
  'bookings',
  {
    id: uuid('id').primaryKey(),
    optionId: uuid('option_id')
      .notNull()
      .references(() => appointmentOptions.id),
    treatmentId: uuid('treatment_id')
      .notNull()
      .references(() => treatments.id),
    calendarId: uuid('calendar_id').notNull(),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => people.id),

    treatmentName: text('treatment_name').notNull(),
    doctorName: text('doctor_name'),
    doctorPhoto: text('doctor_photo'),
    patientName: text('patient_name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),

    /** The civil day and the wall-clock minute in the clinic's zone … */
    day: date('day', { mode: 'string' }).notNull(),
    startMinute: smallint('start_minute').notNull(),
    minutes: smallint('minutes').notNull(),
    /** … and the instants that follow from them. */
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),

    priceMinor: integer('price_minor').notNull(),
    currency: text('currency').notNull(),
    paid: boolean('paid').notNull().default(false),
    status: text('status', { enum: ['confirmed', 'cancelled'] })
      .notNull()
      .default('confirmed'),
    bookedAt: instant('booked_at').notNull().defaultNow(),
    cancelledAt: instant('cancelled_at'),
    /** A sentence that the patient reads. */
    cancelReason: text('cancel_reason'),
    cancelledBy: uuid('cancelled_by').references(() => people.id),
  },
  (table) => [
    uniqueIndex('one_live_booking_per_treatment_and_day')
      .on(table.patientId, table.treatmentId, table.day)
      .where(sql`status = 'confirmed'`),
    // The day first: by this index the bookings of a day are found, too.
    uniqueIndex('one_live_booking_per_slot')
      .on(table.day, table.calendarId, table.startMinute)
      .where(sql`status = 'confirmed'`),
    index('bookings_of_patient').on(table.patientId, table.startsAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    check('booking_status_known', sql`${table.status} in ('confirmed', 'cancelled')`),
    check(
      'booking_cancelled_with_a_reason',
      sql`(${table.status} = 'cancelled') = (${table.cancelledAt} is not null and ${table.cancelReason} is not null)`,
    ),
    check('booking_price_not_negative', sql`${table.priceMinor} >= 0`),
    check('booking_ends_after_it_starts', sql`${table.endsAt} > ${table.startsAt}`),
  ],
);

import { REFERENCE_ALPHABET, REFERENCE_LENGTH } from '@openhours/contract/booking-reference.ts';
import { getTableColumns, sql } from 'drizzle-orm';
import {
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

/** Draws a reference. If it is taken, `one_booking_per_reference` fails and another is drawn. */
const drawnReference = sql.raw(
  `(${Array.from(
    { length: REFERENCE_LENGTH },
    () => `substr('${REFERENCE_ALPHABET}', 1 + floor(random() * ${REFERENCE_ALPHABET.length})::int, 1)`,
  ).join(' || ')})`,
);

/**
 * An appointment. Names, price and time are stored as of the booking and do not change.
 *
 * The named constraints are the rules about concurrency; `refusals.ts` of the booking feature maps them to messages.
 * PostgreSQL checks them in the order of their creation, so the order matters: first the patient's own (a second submit
 * should say that they have the appointment, not that it is taken), then the slot; both before the exclusion
 * constraints at the end of the migration, which would deadlock when many book one slot.
 */
export const bookings = pgTable(
  'bookings',
  {
    id: uuid('id').primaryKey(),
    reference: text('reference').notNull().default(drawnReference),
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
    /** How long the calendar stays busy after its end. */
    bufferMinutes: smallint('buffer_minutes').notNull().default(0),
    /** … and the instants derived from them. */
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),

    priceMinor: integer('price_minor').notNull(),
    currency: text('currency').notNull(),
    /** The clinic's rules as they were when it was booked (`schema/clinic.ts`). */
    payment: text('payment', { enum: ['at-booking', 'at-clinic'] })
      .notNull()
      .default('at-clinic'),
    freeCancellationHours: smallint('free_cancellation_hours').notNull().default(0),
    status: text('status', { enum: ['confirmed', 'cancelled'] })
      .notNull()
      .default('confirmed'),
    bookedAt: instant('booked_at').notNull().defaultNow(),
    cancelledAt: instant('cancelled_at'),
    /** A sentence for the patient. */
    cancelReason: text('cancel_reason'),
    /** What is refunded to the patient after a cancellation. */
    cancelRefund: text('cancel_refund', { enum: ['full', 'none'] })
      .notNull()
      .default('full'),
    cancelledBy: uuid('cancelled_by').references(() => people.id),
  },
  (table) => [
    uniqueIndex('one_live_booking_per_treatment_and_day')
      .on(table.patientId, table.treatmentId, table.day)
      .where(sql`status = 'confirmed'`),
    // The day first: this index also finds the bookings of a day.
    uniqueIndex('one_live_booking_per_slot')
      .on(table.day, table.calendarId, table.startMinute)
      .where(sql`status = 'confirmed'`),
    index('bookings_to_be_paid').on(table.bookedAt).where(sql`status = 'confirmed' and payment = 'at-booking'`),
    // The appointments of the clinic in order of time, cancelled ones too.
    index('bookings_in_order').on(table.day, table.startMinute, table.id),
    index('bookings_of_patient').on(table.patientId, table.startsAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    uniqueIndex('one_booking_per_reference').on(table.reference),
    check('booking_reference_readable', sql.raw(`"reference" ~ '^[${REFERENCE_ALPHABET}]{${REFERENCE_LENGTH}}$'`)),
    check('booking_status_known', sql`${table.status} in ('confirmed', 'cancelled')`),
    check(
      'booking_cancelled_with_a_reason',
      sql`(${table.status} = 'cancelled') = (${table.cancelledAt} is not null and ${table.cancelReason} is not null)`,
    ),
    check('booking_cancel_refund_known', sql`${table.cancelRefund} in ('full', 'none')`),
    check('booking_price_not_negative', sql`${table.priceMinor} >= 0`),
    check('booking_payment_known', sql`${table.payment} in ('at-booking', 'at-clinic')`),
    check('booking_currency_code', sql`${table.currency} ~ '^[A-Z]{3}$'`),
    check('booking_buffer_not_negative', sql`${table.bufferMinutes} >= 0`),
    check('booking_ends_after_it_starts', sql`${table.endsAt} > ${table.startsAt}`),
  ],
);

/** Whether one of its payments pays for it (`schema/payments.ts`); for any query on `bookings`. */
export const isPaid = sql<boolean>`exists (select 1 from payments p where p.booking_id = bookings.id and p.state = 'paid')`;

/** Whether it has a payment that pays for it or is on hold; for any query on `bookings`. */
export const hasMoney = sql<boolean>`exists (select 1 from payments p where p.booking_id = bookings.id and p.state in ('paid', 'on-hold'))`;

/** The columns of a booking that are read. */
export const bookingColumns = { ...getTableColumns(bookings), paid: isPaid };

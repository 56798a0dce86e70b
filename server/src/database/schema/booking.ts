import type { EarlierPayment } from '@openhours/contract/booking.ts';
import { REFERENCE_ALPHABET, REFERENCE_LENGTH } from '@openhours/contract/booking-reference.ts';
import { getTableColumns, ne, type SQL, sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { people, sessions } from './identity.ts';
import { instant } from './instant.ts';
import { appointmentOptions, calendars, treatments } from './schedule.ts';

const isOneOf = (column: unknown, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;

/**
 * Draws a reference that begins with a letter: digits alone could be part of a phone number. If it is taken,
 * `one_booking_per_reference` fails and another is drawn.
 */
const drawnReference = sql.raw(
  `(${Array.from({ length: REFERENCE_LENGTH }, (_, at) => {
    const signs = at === 0 ? REFERENCE_ALPHABET.replaceAll(/\d/g, '') : REFERENCE_ALPHABET;
    return `substr('${signs}', 1 + floor(random() * ${signs.length})::int, 1)`;
  }).join(' || ')})`,
);

/** The states of an appointment. `features/booking/states.ts` has the transitions; a trigger refuses any other. */
export const BOOKING_STATES = ['booked', 'arrived', 'in-progress', 'done', 'no-show', 'cancelled'] as const;

/** In which role somebody changed an appointment; `system` for the clinic's own rules. */
export const CHANGED_AS = ['patient', 'doctor', 'clinic', 'system'] as const;

const changeColumns = {
  version: integer('version').notNull().default(1),
  state: text('state', { enum: BOOKING_STATES }).notNull().default('booked'),
  changedAt: instant('changed_at').notNull().defaultNow(),
  /** Null for the system. */
  changedBy: uuid('changed_by').references(() => people.id),
  changedAs: text('changed_as', { enum: CHANGED_AS }).notNull().default('system'),
  /** A sentence for the patient; the reason of a cancellation. */
  changeReason: text('change_reason'),
};

/**
 * An appointment. Its price is stored as of the booking, and the names of doctor and patient as of its start: until then, a
 * trigger (`bookings_follow_names`) changes them with those of the people.
 *
 * The named constraints are the rules about concurrency; `rules.ts` of the booking feature maps them to messages. Those
 * of the person treated are here, those of the calendar in `busyTimes`.
 *
 * A trigger (`booking_keeps_its_history`) counts the version, refuses unknown transitions, and copies the version before
 * a change of state, time or doctor into `bookingHistory`: what is here is the last version, and who made it.
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
    /** Whose account it is under … */
    patientId: uuid('patient_id')
      .notNull()
      .references(() => people.id),
    /** … and who is treated: the same person, or somebody whom they look after. */
    treatedId: uuid('treated_id')
      .notNull()
      .references(() => people.id),

    treatmentName: text('treatment_name').notNull(),
    doctorName: text('doctor_name'),
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
    /**
     * The clinic's rules as they were when it was booked (`schema/clinic.ts`), except that it may be paid at the clinic
     * if its payment was given back otherwise than for the appointment (`isGivenBackByClinicOrBank`), or is owed at the clinic
     * after a move.
     */
    payment: text('payment', { enum: ['at-booking', 'at-clinic'] })
      .notNull()
      .default('at-clinic'),
    payWithinMinutes: smallint('pay_within_minutes').notNull().default(30),
    freeCancellationHours: smallint('free_cancellation_hours').notNull().default(0),
    /** Staff moved it: cancelling is free until then even if the new time starts sooner (`freeUntil`). */
    freeAtLeastUntil: instant('free_at_least_until'),
    /**
     * Until then it must be paid, if it must be paid at booking. Later than usual after the money went back. Null if it costs
     * nothing, or may be paid at the clinic because it starts too soon to be paid online; a move to a later time sets it.
     */
    payBy: instant('pay_by'),
    /** Why the patient comes, for staff; empty if they did not say. */
    visitReason: text('visit_reason').notNull().default(''),
    bookedAt: instant('booked_at').notNull().defaultNow(),
    /**
     * The same for all appointments that the front desk booked as one series; null for any other. Those of a series are always
     * under one account, so the index `bookings_of_patient` finds them.
     */
    seriesId: uuid('series_id'),
    /** When the patient said that they will come at this time. */
    confirmedAt: instant('confirmed_at'),
    /** Which version staff have told the patient, who gets no emails; when and by whom. */
    toldVersion: integer('told_version'),
    toldAt: instant('told_at'),
    toldBy: uuid('told_by').references(() => people.id),
    /** Part of what signs the links in emails: a new key ends the links with the old one. */
    linkKey: uuid('link_key').notNull().defaultRandom(),
    ...changeColumns,
    /** What is refunded to the patient after a cancellation. */
    cancelRefund: text('cancel_refund', { enum: ['full', 'none'] })
      .notNull()
      .default('full'),
  },
  (table) => [
    uniqueIndex('one_live_booking_per_treatment_and_day')
      .on(table.treatedId, table.treatmentId, table.day)
      .where(sql`state <> 'cancelled'`),
    index('bookings_to_be_paid').on(table.payBy).where(sql`state = 'booked' and pay_by is not null`),
    index('bookings_of_calendar').on(table.calendarId, table.startsAt),
    // The appointments of the clinic in order of time, cancelled ones too.
    index('bookings_in_order').on(table.day, table.startMinute, table.id),
    // Has every column that statistics read, so that they read no rows.
    index('bookings_for_statistics').on(table.day, table.state, table.calendarId, table.changedAs, table.minutes),
    index('bookings_of_patient').on(table.patientId, table.startsAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    // Each new appointment looks for those beside it (`last_treated_before`).
    index('bookings_of_treated').on(table.treatedId, table.startsAt),
    index('bookings_by_phone').on(table.phone).where(sql`${table.phone} <> ''`),
    // For payments that should have been refunded when the booking was cancelled.
    index('bookings_cancelled')
      .on(table.changedAt)
      .where(sql`${table.state} = 'cancelled' and ${table.cancelRefund} = 'full'`),
    uniqueIndex('one_booking_per_reference').on(table.reference),
    check('booking_reference_readable', sql.raw(`"reference" ~ '^[${REFERENCE_ALPHABET}]{${REFERENCE_LENGTH}}$'`)),
    check('booking_state_known', isOneOf(table.state, BOOKING_STATES)),
    check('booking_changed_as_known', isOneOf(table.changedAs, CHANGED_AS)),
    check('booking_cancelled_with_a_reason', sql`${table.state} <> 'cancelled' or ${table.changeReason} is not null`),
    check('booking_cancel_refund_known', sql`${table.cancelRefund} in ('full', 'none')`),
    check('booking_price_not_negative', sql`${table.priceMinor} >= 0`),
    check('booking_payment_known', sql`${table.payment} in ('at-booking', 'at-clinic')`),
    check('booking_pay_by_online', sql`${table.payment} = 'at-booking' or ${table.payBy} is null`),
    check('booking_told_by_somebody', sql`num_nulls(${table.toldVersion}, ${table.toldAt}, ${table.toldBy}) in (0, 3)`),
    check('booking_visit_reason_short', sql`length(${table.visitReason}) <= 500`),
    check('booking_currency_code', sql`${table.currency} ~ '^[A-Z]{3}$'`),
    check('booking_buffer_not_negative', sql`${table.bufferMinutes} >= 0`),
    check('booking_ends_after_it_starts', sql`${table.endsAt} > ${table.startsAt}`),
  ],
);

/** The versions of an appointment before the last one. Written by a trigger, which also refuses to change them. */
export const bookingHistory = pgTable(
  'booking_history',
  {
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id, { onDelete: 'cascade' }),
    ...changeColumns,
    day: date('day', { mode: 'string' }).notNull(),
    startMinute: smallint('start_minute').notNull(),
    minutes: smallint('minutes').notNull(),
    doctorName: text('doctor_name'),
  },
  (table) => [primaryKey({ name: 'one_history_per_version', columns: [table.bookingId, table.version] })],
);

/** One row: until when the reminders of appointments were queued. */
export const reminderProgress = pgTable(
  'reminder_progress',
  {
    id: smallint('id').primaryKey().default(1),
    queuedUntil: instant('queued_until').notNull(),
  },
  (table) => [check('reminder_progress_is_one_row', sql`${table.id} = 1`)],
);

/**
 * Every interval in which a calendar is busy: with an appointment, with a slot that is held for somebody or offered to
 * somebody on the waiting list, or blocked by the clinic. One table, so that one rule (`no_overlap_in_calendar`, in
 * `0001_constraints.sql`) decides between all of them.
 *
 * A trigger on bookings keeps the row of each live appointment, whose id it shares.
 */
export const busyTimes = pgTable(
  'busy_times',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: ['booking', 'hold', 'block', 'offer'] }).notNull(),
    /** Whoever writes here locks it (`0001_constraints.sql`). */
    calendarId: uuid('calendar_id')
      .notNull()
      .references(() => calendars.id),
    day: date('day', { mode: 'string' }).notNull(),
    startMinute: smallint('start_minute').notNull(),
    startsAt: instant('starts_at').notNull(),
    /** The end, with the buffer after it. */
    busyUntil: instant('busy_until').notNull(),

    /** References bookings, checked at the commit: the time is claimed first (`0001_constraints.sql`). */
    bookingId: uuid('booking_id'),

    /**
     * A hold ends at this time, and with its session. Until it is deleted, queries have to compare the time. An offer
     * (`schema/waiting-list.ts`) ends when it is deleted, soon after its time.
     */
    expiresAt: instant('expires_at'),
    holderId: uuid('holder_id').references(() => people.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    optionId: uuid('option_id').references(() => appointmentOptions.id, { onDelete: 'cascade' }),

    /** Why staff blocked it, for staff. */
    reason: text('reason'),
  },
  (table) => [
    // For the busy times of a day.
    uniqueIndex('one_busy_time_per_slot').on(table.day, table.calendarId, table.startMinute),
    // Each new row looks for those beside it (`last_busy_before`).
    index('busy_times_of_calendar').on(table.calendarId, table.startsAt),
    index('busy_times_of_session').on(table.sessionId).where(sql`session_id is not null`),
    // Each of these indexes also requires that its first column is not null, which is always true here. So PostgreSQL uses
    // the index only for queries that compare this column. Otherwise it could make a plan that reads every hold while there are
    // few, and keep it when there are thousands.
    uniqueIndex('one_hold_per_person_and_day')
      .on(table.holderId, table.calendarId, table.day)
      .where(sql`kind = 'hold' and holder_id is not null`),
    index('holds_by_expiry').on(table.expiresAt).where(sql`kind = 'hold' and expires_at is not null`),
    // Every booking looks for holds and offers in its calendar and day, to delete those of its patient.
    index('holds_and_offers')
      .on(table.calendarId, table.day)
      .where(sql`kind in ('hold', 'offer') and calendar_id is not null`),
    check(
      'busy_time_kind_known',
      sql`case ${table.kind}
        when 'booking' then ${table.bookingId} = ${table.id}
        when 'hold' then ${table.expiresAt} is not null and ${table.holderId} is not null and ${table.optionId} is not null
        when 'block' then ${table.reason} is not null
        when 'offer' then ${table.expiresAt} is not null and ${table.holderId} is not null and ${table.optionId} is not null
        else false end`,
    ),
    check('busy_time_ends_after_it_starts', sql`${table.busyUntil} > ${table.startsAt}`),
  ],
);

/**
 * Whether one of its payments pays for it (`schema/payments.ts`), of which there is one at most; for any query on `bookings`.
 * With `exists`, PostgreSQL would read all payments first for a page of bookings.
 */
export const isPaid = sql<boolean>`((select true from payments p where p.booking_id = bookings.id and p.state = 'paid') is not null)`;

/**
 * What became of the payment that pays for it, if its price is to be paid again (`EarlierPayment`); for any query on `bookings`.
 * What was taken at the clinic is `refundDue`.
 */
export const earlierPayment = sql<EarlierPayment | null>`(select case
    when p.refunded_minor = p.amount_minor then 'being-refunded'
    when not p.disputed
      and exists (select 1 from refunds r where r.payment_id = p.id and r.cause = 'moved' and r.state = 'failed')
      and (p.currency <> bookings.currency or bookings.price_minor > p.amount_minor - (
        select coalesce(sum(r.amount_minor), 0) from refunds r
        where r.payment_id = p.id and r.cause = 'moved' and r.state <> 'failed'))
    then 'refund-failed' end
  from payment_books p
  where p.booking_id = bookings.id and p.state = 'paid' and p.via <> 'clinic' and bookings.price_minor > 0)`;

/** Whether it is for somebody other than the account's owner. */
export const isForOther = ne(bookings.treatedId, bookings.patientId);

/** Whether it has a payment that pays for it or is on hold; for any query on `bookings`. */
export const hasMoney = sql<boolean>`exists (select 1 from payments p where p.booking_id = bookings.id and p.state in ('paid', 'on-hold'))`;

/** Whether some of that money is neither refunded nor being refunded; for any query on `bookings`. */
export const hasMoneyLeft = sql<boolean>`exists (select 1 from payment_books p
  where p.booking_id = bookings.id and p.state in ('paid', 'on-hold') and p.refunded_minor < p.amount_minor)`;

/** Whether the provider is processing a payment for it, such as a bank debit; for any query on `bookings`. */
export const isBeingPaid = sql<boolean>`exists (select 1 from payment_orders o
  where o.booking_id = bookings.id and o.state = 'processing')`;

/** Whether a payment that does not pay for it is still to be refunded, or a part of it; for any query on `bookings`. */
export const isReturning = sql<boolean>`exists (select 1 from payment_books p
  where p.booking_id = bookings.id and p.state = 'released' and p.returned_minor < p.amount_minor)`;

/** Whether staff still have to give money back at the clinic; for any query on `bookings`. */
const refundDue = sql<boolean>`((
  select true from payments p join refunds r on r.payment_id = p.id
  where p.booking_id = bookings.id and p.via = 'clinic' and r.state = 'requested' limit 1) is not null)`;

/** Whether it was cancelled and has payments, whatever became of them; for any query on `bookings`. */
const hasPayments = sql<boolean>`(bookings.state = 'cancelled' and (
  select true from payments p where p.booking_id = bookings.id limit 1) is not null)`;

/** An amount in minor units, how much of it was paid to staff at the clinic, and how much an insurance paid. */
interface Amount {
  readonly minor: number;
  readonly currency: string;
  readonly atClinicMinor: number;
  readonly insuranceMinor: number;
}

/** Which payments `p` staff give back at the clinic, and which they settle with an insurance. */
const atClinic = sql`p.method <> 'insurance'`;
const byInsurance = sql`p.method = 'insurance'`;

/**
 * Whether the payment that pays for it is disputed, or the bank took it back and nothing else pays for it; for any query on
 * `bookings`. Few are: they are read once for a query.
 */
const disputed = sql<boolean>`(bookings.id in (
  select p.booking_id from payment_differences d join payments p on p.id = d.payment_id
    where d.kind = 'disputed' and d.gone_at is null and p.state = 'paid'
  union all select p.booking_id from refunds r join payments p on p.id = r.payment_id
    where r.cause = 'disputed' and r.state = 'succeeded' and p.state = 'released'
      and not exists (select 1 from payments other where other.booking_id = p.booking_id and other.state = 'paid')))`;

/** Whether it has a disputed payment that was not returned otherwise; for any query on `bookings`. */
export const isDisputed = sql<boolean>`exists (select 1 from payment_books p
  where p.booking_id = bookings.id and p.state <> 'released' and p.disputed)`;

/** What is left of its payments, without disputed ones, by currency; for any query on `bookings`. */
export const moneyLeft = sql<readonly Amount[]>`(select coalesce(json_agg(left_over), '[]') from (
  select sum(p.amount_minor - p.refunded_minor)::int as minor, p.currency,
    coalesce(sum(p.amount_minor - p.refunded_minor) filter (where ${atClinic}), 0)::int as "atClinicMinor",
    coalesce(sum(p.amount_minor - p.refunded_minor) filter (where ${byInsurance}), 0)::int as "insuranceMinor"
  from payment_books p
  where p.booking_id = bookings.id and p.state <> 'released' and not p.disputed group by p.currency) as left_over)`;

/** What was refunded of it, or is on its way, without disputed payments, by currency. */
const refunded = (isIt: SQL) => sql<readonly Amount[]>`(select coalesce(json_agg(refund), '[]') from (
  select sum(r.amount_minor)::int as minor, r.currency,
    coalesce(sum(r.amount_minor) filter (where ${atClinic}), 0)::int as "atClinicMinor",
    coalesce(sum(r.amount_minor) filter (where ${byInsurance}), 0)::int as "insuranceMinor"
  from refunds r join payment_books p on p.id = r.payment_id
  where p.booking_id = bookings.id and ${isIt} and r.state <> 'failed' and not p.disputed group by r.currency) as refund)`;

/** What was refunded because it was cancelled, or is on its way; for any query on `bookings`. */
export const cancellationRefunds = refunded(sql`r.cause = 'cancelled'`);

/** What was refunded because of the moves since then, or is on its way; for any query on `bookings`. */
export const moveRefunds = (since: Date) =>
  refunded(sql`r.cause = 'moved' and r.requested_at >= ${since.toISOString()}::timestamptz`);

/** What staff still have to give back at the clinic, by currency; for any query on `bookings`. */
export const dueAtClinic = sql<
  readonly Pick<Amount, 'minor' | 'currency'>[]
>`(select coalesce(json_agg(due), '[]') from (
  select sum(r.amount_minor)::int as minor, r.currency from refunds r join payments p on p.id = r.payment_id
  where p.booking_id = bookings.id and r.state = 'requested' and ${atClinic} group by r.currency) as due)`;

/** A version of an appointment before the last one. */
export interface PastVersion
  extends Pick<
    typeof bookingHistory.$inferSelect,
    'state' | 'changedBy' | 'changedAs' | 'changeReason' | 'day' | 'startMinute' | 'minutes' | 'doctorName'
  > {
  /** An instant in ISO 8601. */
  readonly changedAt: string;
  /** Null for the system. */
  readonly changedByName: string | null;
}

/** The earlier versions of a booking, oldest first; for any query on `bookings`. */
const pastVersions = sql<readonly PastVersion[]>`(select coalesce(json_agg(json_build_object(
    'state', h.state, 'changedAt', h.changed_at, 'changedBy', h.changed_by,
    'changedByName', (select p.name from people p where p.id = h.changed_by), 'changedAs', h.changed_as,
    'changeReason', h.change_reason, 'day', h.day, 'startMinute', h.start_minute, 'minutes', h.minutes,
    'doctorName', h.doctor_name) order by h.version), '[]')
  from booking_history h where h.booking_id = bookings.id)`;

/** Whether the patient has arrived and was a no-show before; for any query on `bookings`. */
export const arrivedAfterNoShow = sql<boolean>`(bookings.state = 'arrived' and coalesce((select h.state = 'no-show'
  from booking_history h where h.booking_id = bookings.id and h.state not in ('arrived', 'in-progress')
  order by h.version desc limit 1), false))`;

/** By how many minutes its calendar is behind on its day (`schema/agenda.ts`); for any query on `bookings`. */
const lateMinutes = sql<number | null>`(select l.minutes from running_late l
  where l.day = bookings.day and l.calendar_id = bookings.calendar_id)`;

/** The name of whoever made the present version; for any query on `bookings`. */
const changedByName = sql<string | null>`(select p.name from people p where p.id = bookings.changed_by)`;

/** The name of whoever told the patient about it; for any query on `bookings`. */
const toldByName = sql<string | null>`(select p.name from people p where p.id = bookings.told_by)`;

/** The account's owner, to whom emails about it go, as `emailsTo` reads them; for any query on `bookings`. */
export const addressee = sql<{ email: string; emailVerified: boolean }>`(
  select json_build_object('email', p.email, 'emailVerified', p.email_verified) from people p where p.id = bookings.patient_id)`;

/** When the person treated was born, 'YYYY-MM-DD'; for any query on `bookings`. */
const dateOfBirth = sql<string | null>`(select p.date_of_birth::text from people p where p.id = bookings.treated_id)`;

/** The photo that its doctor has now; for any query on `bookings`. */
const doctorPhoto = sql<
  string | null
>`(select o.doctor_photo from appointment_options o where o.id = bookings.option_id)`;

/** The name that its treatment has now; for any query on `bookings`. */
const treatmentNow = sql<string>`(select t.name from treatments t where t.id = bookings.treatment_id)`;

/** Whether its treatment can still be booked with anybody; for any query on `bookings`. */
export const isOffered = sql<boolean>`((select true from appointment_options o join treatments t on t.id = o.treatment_id
  where o.treatment_id = bookings.treatment_id and o.open and t.active limit 1) is not null)`;

/** The columns of a booking that are read. */
export const bookingColumns = {
  ...getTableColumns(bookings),
  paid: isPaid,
  earlierPayment,
  disputed,
  refundDue,
  hasPayments,
  pastVersions,
  arrivedAfterNoShow,
  changedByName,
  toldByName,
  lateMinutes,
  addressee,
  dateOfBirth,
  doctorPhoto,
  treatmentNow,
  isOffered,
};

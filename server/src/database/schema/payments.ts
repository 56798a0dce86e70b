import { getTableColumns, getViewSelectedFields, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  pgView,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bookings } from './booking.ts';
import { people } from './identity.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const via = text('via', { enum: ['card', 'hosted-page'] }).notNull();

/**
 * The number of the last receipt, in its one row. It is raised in the transaction that pays for a booking, so a
 * transaction that fails leaves no gap, as a sequence would.
 */
export const receiptCounter = pgTable(
  'receipt_counter',
  { only: boolean('only').primaryKey().default(true), last: integer('last').notNull().default(0) },
  (table) => [check('one_receipt_counter', sql`${table.only}`)],
);

/**
 * That we asked a provider to collect money for a booking: written before the provider is asked, so that nothing which
 * it ever reports is unknown to us. Whether money came is not stored here: `payments` says it.
 */
export const paymentOrders = pgTable(
  'payment_orders',
  {
    id: uuid('id').primaryKey(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    via,
    provider: text('provider').notNull(),
    /** Under which name the provider knows it; not yet known while a card order is being prepared. */
    reference: text('reference'),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency').notNull(),
    /** See `features/payments/transitions.ts`. The provider is asked until the order is `closed`. */
    state: text('state', { enum: ['open', 'processing', 'closed'] })
      .notNull()
      .default('open'),
    /** The hosted page, once there is one. */
    pageUrl: text('page_url'),
    /** Which of its booking's pages it is: who asks at the same time means the same one. Unset for a card. */
    requestKey: text('request_key'),
    createdAt: instant('created_at').notNull(),
    askAt: instant('ask_at').notNull(),
    timesAsked: integer('times_asked').notNull().default(0),
  },
  (table) => [
    unique('one_order_per_reference').on(table.provider, table.reference),
    uniqueIndex('one_open_card_order_per_booking')
      .on(table.bookingId)
      .where(sql`via = 'card' and state in ('open', 'processing')`),
    unique('one_order_per_request_key').on(table.bookingId, table.via, table.requestKey),
    index('payment_orders_to_ask_about').on(table.provider, table.askAt).where(sql`state in ('open', 'processing')`),
    index('payment_orders_of_booking').on(table.bookingId),
    check('payment_order_state_known', sql`${table.state} in ('open', 'processing', 'closed')`),
    check('payment_order_amount_positive', sql`${table.amountMinor} > 0`),
  ],
);

/**
 * Money of which the provider itself said that it came. The named constraints are the rules: a provider's transaction
 * pays for one booking, once, and at most one payment of a booking is `paid`. So a booking is paid if and only if
 * exactly one of its payments is, and no column repeats it. What was refunded is the sum of `refunds`; a trigger at the
 * end of the migration sees to it that this is never more than what came.
 */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => paymentOrders.id),
    via,
    provider: text('provider').notNull(),
    transactionId: text('transaction_id').notNull(),
    /** The bank's own name for it, where the provider tells. Refunds are requested under it. Two banks may use the same. */
    bankReference: text('bank_reference'),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency').notNull(),
    /** What the provider took from the customer, where it converted. */
    takenMinor: integer('taken_minor').notNull(),
    takenCurrency: text('taken_currency').notNull(),
    /** See `features/payments/transitions.ts`. */
    state: text('state', { enum: ['paid', 'on-hold', 'released'] }).notNull(),
    heldBecause: text('held_because'),
    /** Set once the payment has paid for its booking, for good. */
    receiptNumber: integer('receipt_number'),
    paidAt: instant('paid_at').notNull(),
    settledAt: instant('settled_at').notNull(),
    /** When it is compared with the provider's books next; unset once nothing can change any more. */
    compareAt: instant('compare_at'),
  },
  (table) => [
    unique('one_payment_per_transaction').on(table.provider, table.transactionId),
    uniqueIndex('one_paid_payment_per_booking').on(table.bookingId).where(sql`state = 'paid'`),
    unique('one_receipt_per_number').on(table.receiptNumber),
    index('payments_by_bank_reference').on(table.bankReference),
    index('payments_of_booking').on(table.bookingId),
    index('payments_by_state').on(table.state, table.id),
    index('payments_to_compare').on(table.provider, table.compareAt),
    check('payment_state_known', sql`${table.state} in ('paid', 'on-hold', 'released')`),
    check('payment_amount_positive', sql`${table.amountMinor} > 0`),
  ],
);

/** Refunds: decided in a transaction, then requested from the provider, under the refund's own id. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency').notNull(),
    /** See `features/payments/transitions.ts`. */
    state: text('state', { enum: ['requested', 'pending', 'succeeded', 'failed'] }).notNull(),
    cause: text('cause', {
      enum: ['admin', 'cancelled', 'paid-otherwise', 'wrong-amount', 'rejected', 'provider'],
    }).notNull(),
    /** What the admin said; empty for what the system decided. */
    reason: text('reason').notNull().default(''),
    requestedBy: uuid('requested_by').references(() => people.id, { onDelete: 'set null' }),
    requestKey: text('request_key'),
    /** The provider's name for it. */
    reference: text('reference'),
    failure: text('failure'),
    requestedAt: instant('requested_at').notNull(),
    askAt: instant('ask_at').notNull(),
    timesAsked: integer('times_asked').notNull().default(0),
    /** Until then somebody is asking the provider for it; after that, whoever it was has died. */
    heldUntil: instant('held_until'),
    doneAt: instant('done_at'),
  },
  (table) => [
    unique('one_refund_per_request_key').on(table.paymentId, table.requestKey),
    unique('one_refund_per_reference').on(table.paymentId, table.reference),
    index('refunds_to_ask_about').on(table.askAt).where(sql`state in ('requested', 'pending')`),
    check('refund_state_known', sql`${table.state} in ('requested', 'pending', 'succeeded', 'failed')`),
    check('refund_amount_positive', sql`${table.amountMinor} > 0`),
  ],
);

/** A payment with what was refunded of it: all reads of payments are from here. */
export const paymentBooks = pgView('payment_books').as((query) =>
  query
    .select({
      ...getTableColumns(payments),
      /** Refunded, or on its way. */
      refundedMinor: sql<number>`(select coalesce(sum(r.amount_minor), 0)::int from refunds r
        where r.payment_id = payments.id and r.state <> 'failed')`.as('refunded_minor'),
      /** Refunded, says the provider. */
      returnedMinor: sql<number>`(select coalesce(sum(r.amount_minor), 0)::int from refunds r
        where r.payment_id = payments.id and r.state = 'succeeded')`.as('returned_minor'),
    })
    .from(payments),
);

/** The view's columns, for a query that reads other tables, too. */
export const paymentColumns = getViewSelectedFields(paymentBooks);

/** What happened to money, for good: triggers refuse to change or delete a line, or to empty the table. */
export const paymentLog = pgTable(
  'payment_log',
  {
    id: uuid('id').primaryKey(),
    /** Unset for what belongs to no booking of ours. */
    bookingId: uuid('booking_id'),
    paymentId: uuid('payment_id'),
    /** Who did it; unset for the system. */
    byName: text('by_name'),
    what: text('what').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('payment_log_of_payment').on(table.paymentId, table.id),
    index('payment_log_of_booking').on(table.bookingId),
  ],
);

/** How far the charges of a provider were looked through for money that we missed. */
export const chargeSearches = pgTable('charge_searches', {
  provider: text('provider').primaryKey(),
  /** The last charge that was looked at, newest first; the next run goes on after it. Unset: it begins with the newest. */
  after: text('after'),
});

/** What differs between a provider's books and ours, until it does not any more. */
export const paymentDifferences = pgTable(
  'payment_differences',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', {
      enum: [
        'unknown-charge',
        'missing-charge',
        'amount-differs',
        'bank-reference-repeated',
        'refund-differs',
        'refund-failed',
        'disputed',
      ],
    }).notNull(),
    via,
    provider: text('provider').notNull(),
    transactionId: text('transaction_id').notNull(),
    bookingId: uuid('booking_id'),
    paymentId: uuid('payment_id'),
    message: text('message').notNull(),
    seenAt: instant('seen_at').notNull(),
    goneAt: instant('gone_at'),
    /** An admin has seen to it; `payment_log` has who and why. It is listed again when its message changes. */
    dismissedAt: instant('dismissed_at'),
  },
  (table) => [
    uniqueIndex('one_open_difference').on(table.provider, table.transactionId, table.kind).where(sql`gone_at is null`),
  ],
);

import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgSequence,
  pgTable,
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

/** Receipts are numbered in the order in which payments were kept. */
export const receiptNumbers = pgSequence('receipt_numbers');

/**
 * That we asked a provider to collect money for a booking: written before the provider is asked, so that nothing which
 * it ever reports is unknown to us. An order says nothing about whether money came; `payments` does.
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
    /** `open` and `processing` are asked about until the provider has said how they ended. */
    state: text('state', { enum: ['open', 'processing', 'settled', 'closed'] })
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
    index('payment_orders_to_ask_about').on(table.askAt).where(sql`state in ('open', 'processing')`),
    index('payment_orders_of_booking').on(table.bookingId),
    check('payment_order_amount_positive', sql`${table.amountMinor} > 0`),
  ],
);

/**
 * Money that the provider itself said has come. The named constraints are the rules: a provider's transaction serves one
 * booking once; a booking has at most one payment that is kept; what goes back is never more than what came.
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
    /** The bank's own name for it, where the provider tells: refunds are asked for under it. */
    bankReference: text('bank_reference'),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency').notNull(),
    /** What the provider took from the customer, where it converted. */
    takenMinor: integer('taken_minor').notNull(),
    takenCurrency: text('taken_currency').notNull(),
    state: text('state', { enum: ['kept', 'on-hold', 'given-back'] }).notNull(),
    heldBecause: text('held_because'),
    receiptNumber: integer('receipt_number'),
    /** The sum of its refunds that did not fail. */
    refundedMinor: integer('refunded_minor').notNull().default(0),
    paidAt: instant('paid_at').notNull(),
    settledAt: instant('settled_at').notNull(),
  },
  (table) => [
    unique('one_payment_per_transaction').on(table.provider, table.transactionId),
    unique('one_payment_per_bank_reference').on(table.provider, table.bankReference),
    uniqueIndex('one_live_payment_per_booking').on(table.bookingId).where(sql`state = 'kept'`),
    unique('one_receipt_per_number').on(table.receiptNumber),
    index('payments_of_booking').on(table.bookingId),
    index('payments_by_state').on(table.state, table.id),
    check('payment_state_known', sql`${table.state} in ('kept', 'on-hold', 'given-back')`),
    check('payment_amount_positive', sql`${table.amountMinor} > 0`),
    check('refunds_within_payment', sql`${table.refundedMinor} between 0 and ${table.amountMinor}`),
  ],
);

/** Money that goes back: decided in a transaction, then asked of the provider by a job, under the refund's own id. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amountMinor: integer('amount_minor').notNull(),
    state: text('state', { enum: ['wanted', 'under-way', 'given-back', 'failed'] })
      .notNull()
      .default('wanted'),
    cause: text('cause', {
      enum: ['admin', 'cancelled', 'paid-otherwise', 'wrong-amount', 'rejected', 'provider'],
    }).notNull(),
    /** What the admin said; empty for what the system decided. */
    reason: text('reason').notNull().default(''),
    wantedBy: uuid('wanted_by').references(() => people.id, { onDelete: 'set null' }),
    requestKey: text('request_key'),
    /** The provider's name for it. */
    reference: text('reference'),
    failure: text('failure'),
    wantedAt: instant('wanted_at').notNull(),
    askAt: instant('ask_at').notNull(),
    timesAsked: integer('times_asked').notNull().default(0),
    doneAt: instant('done_at'),
  },
  (table) => [
    unique('one_refund_per_request_key').on(table.paymentId, table.requestKey),
    unique('one_refund_per_reference').on(table.paymentId, table.reference),
    index('refunds_to_ask_about').on(table.askAt).where(sql`state in ('wanted', 'under-way')`),
    check('refund_amount_positive', sql`${table.amountMinor} > 0`),
  ],
);

/** Signed events of providers, each handled once: they deliver some twice. */
export const providerEvents = pgTable(
  'provider_events',
  {
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** Unset until what it reports has been dealt with; sent again before that, it is dealt with again. */
    handledAt: instant('handled_at'),
  },
  (table) => [
    unique('one_row_per_provider_event').on(table.provider, table.eventId),
    index('provider_events_by_age').on(table.receivedAt),
  ],
);

/** What happened to money, for good: a trigger refuses to change or delete a line. */
export const paymentLog = pgTable(
  'payment_log',
  {
    id: uuid('id').primaryKey(),
    bookingId: uuid('booking_id').notNull(),
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

/** What a provider and we tell differently, until it does not any more. */
export const paymentDifferences = pgTable(
  'payment_differences',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', {
      enum: ['unknown-charge', 'missing-charge', 'amount-differs', 'refund-differs', 'refund-failed', 'disputed'],
    }).notNull(),
    via,
    provider: text('provider').notNull(),
    transactionId: text('transaction_id').notNull(),
    bookingId: uuid('booking_id'),
    paymentId: uuid('payment_id'),
    message: text('message').notNull(),
    seenAt: instant('seen_at').notNull(),
    goneAt: instant('gone_at'),
  },
  (table) => [
    uniqueIndex('one_open_difference').on(table.provider, table.transactionId, table.kind).where(sql`gone_at is null`),
  ],
);

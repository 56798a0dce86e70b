import { getTableColumns, getViewSelectedFields, sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, pgView, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bookings } from './booking.ts';
import { people } from './identity.ts';
import { instant } from './instant.ts';

/** How an order collects money. */
const orderedVia = text('via', { enum: ['card', 'hosted-page'] }).notNull();
/** How a payment came in: by an order, or to staff at the clinic. */
const via = text('via', { enum: ['card', 'hosted-page', 'clinic'] }).notNull();

/** How staff take a payment at the clinic. */
const CLINIC_METHODS = ['cash', 'terminal', 'insurance'] as const;

/** How the clinic itself pays a refund that a provider failed to make. */
const PAYOUT_METHODS = ['transfer', 'cash', 'terminal'] as const;

/**
 * The number of the last receipt, in a single row. It is incremented in the transaction that pays for a booking, so
 * that a failed transaction leaves no gap, unlike a sequence.
 */
export const receiptCounter = pgTable(
  'receipt_counter',
  { only: boolean('only').primaryKey().default(true), last: integer('last').notNull().default(0) },
  (table) => [check('one_receipt_counter', sql`${table.only}`)],
);

/**
 * Our requests to providers to collect money for a booking. Written before the request, so that we know everything that
 * a provider reports. Payments are not stored here, but in `payments`.
 */
export const paymentOrders = pgTable(
  'payment_orders',
  {
    id: uuid('id').primaryKey(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    via: orderedVia,
    provider: text('provider').notNull(),
    /** The provider's reference; unset while a card order is being prepared. */
    reference: text('reference'),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency').notNull(),
    /** See `features/payments/transitions.ts`. The provider is asked until the order is `closed`. */
    state: text('state', { enum: ['open', 'processing', 'closed'] })
      .notNull()
      .default('open'),
    /** The hosted page, once there is one. */
    pageUrl: text('page_url'),
    /** The number of the page among those of its booking, so that parallel requests share one. Unset for cards. */
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
 * Money that a provider has collected, as confirmed by the provider, or that staff took at the clinic. The named constraints are the rules: a provider's
 * transaction is one payment of one booking, and at most one payment of a booking is `paid`. So a booking is paid if
 * and only if exactly one of its payments is, and no column repeats it. The refunded amount is the sum of `refunds`; a
 * trigger (`0008_payments.sql`) keeps it from exceeding the payment.
 */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    /** Unset for money taken at the clinic. */
    orderId: uuid('order_id').references(() => paymentOrders.id),
    via,
    /** 'clinic' for money taken at the clinic; we choose the transaction's id then. */
    provider: text('provider').notNull(),
    /** How it was taken at the clinic, and by whom. */
    method: text('method', { enum: CLINIC_METHODS }),
    takenBy: uuid('taken_by').references(() => people.id),
    transactionId: text('transaction_id').notNull(),
    /**
     * The bank's reference, if the provider reports it. Refunds are requested by it. Two banks may use the same one.
     */
    bankReference: text('bank_reference'),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency').notNull(),
    /** The amount that the provider charged, if it converted the currency. */
    takenMinor: integer('taken_minor').notNull(),
    takenCurrency: text('taken_currency').notNull(),
    /** See `features/payments/transitions.ts`. */
    state: text('state', { enum: ['paid', 'on-hold', 'released'] }).notNull(),
    heldBecause: text('held_because'),
    /** Set when the payment first pays for its booking, and never removed. */
    receiptNumber: integer('receipt_number'),
    /** Of the number, by the clinic's calendar at that time: it stays if the clinic changes its time zone. */
    receiptYear: integer('receipt_year'),
    paidAt: instant('paid_at').notNull(),
    settledAt: instant('settled_at').notNull(),
    /** The time of the next comparison with the provider's books; unset once nothing can change any more. */
    compareAt: instant('compare_at'),
  },
  (table) => [
    unique('one_payment_per_transaction').on(table.provider, table.transactionId),
    uniqueIndex('one_paid_payment_per_booking').on(table.bookingId).where(sql`state = 'paid'`),
    unique('one_receipt_per_number').on(table.receiptNumber),
    // Without the provider, for the admin's search.
    index('payments_by_transaction').on(table.transactionId),
    index('payments_by_bank_reference').on(table.bankReference),
    index('payments_of_booking').on(table.bookingId),
    index('payments_by_state').on(table.state, table.id),
    // For the admins' list. `payments_by_way` is in its order for one method only, and online payments have none.
    index('payments_by_day').on(table.paidAt, table.id),
    index('payments_by_way').on(table.via, table.method, table.paidAt, table.id),
    index('payments_to_compare').on(table.provider, table.compareAt),
    // Has every column that statistics read; also for the takings of a day.
    index('payments_by_time').on(table.settledAt, table.via, table.method, table.currency, table.amountMinor),
    check('payment_state_known', sql`${table.state} in ('paid', 'on-hold', 'released')`),
    check('payment_amount_positive', sql`${table.amountMinor} > 0`),
    check('receipt_has_year', sql`(${table.receiptNumber} is null) = (${table.receiptYear} is null)`),
    check(
      'payment_by_order_or_at_clinic',
      sql`case ${table.via}
        when 'clinic' then ${table.provider} = 'clinic' and ${table.orderId} is null and ${table.takenBy} is not null
          and ${table.method} in ('cash', 'terminal', 'insurance')
        else ${table.provider} <> 'clinic' and ${table.orderId} is not null and ${table.method} is null
          and ${table.takenBy} is null end`,
    ),
  ],
);

/**
 * Refunds: decided in a transaction, then requested from the provider, under the refund's own id. Those of payments taken
 * at the clinic are requested from the front desk; a correction is a refund that has succeeded already. So is a payout: the
 * clinic paid what the provider failed to refund. It has failed if an admin recorded it by mistake.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency').notNull(),
    /** The same in the currency that the provider charged. */
    takenMinor: integer('taken_minor').notNull(),
    /** See `features/payments/transitions.ts`. */
    state: text('state', { enum: ['requested', 'pending', 'succeeded', 'failed'] }).notNull(),
    cause: text('cause', {
      enum: [
        'admin',
        'cancelled',
        'moved',
        'paid-otherwise',
        'wrong-amount',
        'rejected',
        'provider',
        'correction',
        'disputed',
      ],
    }).notNull(),
    /** Set for a payout. */
    method: text('method', { enum: PAYOUT_METHODS }),
    /** The admin's reason; empty for decisions of the system. */
    reason: text('reason').notNull().default(''),
    requestedBy: uuid('requested_by').references(() => people.id, { onDelete: 'set null' }),
    requestKey: text('request_key'),
    /** The provider's reference. */
    reference: text('reference'),
    failure: text('failure'),
    requestedAt: instant('requested_at').notNull(),
    askAt: instant('ask_at').notNull(),
    timesAsked: integer('times_asked').notNull().default(0),
    /** A process has claimed the request to the provider until this time; after that, it must have died. */
    heldUntil: instant('held_until'),
    doneAt: instant('done_at'),
    /** The person who recorded how it ended, if the provider did not say so. */
    doneBy: uuid('done_by').references(() => people.id, { onDelete: 'set null' }),
  },
  (table) => [
    unique('one_refund_per_request_key').on(table.paymentId, table.requestKey),
    unique('one_refund_per_reference').on(table.paymentId, table.reference),
    index('refunds_by_end').on(table.doneAt).where(sql`done_at is not null`),
    index('payouts_by_time').on(table.requestedAt).where(sql`method is not null`),
    // Every list of appointments for staff reads them.
    index('refunds_after_disputes').on(table.paymentId).where(sql`cause = 'disputed'`),
    index('refunds_to_ask_about').on(table.askAt).where(sql`state in ('requested', 'pending')`),
    check('refund_state_known', sql`${table.state} in ('requested', 'pending', 'succeeded', 'failed')`),
    check('refund_amount_positive', sql`${table.amountMinor} > 0`),
    check(
      'payout_is_done',
      sql`${table.method} is null or ${table.method} in ('transfer', 'cash', 'terminal') and ${table.state} in ('succeeded', 'failed')`,
    ),
  ],
);

/**
 * Its payer has disputed it at their bank, which has not decided; also after an admin has dismissed that. For queries of
 * `payments`.
 */
export const isPaymentDisputed = sql<boolean>`exists (select 1 from payment_differences d where d.provider = payments.provider
        and d.transaction_id = payments.transaction_id and d.kind = 'disputed' and d.gone_at is null)`;

/** A payment with its refunded amounts, and whether it is disputed. All queries for payments use this view. */
export const paymentBooks = pgView('payment_books').as((query) =>
  query
    .select({
      ...getTableColumns(payments),
      /** Refunded or being refunded. */
      refundedMinor: sql<number>`(select coalesce(sum(r.amount_minor), 0)::int from refunds r
        where r.payment_id = payments.id and r.state <> 'failed')`.as('refunded_minor'),
      /** Refunded, as confirmed by the provider. */
      returnedMinor: sql<number>`(select coalesce(sum(r.amount_minor), 0)::int from refunds r
        where r.payment_id = payments.id and r.state = 'succeeded')`.as('returned_minor'),
      disputed: isPaymentDisputed.as('disputed'),
      takenByName: sql<string | null>`(select p.name from people p where p.id = payments.taken_by)`.as('taken_by_name'),
    })
    .from(payments),
);

/** The view's columns, for queries that join other tables. */
export const paymentColumns = getViewSelectedFields(paymentBooks);

/**
 * Every movement of money: what came in, what went out, and what was recorded by mistake, each at its own time. Its amount is
 * positive for what came in. The takings of a day and the statistics are sums of it (`money-totals.ts`).
 */
export const moneyMovements = pgView('money_movements', {
  /** `correction`: of a payment that was recorded by mistake. `payout-correction`: of a payout. */
  kind: text('kind', { enum: ['payment', 'refund', 'correction', 'payout-correction'] }).notNull(),
  paymentId: uuid('payment_id').notNull(),
  at: instant('at').notNull(),
  method: text('method', { enum: ['card', 'hosted-page', ...CLINIC_METHODS, 'transfer'] }).notNull(),
  /** Whether staff took it, returned it or corrected it, and not a provider. */
  isByStaff: boolean('is_by_staff').notNull(),
  byId: uuid('by_id'),
  currency: text('currency').notNull(),
  amountMinor: integer('amount_minor').notNull(),
}).as(sql`
  select 'payment' as kind, p.id as payment_id, p.settled_at as at, coalesce(p.method, p.via) as method,
    p.via = 'clinic' as is_by_staff, p.taken_by as by_id, p.currency, p.amount_minor
  from payments p
  union all
  select case r.cause when 'correction' then 'correction' else 'refund' end, r.payment_id, r.done_at,
    coalesce(p.method, p.via), p.via = 'clinic', r.done_by, r.currency, -r.amount_minor
  from refunds r join payments p on p.id = r.payment_id
  where r.state = 'succeeded' and r.method is null
  union all
  select 'refund', r.payment_id, r.requested_at, r.method, true, r.requested_by, r.currency, -r.amount_minor
  from refunds r
  where r.method is not null
  union all
  select 'payout-correction', r.payment_id, r.done_at, r.method, true, r.done_by, r.currency, r.amount_minor
  from refunds r
  where r.method is not null and r.state = 'failed'`);

/** The payment log: triggers refuse to change or delete a line, or to empty the table. */
export const paymentLog = pgTable(
  'payment_log',
  {
    id: uuid('id').primaryKey(),
    /** Unset for charges without a booking of ours. */
    bookingId: uuid('booking_id'),
    paymentId: uuid('payment_id'),
    /** The person who did it; unset for the system. */
    byName: text('by_name'),
    what: text('what').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('payment_log_of_payment').on(table.paymentId, table.id),
    index('payment_log_of_booking').on(table.bookingId),
  ],
);

/** The progress of the search through a provider's charges for money that we missed. */
export const chargeSearches = pgTable('charge_searches', {
  provider: text('provider').primaryKey(),
  /** The last checked charge; the next run continues after it, towards older ones. Unset: it starts with the newest. */
  after: text('after'),
});

/** The current differences between a provider's books and ours. */
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
    /** Dismissed by an admin; `payment_log` has who and why. It is listed again when its message changes. */
    dismissedAt: instant('dismissed_at'),
  },
  (table) => [
    uniqueIndex('one_open_difference').on(table.provider, table.transactionId, table.kind).where(sql`gone_at is null`),
  ],
);

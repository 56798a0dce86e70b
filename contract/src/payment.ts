import * as z from 'zod';
import { BookingState } from './booking-state.ts';
import { Id, MediumDate, Price, SlotLabel } from './wire.ts';

/** How the money was paid: by card on our own page, on the provider's hosted page, or to staff at the clinic. */
export const Via = z.enum(['card', 'hosted-page', 'clinic']);
export type Via = z.infer<typeof Via>;

/** How staff took it at the clinic. `terminal`: by card, with the clinic's own terminal. */
export const ClinicMethod = z.enum(['cash', 'terminal', 'insurance']);
export type ClinicMethod = z.infer<typeof ClinicMethod>;

/** How the clinic itself pays a refund that a provider failed to make. `transfer`: by bank transfer. */
export const PayoutMethod = z.enum(['transfer', ...ClinicMethod.exclude(['insurance']).options]);
export type PayoutMethod = z.infer<typeof PayoutMethod>;

/** A way to pay, for a filter. `clinic` has all three that staff take. */
export const PaymentWay = z.enum([...Via.options, ...ClinicMethod.options]);
export type PaymentWay = z.infer<typeof PaymentWay>;

/** A refund. One that `succeeded` may still turn out to have `failed`. `why` is a sentence for the patient. */
export const Refund = z.object({
  _id: Id,
  amount: Price,
  state: z.enum(['pending', 'succeeded', 'failed']),
  why: z.string(),
  /**
   * `online`: the way the money came · `at-clinic`: the patient gets it at the clinic, or got it there · `insurance`: the
   * clinic settles it with the patient's insurance · `correction`: the payment was recorded at the clinic by mistake, and
   * nothing is returned · `bank`: the payer's bank took it back after a dispute · `payout`: the clinic paid it by `method`,
   * because the provider had failed to. It has `failed` if that was recorded by mistake.
   */
  kind: z.enum(['online', 'at-clinic', 'insurance', 'correction', 'bank', 'payout']),
  method: PayoutMethod.optional(),
  requestedAt: z.iso.datetime(),
  doneAt: z.iso.datetime().optional(),
});
export type Refund = z.infer<typeof Refund>;

/**
 * A payment. `paid`: it pays for its booking, and continues to while a refund is pending; a booking has at most one
 * such payment · `on-hold`: it waits for an admin's decision · `refunded`: all of it was refunded or is being refunded,
 * or a refund of all of it was requested and failed.
 */
export const PaymentState = z.enum(['paid', 'on-hold', 'refunded']);
export type PaymentState = z.infer<typeof PaymentState>;

export const Payment = z.object({
  _id: Id,
  bookingId: Id,
  via: Via,
  /** How and by whom it was taken at the clinic. */
  method: ClinicMethod.optional(),
  takenBy: z.string().optional(),
  transactionId: z.string(),
  amount: Price,
  /** What was refunded or is being refunded. */
  refunded: Price,
  /** ISO 4217. */
  currency: z.string(),
  state: PaymentState,
  /** Its payer has disputed it at their bank, which has not decided. Its state does not change until then. */
  disputed: z.literal(true).optional(),
  /** Set once the payment has paid for its booking, and for good. */
  receiptNumber: z.string().optional(),
  paidAt: z.iso.datetime(),
  refunds: z.array(Refund),
});
export type Payment = z.infer<typeof Payment>;

/** What a payment says about the money alone: not who paid, or how. */
export const PaymentAmounts = Payment.pick({
  amount: true,
  refunded: true,
  currency: true,
  state: true,
  disputed: true,
}).extend({ refunds: z.array(Refund.pick({ amount: true, state: true, kind: true, method: true })) });
export type PaymentAmounts = z.infer<typeof PaymentAmounts>;

/** What was paid for one booking, and refunded. */
export const BookingPayments = z.object({
  bookingId: Id,
  /** Whether it is the reader's own: only its patient pays for an appointment online. */
  isOwn: z.boolean(),
  paid: z.boolean(),
  price: Price,
  currency: z.string(),
  /** A payment was started, and the provider has not said yet how it ended. */
  underWay: z.boolean(),
  /** Set while the provider may still report a payment that was started, whether or not it is under way. */
  awaited: z.literal(true).optional(),
  /** Newest first. */
  payments: z.array(Payment),
  /** What the reader may do with the clinic's own payments: take one, correct these, give these refunds back. */
  can: z.object({ take: z.boolean(), correct: z.array(Id), payOut: z.array(Id) }),
});
export type BookingPayments = z.infer<typeof BookingPayments>;

export const Receipt = z.object({
  /** 'R-2026-000123'. */
  number: z.string(),
  /** The clinic's legal name. */
  from: z.string(),
  /** The clinic's address in one line, its tax number and its closing words. Empty if it has not said. */
  address: z.string(),
  taxNumber: z.string(),
  footer: z.string(),
  patient: z.string(),
  email: z.string(),
  treatment: z.string(),
  doctorName: z.string().optional(),
  appointmentDate: MediumDate,
  slot: SlotLabel,
  bookingId: Id,
  /** The booking's short reference, 'K7M4PX' (`booking-reference.ts`). */
  bookingReference: z.string(),
  payment: Payment,
});
export type Receipt = z.infer<typeof Receipt>;

/** A payment as an admin sees it. */
export const AdminPayment = Payment.extend({
  patient: z.string(),
  email: z.string(),
  treatment: z.string(),
  appointmentDate: MediumDate,
  slot: SlotLabel,
  /** The booking's short reference, 'K7M4PX' (`booking-reference.ts`). */
  bookingReference: z.string(),
  bookingState: BookingState,
  /** Why the payment is on hold. */
  heldBecause: z.string().optional(),
});
export type AdminPayment = z.infer<typeof AdminPayment>;

/** One line of a payment's history. `by` is a person's name, or 'the system'. */
export const PaymentEntry = z.object({ at: z.iso.datetime(), by: z.string(), what: z.string() });
export type PaymentEntry = z.infer<typeof PaymentEntry>;

/** What an admin found at the provider. */
export const RefundStatement = z.enum(['refunded', 'not-refunded']);
export type RefundStatement = z.infer<typeof RefundStatement>;

/** A refund that its provider failed to make, and that the clinic may pay in another way. */
export const UnpaidRefund = z.object({
  _id: Id,
  /** What is left of it. */
  amount: Price,
  currency: z.string(),
});
export type UnpaidRefund = z.infer<typeof UnpaidRefund>;

export const AdminPaymentDetail = AdminPayment.extend({
  log: z.array(PaymentEntry),
  canPayOut: z.array(UnpaidRefund),
  /** Payouts that may be corrected. */
  canCorrect: z.array(Id),
  /**
   * The decisions that an admin may record, because the bank used one reference twice and the provider cannot be asked.
   */
  canState: z.array(RefundStatement),
});
export type AdminPaymentDetail = z.infer<typeof AdminPaymentDetail>;

/** A discrepancy between the provider's data and ours. Ideally there is none. `message` is a sentence for the admin. */
export const PaymentDifference = z.object({
  _id: Id,
  kind: z.enum([
    'unknown-charge',
    'missing-charge',
    'amount-differs',
    'bank-reference-repeated',
    'refund-differs',
    'refund-failed',
    'disputed',
  ]),
  via: Via,
  transactionId: z.string(),
  bookingId: Id.optional(),
  paymentId: Id.optional(),
  message: z.string(),
  seenAt: z.iso.datetime(),
  /** What the reader may record as paid in another way. */
  canPayOut: z.array(UnpaidRefund),
});
export type PaymentDifference = z.infer<typeof PaymentDifference>;

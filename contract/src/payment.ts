import * as z from 'zod';
import { Id, MediumDate, Price, SlotLabel } from './wire.ts';

/** How money came: by a card on our own page, or on the provider's hosted page. */
export const Via = z.enum(['card', 'hosted-page']);
export type Via = z.infer<typeof Via>;

/** Money on its way back. `why` is a sentence for the patient. */
export const Refund = z.object({
  _id: Id,
  amount: Price,
  state: z.enum(['under-way', 'given-back', 'failed']),
  why: z.string(),
  wantedAt: z.iso.datetime(),
  doneAt: z.iso.datetime().optional(),
});
export type Refund = z.infer<typeof Refund>;

/**
 * Money that came in. `kept`: it pays for its booking, and at most one payment of a booking does · `on-hold`: it waits
 * for an admin's word · `given-back`: it pays for nothing; all of it goes back.
 */
export const PaymentState = z.enum(['kept', 'on-hold', 'given-back']);
export type PaymentState = z.infer<typeof PaymentState>;

export const Payment = z.object({
  _id: Id,
  bookingId: Id,
  via: Via,
  transactionId: z.string(),
  amount: Price,
  /** What went back or is on its way back. */
  refunded: Price,
  /** ISO 4217. */
  currency: z.string(),
  state: PaymentState,
  /** A receipt has a number once the payment was kept, and for ever after. */
  receiptNumber: z.string().optional(),
  paidAt: z.iso.datetime(),
  refunds: z.array(Refund),
});
export type Payment = z.infer<typeof Payment>;

/** What was paid for one booking and given back. */
export const BookingPayments = z.object({
  bookingId: Id,
  paid: z.boolean(),
  price: Price,
  currency: z.string(),
  /** A payment has been made and the provider has not said yet how it ended. */
  underWay: z.boolean(),
  /** Newest first. */
  payments: z.array(Payment),
});
export type BookingPayments = z.infer<typeof BookingPayments>;

export const Receipt = z.object({
  /** 'R-2026-000123'. */
  number: z.string(),
  /** The name of the clinic. */
  from: z.string(),
  patient: z.string(),
  email: z.string(),
  treatment: z.string(),
  doctorName: z.string().optional(),
  appointmentDate: MediumDate,
  slot: SlotLabel,
  bookingId: Id,
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
  bookingStatus: z.enum(['confirmed', 'cancelled']),
  /** For a payment on hold: why. */
  heldBecause: z.string().optional(),
});
export type AdminPayment = z.infer<typeof AdminPayment>;

/** One line of what happened to a payment. `by` is a person's name, or 'the system'. */
export const PaymentEntry = z.object({ at: z.iso.datetime(), by: z.string(), what: z.string() });
export type PaymentEntry = z.infer<typeof PaymentEntry>;

export const AdminPaymentDetail = AdminPayment.extend({ log: z.array(PaymentEntry) });
export type AdminPaymentDetail = z.infer<typeof AdminPaymentDetail>;

/** Something that the provider and we tell differently. Ideally there is none. `message` is a sentence for the admin. */
export const PaymentDifference = z.object({
  _id: Id,
  kind: z.enum(['unknown-charge', 'missing-charge', 'amount-differs', 'refund-differs', 'refund-failed', 'disputed']),
  via: Via,
  transactionId: z.string(),
  bookingId: Id.optional(),
  paymentId: Id.optional(),
  message: z.string(),
  seenAt: z.iso.datetime(),
});
export type PaymentDifference = z.infer<typeof PaymentDifference>;

import * as z from 'zod';
import { admin, signedIn } from './access.ts';
import { call, notFound } from './call.ts';
import { EmailInput, Id, MediumDate, Price, SlotLabel } from './wire.ts';

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

const acknowledged = z.literal(false).optional();
const Refused = z.object({ acknowledged });

/** Why a booking cannot be paid for now. Each message is a default; the answer's own sentence may say more. */
export const payableRefusals = {
  PRICE_DIFFERS: {
    status: 409,
    message: 'That is not the price of this appointment.',
    data: z.object({ acknowledged, price: Price }),
  },
  WHICH_BOOKING: { status: 409, message: 'Please say which appointment you want to pay for.', data: Refused },
  ALREADY_PAID: { status: 409, message: 'This appointment is already paid.', data: Refused },
  BOOKING_CANCELLED: { status: 409, message: 'This appointment was cancelled.', data: Refused },
  NOTHING_TO_PAY: { status: 409, message: 'There is nothing to pay for this appointment.', data: Refused },
  UNDER_WAY: {
    status: 409,
    message: 'A payment for this appointment is being processed. Please wait a moment.',
    data: Refused,
  },
  ON_HOLD: { status: 409, message: 'A payment for this appointment is being checked by the clinic.', data: Refused },
  /** Providers have a least and a greatest amount. */
  AMOUNT_NOT_TAKEN: {
    status: 409,
    message: 'An amount this small or large cannot be paid this way. Please pay at the clinic.',
    data: Refused,
  },
  NOT_OFFERED: { status: 409, message: 'The clinic does not take payments this way.', data: Refused },
} as const;

/** Why a transaction is not taken as payment for a booking. */
export const recordRefusals = {
  NOT_YOU: { status: 409, message: 'You can only pay for your own appointments.', data: Refused },
  NOT_SUCCEEDED: { status: 409, message: 'This payment has not been completed.', data: Refused },
  NOT_THIS_BOOKING: { status: 409, message: 'This payment was not made for this appointment.', data: Refused },
  PRICE_DIFFERS: payableRefusals.PRICE_DIFFERS,
  /** The money came and could not be kept; it is already on its way back. */
  GIVEN_BACK: { status: 409, message: 'This payment could not be kept. You get your money back.', data: Refused },
  ON_HOLD: payableRefusals.ON_HOLD,
} as const;

export const refundRefusals = {
  MORE_THAN_LEFT: {
    status: 409,
    message: 'That is more than is left of this payment.',
    data: z.object({ acknowledged, left: Price }),
  },
} as const;

export const holdRefusals = {
  NOT_ON_HOLD: { status: 409, message: 'This payment is not on hold any more.', data: Refused },
} as const;

const Payable = z.object({ price: Price, bookingId: Id.optional() });
const Reason = z.string().trim().min(1, 'Please give a reason.').max(500, 'That reason is too long.');
const tags = ['Payments'];

export const payments = {
  config: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/payments/config',
      tags,
      summary: 'What the browser needs to take a card',
      description:
        "`provider` says whose card entry to show: Stripe's Payment Element, or the sandbox's card box, which confirms " +
        'at `{confirmUrl}/v1/payment_intents/{id}/confirm`. `none`: the clinic takes no cards.',
    })
    .output(
      z.object({
        provider: z.enum(['stripe', 'sandbox', 'none']),
        publishableKey: z.string(),
        currency: z.string(),
        /** The sandbox only: the address that stands in for Stripe's API. */
        confirmUrl: z.string().optional(),
        /** Whether `POST /order` leads anywhere. */
        hostedPage: z.boolean(),
        /** Where it may lead, and nowhere else: origins; 'https://*.example.org' is any host below that name. */
        hostedPageOrigins: z.array(z.string()),
      }),
    ),

  createIntent: call
    .meta({ access: signedIn, idempotency: 'provider' })
    .route({
      method: 'POST',
      path: '/create-payment-intent',
      tags,
      summary: 'Prepares a card payment for a booking of the signed-in patient',
      description:
        "The amount is the booking's; `price` is only compared. Without `bookingId` the caller's one unpaid booking of " +
        'that price is meant. The open intent of a booking is used again.',
    })
    .errors({ ...notFound, ...payableRefusals })
    .input(Payable)
    .output(z.object({ clientSecret: z.string() })),

  record: call
    .meta({ access: signedIn, idempotency: 'provider' })
    .route({
      method: 'POST',
      path: '/payments',
      tags,
      summary: 'Tells the clinic that a card payment was confirmed',
      description:
        'Nothing of it is believed: the provider is asked. Repeating it, or the webhook having come first, gives the ' +
        'same `insertedId`.',
    })
    .errors({ ...notFound, ...recordRefusals })
    .input(
      z.object({
        price: Price,
        transactionId: z.string().regex(/^[\w-]{1,100}$/, 'That is not a transaction id.'),
        email: EmailInput,
        bookingId: Id,
      }),
    )
    .output(z.object({ acknowledged: z.literal(true), insertedId: Id })),

  order: call
    .meta({ access: signedIn, idempotency: 'provider' })
    .route({
      method: 'POST',
      path: '/order',
      tags,
      summary: 'Opens a hosted payment page for a booking of the signed-in patient',
      description:
        'Send the browser to `url`. It comes back to /dashboard/myAppointment?payment=success|failed|cancelled|pending' +
        '&booking={id}, which proves nothing: `paid` of the booking does.',
    })
    .errors({ ...notFound, ...payableRefusals })
    .input(Payable)
    .output(z.object({ url: z.string() })),

  mine: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/payments/mine',
      tags,
      summary: "What was paid and given back for the caller's bookings",
      description: 'Only bookings for which money came or is under way; at most the 200 latest.',
    })
    .output(z.array(BookingPayments)),

  ofBooking: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/payments/booking/{bookingId}',
      tags,
      summary: 'What was paid and given back for a booking',
      description: 'For its patient and admins; for anyone else it does not exist (404).',
    })
    .errors(notFound)
    .input(z.object({ bookingId: z.string() }))
    .output(BookingPayments),

  receipt: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/payments/receipt/{id}',
      tags,
      summary: 'The receipt of a payment that was kept',
      description: 'By the `_id` of the payment, for its patient and admins (else 404).',
    })
    .errors(notFound)
    .input(z.object({ id: z.string() }))
    .output(Receipt),

  list: call
    .meta({ access: admin })
    .route({
      method: 'GET',
      path: '/admin/payments',
      tags,
      summary: 'What came in, newest first',
      description:
        "`search` finds by the patient's name or e-mail, a booking's id, a transaction's id or a receipt's number. The " +
        'next page starts after the `_id` given as `cursor`.',
    })
    .input(
      z.object({
        search: z.string().trim().max(200).optional(),
        state: PaymentState.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        cursor: Id.optional(),
      }),
    )
    .output(z.array(AdminPayment)),

  one: call
    .meta({ access: admin })
    .route({
      method: 'GET',
      path: '/admin/payments/{id}',
      tags,
      summary: 'One payment and everything that happened to it',
    })
    .errors(notFound)
    .input(z.object({ id: z.string() }))
    .output(AdminPaymentDetail),

  refund: call
    .meta({ access: admin, idempotency: 'provider' })
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/refunds',
      tags,
      summary: 'Gives a payment back, whole or in part',
      description:
        'Without `amount` all that is left. Given back whole, it does not pay for its booking any more. Send an ' +
        '`Idempotency-Key`: two refunds of the same amount are otherwise two refunds.',
    })
    .errors({ ...notFound, ...refundRefusals })
    .input(z.object({ id: z.string(), amount: Price.positive('Please give an amount.').optional(), reason: Reason }))
    .output(z.object({ acknowledged: z.literal(true), insertedId: Id, payment: AdminPayment })),

  approve: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/approve',
      tags,
      summary: 'Takes a payment that is on hold',
      description:
        'Where its booking was cancelled or paid otherwise meanwhile, the money goes back; the answer says so.',
    })
    .errors({ ...notFound, ...holdRefusals })
    .input(z.object({ id: z.string(), reason: Reason }))
    .output(z.object({ acknowledged: z.literal(true), payment: AdminPayment })),

  reject: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/reject',
      tags,
      summary: 'Gives back a payment that is on hold',
    })
    .errors({ ...notFound, ...holdRefusals })
    .input(z.object({ id: z.string(), reason: Reason }))
    .output(z.object({ acknowledged: z.literal(true), payment: AdminPayment })),

  differences: call
    .meta({ access: admin })
    .route({
      method: 'GET',
      path: '/admin/payment-differences',
      tags,
      summary: 'What the providers and the clinic tell differently, ideally nothing',
    })
    .output(z.array(PaymentDifference)),

  reconcile: call
    .meta({ access: admin, idempotency: 'provider' })
    .route({
      method: 'POST',
      path: '/admin/payment-reconciliation',
      tags,
      summary: 'Asks the providers now about everything that is open, and compares',
    })
    .output(
      z.object({
        acknowledged: z.literal(true),
        asked: z.number().int(),
        settled: z.number().int(),
        differences: z.number().int(),
      }),
    ),
};

import * as z from 'zod';
import { admin, signedIn } from './access.ts';
import { call, notFound } from './call.ts';
import {
  AdminPayment,
  AdminPaymentDetail,
  BookingPayments,
  PaymentDifference,
  PaymentState,
  PaymentWay,
  PayoutMethod,
  Receipt,
  RefundStatement,
} from './payment.ts';
import {
  holdRefusals,
  payableRefusals,
  payoutCorrectionRefusals,
  payoutRefusals,
  recordRefusals,
  refundRefusals,
  statementRefusals,
} from './payment-refusals.ts';
import { Currency, EmailInput, Id, LookupId, MediumDateInput, Price } from './wire.ts';

/** What the patient was shown. */
const Payable = z.object({ price: Price, currency: Currency.optional(), bookingId: Id.optional() });
const Reason = z.string().trim().min(1, 'Please give a reason.').max(500, 'That reason is too long.');
export const payments = call.tag('Payments').router({
  config: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/payments/config',
      summary: 'What the browser needs for card payments',
      description:
        "`provider` says whose card entry to show: Stripe's Payment Element, or the sandbox's card box, which confirms " +
        'at `{confirmUrl}/v1/payment_intents/{id}/confirm`. `none`: the clinic does not take cards.',
    })
    .output(
      z.object({
        provider: z.enum(['stripe', 'sandbox', 'none']),
        publishableKey: z.string(),
        currency: z.string(),
        /** The sandbox only: the address of its stand-in for Stripe's API. */
        confirmUrl: z.string().optional(),
        /** Whether the clinic takes payments on a hosted page (`POST /order`). */
        hostedPage: z.boolean(),
        /** The only origins it may lead to; 'https://*.example.org' is any host below that name. */
        hostedPageOrigins: z.array(z.string()),
      }),
    ),

  createIntent: call
    // Its answer is a secret of the provider's, which we never store.
    .meta({ access: signedIn, idempotency: 'own' })
    .route({
      method: 'POST',
      path: '/create-payment-intent',
      summary: 'Prepares a card payment for a booking of the signed-in patient',
      description:
        "The amount is the booking's; `price` is only compared, and `currency` if it is sent. Without `bookingId`, the " +
        "caller's only unpaid booking of that price is paid. An open intent of the booking is reused.",
    })
    .errors({ ...notFound, ...payableRefusals })
    .input(Payable)
    .output(z.object({ clientSecret: z.string() })),

  record: call
    .meta({ access: signedIn, idempotency: 'repeatable' })
    .route({
      method: 'POST',
      path: '/payments',
      summary: 'Tells the clinic that a card payment was confirmed',
      description:
        'The server verifies it with the provider. The payer is who is signed in; `email` is not compared, because it may ' +
        'have changed since the page was loaded. Repeating the call, or the webhook arriving first, gives the same ' +
        '`insertedId`.',
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
    .meta({ access: signedIn, idempotency: 'repeatable' })
    .route({
      method: 'POST',
      path: '/order',
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
      summary: "Payments and refunds of the caller's bookings",
      description: 'Only bookings with a payment, finished or in progress; at most the latest 200.',
    })
    .output(z.array(BookingPayments)),

  ofBooking: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/payments/booking/{bookingId}',
      summary: 'Payments and refunds of a booking',
      description: 'For its patient, its doctor, the front desk and admins; 404 for everyone else.',
    })
    .errors(notFound)
    .input(z.object({ bookingId: LookupId }))
    .output(BookingPayments),

  receipt: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/payments/receipt/{id}',
      summary: 'The receipt of a payment',
      description:
        'By the `_id` of the payment, for the patient, the doctor of the appointment, the front desk and admins (else 404).',
    })
    .errors(notFound)
    .input(z.object({ id: LookupId }))
    .output(Receipt),

  list: call
    .meta({ access: admin })
    .route({
      method: 'GET',
      path: '/admin/payments',
      summary: 'Payments, the last one paid first',
      description:
        "`search` finds by the patient's name or email, a booking's reference or id, a transaction's id or a receipt's " +
        'number. `from` and `to` are civil dates of the clinic, both included, on which it was paid. The next page starts after the `_id` given as `cursor`.',
    })
    .input(
      z.object({
        search: z.string().trim().max(200).optional(),
        state: PaymentState.optional(),
        way: PaymentWay.optional(),
        from: MediumDateInput.optional(),
        to: MediumDateInput.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        cursor: Id.optional(),
      }),
    )
    .output(z.array(AdminPayment)),

  one: call
    .meta({ access: admin })
    .route({ method: 'GET', path: '/admin/payments/{id}', summary: 'One payment and everything that happened to it' })
    .errors(notFound)
    .input(z.object({ id: LookupId }))
    .output(AdminPaymentDetail),

  refund: call
    .meta({ access: admin, idempotency: 'repeatable' })
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/refunds',
      summary: 'Refunds a payment, in full or in part',
      description:
        'Without `amount`, everything that is left. The booking stays paid until the provider says that all of the ' +
        'payment was refunded. Send an `Idempotency-Key`: without one, a repeated request is a second refund.',
    })
    .errors({ ...notFound, ...refundRefusals })
    .input(z.object({ id: LookupId, amount: Price.positive('Please give an amount.').optional(), reason: Reason }))
    .output(z.object({ acknowledged: z.literal(true), insertedId: Id, payment: AdminPayment })),

  payOut: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/admin/refunds/{id}/payout',
      summary: 'Records that the clinic paid a failed refund in another way',
      description:
        'By the id of a refund that its provider failed to make, for example because the card has expired: ' +
        '`canPayOut` of the payment. What is left of it is recorded as a refund that has succeeded. If the provider says ' +
        'later that its own refund succeeded, that is listed as a difference. Not for an appointment of their own.',
    })
    .errors({ ...notFound, ...payoutRefusals })
    .input(z.object({ id: LookupId, method: PayoutMethod, reason: Reason }))
    .output(z.object({ acknowledged: z.literal(true), insertedId: Id, payment: AdminPayment })),

  correctPayout: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/admin/refunds/{id}/correction',
      summary: 'Records that the clinic did not pay a refund that was recorded as paid in another way',
      description:
        '`canCorrect` of the payment. The entry stays, and its correction counts on the day on which it is made. The failed ' +
        'refund is on the list of differences again. Not for an appointment of their own.',
    })
    .errors({ ...notFound, ...payoutCorrectionRefusals })
    .input(z.object({ id: LookupId, reason: Reason }))
    .output(z.object({ acknowledged: z.literal(true), payment: AdminPayment })),

  stateRefund: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/refund-statement',
      summary: 'Records what an admin found at the provider about a refund',
      description:
        'For payments that the bank calls the same: the provider cannot be asked about their refunds. `refunded` needs the ' +
        "provider's `reference` of the refund. `canState` of the payment says what may be recorded.",
    })
    .errors({ ...notFound, ...statementRefusals })
    .input(
      z
        .object({
          id: LookupId,
          statement: RefundStatement,
          reference: z.string().trim().max(100, 'That reference is too long.').default(''),
          reason: Reason,
        })
        .refine(({ statement, reference }) => statement === 'not-refunded' || reference !== '', {
          path: ['reference'],
          message: "Please give the provider's reference of the refund.",
        }),
    )
    .output(z.object({ acknowledged: z.literal(true), payment: AdminPayment })),

  approve: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/approve',
      summary: 'Accepts a payment that is on hold',
      description:
        'If the booking was paid in another way meanwhile, or cancelled free of charge, the payment is refunded; the answer says so.',
    })
    .errors({ ...notFound, ...holdRefusals })
    .input(z.object({ id: LookupId, reason: Reason }))
    .output(z.object({ acknowledged: z.literal(true), payment: AdminPayment })),

  reject: call
    .meta({ access: admin })
    .route({ method: 'POST', path: '/admin/payments/{id}/reject', summary: 'Refunds a payment that is on hold' })
    .errors({ ...notFound, ...holdRefusals })
    .input(z.object({ id: LookupId, reason: Reason }))
    .output(z.object({ acknowledged: z.literal(true), payment: AdminPayment })),

  differences: call
    .meta({ access: admin })
    .route({
      method: 'GET',
      path: '/admin/payment-differences',
      summary: 'Discrepancies between the providers and the clinic, ideally none',
    })
    .output(z.array(PaymentDifference)),

  dismiss: call
    .meta({ access: admin })
    .route({
      method: 'POST',
      path: '/admin/payment-differences/{id}/dismissal',
      summary: 'Removes a difference from the list',
      description: 'The payment log records who removed it and why. It is listed again if it changes.',
    })
    .errors({ NOT_FOUND: { status: 404, message: 'This difference is no longer on the list.' } })
    .input(z.object({ id: LookupId, reason: Reason }))
    .output(z.object({ acknowledged: z.literal(true) })),

  reconcile: call
    .meta({ access: admin, idempotency: 'repeatable' })
    .route({
      method: 'POST',
      path: '/admin/payment-reconciliation',
      summary: 'Checks every open payment with the providers now, and compares the books',
    })
    .output(
      z.object({
        acknowledged: z.literal(true),
        asked: z.number().int(),
        settled: z.number().int(),
        differences: z.number().int(),
        /** Charges on the card provider's account that were not made here. */
        foreign: z.number().int(),
        /** Everything was asked about, and answered. If not, the next run continues with the rest. */
        complete: z.boolean(),
      }),
    ),
});

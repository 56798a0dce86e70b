import * as z from 'zod';
import { admin, signedIn } from './access.ts';
import { call, notFound } from './call.ts';
import {
  AdminPayment,
  AdminPaymentDetail,
  BookingPayments,
  PaymentDifference,
  PaymentState,
  Receipt,
} from './payment.ts';
import { holdRefusals, payableRefusals, recordRefusals, refundRefusals } from './payment-refusals.ts';
import { EmailInput, Id, Price } from './wire.ts';

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

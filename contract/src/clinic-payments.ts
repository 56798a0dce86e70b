import * as z from 'zod';
import { frontDeskOrAdmin, signedIn } from './access.ts';
import { call, notFound } from './call.ts';
import { MoneyMethod, MoneyTotal } from './money-total.ts';
import { BookingPayments, ClinicMethod } from './payment.ts';
import { payableRefusals } from './payment-refusals.ts';
import { Currency, Id, LookupId, MAX_INTEGER, MediumDate, MediumDateInput, Price } from './wire.ts';

const Reason = z.string().trim().min(1, 'Please give a reason.').max(500, 'That reason is too long.');
/** An amount that may be negative. */
const Sum = z.number().min(-MAX_INTEGER).max(MAX_INTEGER);

/** One line of a day: money that was taken, refunded, or recorded by mistake. `payout-correction`: of a refund. */
export const TakingsEntry = z.object({
  kind: z.enum(['payment', 'refund', 'correction', 'payout-correction']),
  at: z.iso.datetime(),
  method: MoneyMethod,
  currency: Currency,
  /** Negative for refunds, and for corrections of payments. */
  amount: Sum,
  /** Who took it, gave it back or corrected it. */
  by: z.string(),
  patient: z.string(),
  bookingId: Id,
  bookingReference: z.string(),
  paymentId: Id,
  receiptNumber: z.string(),
});
export type TakingsEntry = z.infer<typeof TakingsEntry>;

/** A refund that the patient gets at the clinic and has not got yet. */
export const OwedRefund = z.object({
  _id: Id,
  method: ClinicMethod,
  currency: Currency,
  amount: Price,
  patient: z.string(),
  phone: z.string(),
  bookingId: Id,
  bookingReference: z.string(),
  appointmentDate: MediumDate,
  paymentId: Id,
  /** A sentence. */
  why: z.string(),
  since: z.iso.datetime(),
  /** Whether the reader may record that it was paid out. False for an appointment of their own. */
  can: z.object({ payOut: z.boolean() }),
});
export type OwedRefund = z.infer<typeof OwedRefund>;

export const Takings = z.object({
  date: MediumDate,
  /** Of the entries. */
  totals: z.array(MoneyTotal),
  people: z.array(z.object({ _id: Id, name: z.string(), totals: z.array(MoneyTotal) })),
  /** In order of time. */
  entries: z.array(TakingsEntry),
  /** Of any day, the oldest first. */
  owed: z.array(OwedRefund),
});
export type Takings = z.infer<typeof Takings>;

const { PRICE_DIFFERS, ALREADY_PAID, BOOKING_CANCELLED, NOTHING_TO_PAY, ON_HOLD } = payableRefusals;
const notTakenHere = {
  NOT_TAKEN_HERE: {
    status: 409,
    message: 'This payment was made online. An admin can refund it.',
  },
} as const;
const changed = z.object({ acknowledged: z.literal(true), insertedId: Id, payments: BookingPayments });

/** Money that staff take and refund at the clinic. For staff who may change its state, but not for their own. */
export const clinicPayments = call.tag('Payments at the clinic').router({
  take: call
    .meta({ access: signedIn })
    .route({
      method: 'POST',
      path: '/appointments/{id}/payments',
      summary: 'Records that an appointment was paid at the clinic',
      description:
        "For the appointment's doctor, the front desk and admins, unless they are its patient; 404 for everyone else. " +
        "The amount is the booking's; `price` is only compared, and `currency` if it is sent. `insertedId` is the payment, " +
        'which has a receipt. `payOut` are refunds of this appointment that were paid out at the clinic at the same time, ' +
        'for example because its price has changed: both are recorded, or neither. Refused if one of them ' +
        'was paid out already. While an online payment is being refunded, the new one takes its place.',
    })
    .errors({
      ...notFound,
      PRICE_DIFFERS,
      ALREADY_PAID,
      BOOKING_CANCELLED,
      NOTHING_TO_PAY,
      ON_HOLD,
      REFUND_CHANGED: { status: 409, message: 'A refund that was due here has changed. Please check it again.' },
    })
    .input(
      z.object({
        id: LookupId,
        method: ClinicMethod,
        price: Price,
        currency: Currency.optional(),
        payOut: z.array(Id).max(20).default([]),
      }),
    )
    .output(changed),

  correct: call
    .meta({ access: signedIn })
    .route({
      method: 'POST',
      path: '/payments/{id}/correction',
      summary: 'Corrects a payment that was recorded at the clinic by mistake',
      description:
        'The payment and its receipt number stay; a refund of what is left of it is recorded as made, with who and why. ' +
        'The appointment can then be paid again. For the same people as POST /appointments/{id}/payments.',
    })
    .errors({
      ...notFound,
      ...notTakenHere,
      NOTHING_TO_CORRECT: {
        status: 409,
        message: 'This payment was corrected or refunded already.',
      },
    })
    .input(z.object({ id: LookupId, reason: Reason }))
    .output(z.object({ acknowledged: z.literal(true), payments: BookingPayments })),

  payOut: call
    .meta({ access: signedIn })
    .route({
      method: 'POST',
      path: '/refunds/{id}/payout',
      summary: 'Records that a refund was paid out at the clinic',
      description:
        'Refunds of payments that were taken at the clinic, for example because the appointment was cancelled, wait for ' +
        'this. Repeating it changes nothing. For the same people as POST /appointments/{id}/payments.',
    })
    .errors({ ...notFound, ...notTakenHere })
    .input(z.object({ id: LookupId }))
    .output(z.object({ acknowledged: z.literal(true), payments: BookingPayments })),

  takings: call
    .meta({ access: frontDeskOrAdmin })
    .route({
      method: 'GET',
      path: '/appointments/takings',
      summary: 'What was taken and refunded at the clinic on a day',
      description:
        'In total and by person, and what is still to be refunded. A correction counts on the day on which it is made. ' +
        'Without `date`, today.',
    })
    .input(z.object({ date: MediumDateInput.optional() }))
    .output(Takings),
});

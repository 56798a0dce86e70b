import * as z from 'zod';
import { Price } from './wire.ts';

const acknowledged = z.literal(false).optional();
const Refused = z.object({ acknowledged });

/** Why a booking cannot be paid now. Each message is a default; the answer's own may say more. */
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
  /** Providers have a minimum and a maximum amount. */
  AMOUNT_NOT_TAKEN: {
    status: 409,
    message: 'An amount this small or large cannot be paid this way. Please pay at the clinic.',
    data: Refused,
  },
  NOT_OFFERED: { status: 409, message: 'The clinic does not take payments this way.', data: Refused },
} as const;

/** Why a transaction is not accepted as payment for a booking. */
export const recordRefusals = {
  NOT_YOU: { status: 409, message: 'You can only pay for your own appointments.', data: Refused },
  NOT_SUCCEEDED: { status: 409, message: 'This payment has not been completed.', data: Refused },
  NOT_THIS_BOOKING: { status: 409, message: 'This payment was not made for this appointment.', data: Refused },
  PRICE_DIFFERS: payableRefusals.PRICE_DIFFERS,
  /** The payment came in but could not be accepted; its refund is under way. */
  REFUNDED: {
    status: 409,
    message: 'This payment could not be accepted. You will get your money back.',
    data: Refused,
  },
  ON_HOLD: payableRefusals.ON_HOLD,
} as const;

export const refundRefusals = {
  MORE_THAN_LEFT: {
    status: 409,
    message: 'That is more than can still be refunded.',
    data: z.object({ acknowledged, left: Price }),
  },
} as const;

export const statementRefusals = {
  NOTHING_TO_STATE: {
    status: 409,
    message: 'There is nothing to record: the provider itself is asked about this payment.',
    data: Refused,
  },
} as const;

export const holdRefusals = {
  NOT_ON_HOLD: { status: 409, message: 'This payment is no longer on hold.', data: Refused },
} as const;

import * as z from 'zod';
import { Price } from './wire.ts';

/** Why a booking cannot be paid now. Each message is a default; the answer's own may say more. */
export const payableRefusals = {
  PRICE_DIFFERS: {
    status: 409,
    message: 'That is not the price of this appointment.',
    data: z.object({ price: Price }),
  },
  WHICH_BOOKING: {
    status: 409,
    message:
      'No unpaid appointment of yours has that price, or several have. Please say which one you want to pay for.',
  },
  ALREADY_PAID: { status: 409, message: 'This appointment is already paid.' },
  BOOKING_CANCELLED: { status: 409, message: 'This appointment was cancelled.' },
  NOTHING_TO_PAY: { status: 409, message: 'There is nothing to pay for this appointment.' },
  UNDER_WAY: {
    status: 409,
    message: 'A payment for this appointment is being processed. You can pay again only if it fails.',
  },
  /** An earlier payment does not count any more, and its refund has not succeeded yet. It can be paid at the clinic. */
  BEING_REFUNDED: {
    status: 409,
    message: 'An earlier payment for this appointment is being refunded. It can be paid again after that.',
  },
  /** The clinic still has an earlier payment that does not pay for it, until the admins have refunded it again. */
  REFUND_FAILED: {
    status: 409,
    message:
      'The refund of an earlier payment for this appointment failed, and the clinic has been told. It can be paid at the clinic.',
  },
  ON_HOLD: { status: 409, message: 'A payment for this appointment is being checked by the clinic.' },
  /** Providers have a minimum and a maximum amount. */
  AMOUNT_NOT_TAKEN: {
    status: 409,
    message: 'An amount this small or large cannot be paid this way. Please pay at the clinic.',
  },
  NOT_OFFERED: { status: 409, message: 'The clinic does not take payments this way.' },
} as const;

/** Why a transaction is not accepted as payment for a booking. */
export const recordRefusals = {
  NOT_SUCCEEDED: { status: 409, message: 'This payment has not been completed.' },
  NOT_THIS_BOOKING: { status: 409, message: 'This payment was not made for this appointment.' },
  PRICE_DIFFERS: payableRefusals.PRICE_DIFFERS,
  /** The payment came in but could not be accepted; its refund is under way. */
  REFUNDED: {
    status: 409,
    message: 'This payment could not be accepted. You will get your money back.',
  },
  ON_HOLD: payableRefusals.ON_HOLD,
} as const;

export const refundRefusals = {
  MORE_THAN_LEFT: {
    status: 409,
    message: 'That is more than can still be refunded.',
    data: z.object({ left: Price }),
  },
} as const;

const otherAdmin = {
  OWN_APPOINTMENT: {
    status: 403,
    message: 'This is your own appointment. Another admin can record this.',
  },
} as const;

export const payoutRefusals = {
  ...otherAdmin,
  NOTHING_TO_PAY_OUT: {
    status: 409,
    message: 'This refund was made or requested again in the meantime.',
  },
} as const;

export const payoutCorrectionRefusals = {
  ...otherAdmin,
  NOTHING_TO_CORRECT: { status: 409, message: 'This refund was corrected already.' },
} as const;

export const statementRefusals = {
  NOTHING_TO_STATE: {
    status: 409,
    message: 'There is nothing to record: the provider itself is asked about this payment.',
  },
} as const;

export const holdRefusals = {
  NOT_ON_HOLD: { status: 409, message: 'This payment is no longer on hold.' },
} as const;

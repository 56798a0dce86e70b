import type { Booking } from '@openhours/contract/booking.ts';
import type { BookingPayments, Payment } from '@openhours/contract/payment.ts';
import { isHeld } from './held.ts';

/** The payment state of a booking, for whoever looks at it. */
export type PaymentState =
  | { kind: 'not-yours' }
  | { kind: 'cancelled' }
  | { kind: 'paid'; payment: Payment | undefined }
  | { kind: 'being-refunded' }
  | { kind: 'free' }
  | { kind: 'on-hold' }
  | { kind: 'under-way' }
  | { kind: 'payable' };

/** The states of the payment page. Only one of them allows a card to be entered. */
export function paymentState({
  booking,
  money,
}: {
  booking: Pick<Booking, 'state' | 'paid' | 'earlierPayment' | 'price'>;
  money: Pick<BookingPayments, 'isOwn' | 'paid' | 'underWay' | 'payments'>;
}): PaymentState {
  if (!money.isOwn) return { kind: 'not-yours' };
  if (booking.state === 'cancelled') return { kind: 'cancelled' };
  if (booking.earlierPayment) return { kind: 'being-refunded' };
  if (booking.paid || money.paid) {
    return { kind: 'paid', payment: money.payments.find(({ state }) => state === 'paid') };
  }
  if (booking.price === 0) return { kind: 'free' };
  if (money.payments.some(isHeld)) return { kind: 'on-hold' };
  return { kind: money.underWay ? 'under-way' : 'payable' };
}

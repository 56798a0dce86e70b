import type { Booking } from '@openhours/contract/booking.ts';
import type { BookingPayments, Payment } from '@openhours/contract/payment.ts';

/** How a booking stands with its payment, for the one who is to pay for it. */
export type PaymentState =
  | { kind: 'not-yours' }
  | { kind: 'cancelled' }
  | { kind: 'paid'; payment: Payment | undefined }
  | { kind: 'free' }
  | { kind: 'on-hold' }
  | { kind: 'under-way' }
  | { kind: 'payable' };

/** Exactly one of these holds, and in one of them alone a card may be entered. */
export function paymentState({
  booking,
  money,
  email,
}: {
  booking: Pick<Booking, 'email' | 'status' | 'paid' | 'price'>;
  money: Pick<BookingPayments, 'paid' | 'underWay' | 'payments'>;
  /** Of the person who looks at it. */
  email: string;
}): PaymentState {
  if (booking.email !== email) return { kind: 'not-yours' };
  if (booking.status === 'cancelled') return { kind: 'cancelled' };
  if (booking.paid || money.paid) {
    return { kind: 'paid', payment: money.payments.find(({ state }) => state === 'paid') };
  }
  if (booking.price === 0) return { kind: 'free' };
  if (money.payments.some(({ state }) => state === 'on-hold')) return { kind: 'on-hold' };
  return { kind: money.underWay ? 'under-way' : 'payable' };
}

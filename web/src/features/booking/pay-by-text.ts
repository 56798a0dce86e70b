import type { Booking } from '@openhours/contract/booking.ts';
import { serverNow } from '../../clinic/clock.ts';
import { deadlineText } from '../../clinic/instant.ts';
import { priceText } from '../../clinic/price.ts';

/**
 * Until when to pay, as a sentence.
 *
 * @param payBy UTC; after it, a payment that is under way can still arrive
 * @param price what is to pay, as it is shown, where nothing else says it
 */
export function payByText(payBy: string, { price = '', now = new Date(serverNow()) } = {}): string {
  return Date.parse(payBy) > now.getTime()
    ? `Pay ${price && `${price} `}by ${deadlineText(payBy, now)}, or the appointment is cancelled.`
    : 'The time to pay is over. The appointment is about to be cancelled.';
}

/** What is said while the payment of a booking is being refunded, or after its refund has failed. */
export function payAfterRefundText(booking: Pick<Booking, 'price' | 'currency' | 'earlierPayment'>): string {
  return booking.earlierPayment === 'refund-failed'
    ? `The refund of what was paid has failed, and the clinic has been told. You can pay ${priceText(booking)} at the clinic.`
    : `What was paid is being refunded. You can pay ${priceText(booking)} after that, or at the clinic.`;
}

import { deadlineText } from '../../clinic/instant.ts';
import { priceText } from '../../clinic/price.ts';

/** Until when to pay, as a sentence. @param payBy UTC; after it, a payment that is under way can still arrive */
export function payByText(payBy: string, now: Date = new Date()): string {
  return Date.parse(payBy) > now.getTime()
    ? `Pay by ${deadlineText(payBy, now)}, or the appointment is cancelled.`
    : 'The time to pay is over. The appointment is about to be cancelled.';
}

/** What is said while the payment of a booking is being refunded. */
export function payAfterRefundText(price: Parameters<typeof priceText>[0]): string {
  return `What was paid is being refunded. You can pay ${priceText(price)} after that, or at the clinic.`;
}

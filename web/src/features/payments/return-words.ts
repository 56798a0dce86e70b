import type { BookingPayments } from '@openhours/contract/payment.ts';

/** The outcome in the URL on return from the provider's page. It proves nothing. */
export type Returned = { how: 'success' | 'failed' | 'cancelled' | 'pending'; bookingId: string };

/** Parses the URL of My Appointments. An unknown outcome counts as none. */
export function readReturn(params: URLSearchParams): Returned | undefined {
  const outcome = params.get('payment');
  const how = (['success', 'failed', 'cancelled', 'pending'] as const).find((known) => known === outcome);
  return how && { how, bookingId: params.get('booking') ?? '' };
}

/** The message. The clinic's state takes precedence over the URL. */
export function returnWords(
  { how }: Returned,
  money: Pick<BookingPayments, 'paid' | 'payments' | 'awaited'> | undefined,
): { tone: 'good' | 'plain' | 'bad'; text: string; isWaiting: boolean } {
  if (money?.paid)
    return { tone: 'good', text: 'Your payment is confirmed. The appointment is paid.', isWaiting: false };
  const [last] = money?.payments ?? [];
  if (last?.state === 'on-hold') {
    const text = 'Your payment has arrived and is being checked by the clinic. Please do not pay again.';
    return { tone: 'plain', text, isWaiting: false };
  }
  if (last?.state === 'refunded' && how !== 'failed' && how !== 'cancelled') {
    // A payment with a receipt was accepted. If another one is awaited, the return was from that one.
    if (!last.receiptNumber) {
      const text = 'Your payment arrived but could not be accepted. We are refunding it.';
      return { tone: 'plain', text, isWaiting: false };
    }
    if (!money?.awaited) {
      const text = 'Your payment was refunded. The appointment is not paid.';
      return { tone: 'plain', text, isWaiting: false };
    }
  }
  switch (how) {
    case 'success':
    case 'pending':
      return {
        tone: 'plain',
        text: "Thank you. We are waiting for the payment provider's confirmation. The appointment is shown as paid when it arrives.",
        isWaiting: true,
      };
    case 'failed':
      return {
        tone: 'bad',
        text: 'The payment failed. Your appointment is still booked, but not paid yet. Please try again.',
        isWaiting: false,
      };
    case 'cancelled':
      return {
        tone: 'plain',
        text: 'You cancelled the payment. Your appointment is still booked, but not paid yet.',
        isWaiting: false,
      };
  }
}

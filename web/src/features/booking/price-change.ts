import type { Booking } from '@openhours/contract/booking.ts';
import { amountText } from '@openhours/contract/money.ts';

type Priced = Pick<Booking, 'price' | 'currency'>;

/** What a new price means for an appointment that is moved, in a sentence; undefined if the price is the same. */
export function priceChangeText(booking: Priced & Pick<Booking, 'paid'>, next: Priced): string | undefined {
  if (next.price === booking.price && next.currency === booking.currency) return undefined;
  const [now, before] = [next, booking].map(({ price, currency }) => amountText(price, currency));
  const sentence = `The price is now ${now} instead of ${before}.`;
  if (!booking.paid) return sentence;
  return next.currency === booking.currency && next.price < booking.price
    ? `${sentence} The difference is refunded.`
    : `${sentence} We refund what you paid. Once that is done, please pay the new price.`;
}

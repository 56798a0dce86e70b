import type { Booking } from '@openhours/contract/booking.ts';
import { amountText } from '@openhours/contract/money.ts';

type Priced = Pick<Booking, 'price' | 'currency'>;

/** The new price of an appointment that is moved, as a sentence; undefined if the price is the same. */
export function priceChangeText(booking: Priced, next: Priced): string | undefined {
  if (next.price === booking.price && next.currency === booking.currency) return undefined;
  const [now, before] = [next, booking].map(({ price, currency }) => amountText(price, currency));
  return `The price is now ${now} instead of ${before}.`;
}

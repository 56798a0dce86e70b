import type { Database } from '../../database/database.ts';
import { moneyFromPrice } from '../../money.ts';
import { type BookingRow, findBooking, listUnpaidBookings } from '../booking/index.ts';
import { type PayableRefusal, whyNotPayable } from './rules.ts';
import { isAnyOnHold } from './store.ts';

/** What a patient wants to pay for. */
export interface PayWish {
  readonly price: number;
  readonly bookingId: string | undefined;
  readonly patientId: string;
  /** The clinic's, for a wish that names no booking. */
  readonly currency: string;
}

export type NotPayable =
  | { readonly kind: 'not-found' }
  | { readonly kind: 'refused'; readonly code: PayableRefusal; readonly booking?: BookingRow };

/**
 * The booking that a patient means: the one named, if it is theirs; else their one unpaid booking of that price. The
 * price is compared and nothing else: what is charged is the booking's own.
 */
export async function chooseBooking(
  db: Database,
  { price, bookingId, patientId, currency }: PayWish,
): Promise<{ kind: 'chosen'; booking: BookingRow } | NotPayable> {
  if (bookingId === undefined) {
    const priceMinor = moneyFromPrice(price, currency)?.minor ?? -1;
    const [booking, ...others] = await listUnpaidBookings(db, { patientId, priceMinor });
    if (!booking || others.length > 0) return { kind: 'refused', code: 'WHICH_BOOKING' };
    return payable(db, booking, priceMinor);
  }
  const found = await findBooking(db, bookingId);
  if (found?.booking.patientId !== patientId) return { kind: 'not-found' };
  return payable(db, found.booking, moneyFromPrice(price, found.booking.currency)?.minor);
}

async function payable(
  db: Database,
  booking: BookingRow,
  priceMinor: number | undefined,
): Promise<{ kind: 'chosen'; booking: BookingRow } | NotPayable> {
  const { status, paid, currency } = booking;
  const code = whyNotPayable(
    { status, paid, price: { minor: booking.priceMinor, currency } },
    { priceMinor, isOnHold: await isAnyOnHold(db, booking.id) },
  );
  return code === undefined ? { kind: 'chosen', booking } : { kind: 'refused', code, booking };
}

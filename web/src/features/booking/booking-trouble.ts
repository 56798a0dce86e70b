import type { FreeSlot } from '@openhours/contract/booking.ts';
import { type Failure, readFailure } from '../../api/failure.ts';
import { fieldOf, textField, unreachable } from '../../api/http.ts';

/** Why a booking did not come about, as the window tells it. */
export type BookingTrouble = Pick<Failure, 'kind' | 'code'> & {
  /** A sentence for the person. */
  message: string;
  /** Free slots in place of the one that could not be had. */
  nearest: readonly FreeSlot[];
  /** The booking that stands in the way, if it is one of the person's own. */
  bookingId: string | undefined;
  /** What it costs now, when that has changed. */
  price: Pick<FreeSlot, 'price' | 'currency'> | undefined;
};

/** Reads what `api.booking.book` threw. The details come unchecked from the wire and are checked here. */
export function readBookingTrouble(error: unknown): BookingTrouble {
  const { kind, code, message = unreachable, data } = readFailure(error);
  const nearest = fieldOf(data, 'nearest');
  return {
    message,
    kind,
    code,
    nearest: Array.isArray(nearest) ? nearest.filter(isFreeSlot) : [],
    bookingId: textField(data, 'bookingId'),
    price: isPriced(data) ? { price: data.price, currency: data.currency } : undefined,
  };
}

function isPriced(value: unknown): value is Pick<FreeSlot, 'price' | 'currency'> {
  return typeof fieldOf(value, 'price') === 'number' && textField(value, 'currency') !== undefined;
}

/** Whether what came unchecked from the wire or from storage is a free slot. */
export function isFreeSlot(value: unknown): value is FreeSlot {
  const doctorName = fieldOf(value, 'doctorName');
  return (
    ['optionId', 'treatment', 'appointmentDate', 'slot'].every((name) => textField(value, name) !== undefined) &&
    isPriced(value) &&
    (doctorName === undefined || typeof doctorName === 'string')
  );
}

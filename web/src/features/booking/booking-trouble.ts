import type { FreeSlot } from '@openhours/contract/booking.ts';
import { type Failure, formFailureMessage, readFailure } from '../../api/failure.ts';
import { fieldOf, textField } from '../../api/http.ts';

/** Why a booking failed, for the booking dialog. */
export type BookingTrouble = Pick<Failure, 'kind' | 'code'> & {
  /** The message. */
  message: string;
  /** Whether a toast shows the message: only if our server sent it. Without an answer, or with a proxy's, the dialog shows a text of ours. */
  isToast: boolean;
  /** Free slots to choose instead. */
  nearest: readonly FreeSlot[];
  /** The id of the conflicting booking, if it is the person's own. */
  bookingId: string | undefined;
  /** The new price, if it has changed. */
  price: Pick<FreeSlot, 'price' | 'currency'> | undefined;
};

/** Reads the error of `api.booking.book`, and validates its details. */
export function readBookingTrouble(error: unknown): BookingTrouble {
  const { kind, code, data } = readFailure(error);
  const nearest = fieldOf(data, 'nearest');
  return {
    message: formFailureMessage(error),
    isToast: kind === 'refused' || textField(data, 'message') !== undefined,
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

/** Whether an unvalidated value, from the network or from storage, is a free slot. */
export function isFreeSlot(value: unknown): value is FreeSlot {
  const doctorName = fieldOf(value, 'doctorName');
  return (
    ['optionId', 'treatment', 'appointmentDate', 'slot'].every((name) => textField(value, name) !== undefined) &&
    isPriced(value) &&
    (doctorName === undefined || typeof doctorName === 'string')
  );
}

import type { FreeSlot } from '@openhours/contract/booking.ts';
import { fieldOf, textField, unreachable } from '../../api/http.ts';

/** Why a booking did not come about, as the window tells it. */
export type BookingTrouble = {
  /** A sentence for the person. */
  message: string;
  /**
   * `refused`: the clinic's last word on these values. `signed-out`: nobody is signed in any more. `unanswered`: the
   * booking may have been made all the same, or can be if it is sent again as it is.
   */
  kind: 'refused' | 'signed-out' | 'unanswered';
  code: string | undefined;
  /** Free slots in place of the one that could not be had. */
  nearest: readonly FreeSlot[];
  /** The booking that stands in the way, if it is one of the person's own. */
  bookingId: string | undefined;
  /** What it costs now, when that has changed. */
  price: number | undefined;
};

/** Reads what `api.booking.book` threw. The details come unchecked from the wire and are checked here. */
export function readBookingTrouble(error: unknown): BookingTrouble {
  const status = fieldOf(error, 'status');
  const data = fieldOf(error, 'data');
  const nearest = fieldOf(data, 'nearest');
  const price = fieldOf(data, 'price');
  return {
    message: messageOf(error),
    kind: kindOf(status),
    code: textField(error, 'code'),
    nearest: Array.isArray(nearest) ? nearest.filter(isFreeSlot) : [],
    bookingId: textField(data, 'bookingId'),
    price: typeof price === 'number' ? price : undefined,
  };
}

/** A sentence of ours stands in for what the browser itself says, such as when it stopped waiting. */
function messageOf(error: unknown): string {
  return error instanceof Error && typeof fieldOf(error, 'status') === 'number' ? error.message : unreachable;
}

function kindOf(status: unknown): BookingTrouble['kind'] {
  if (status === 401) return 'signed-out';
  if (typeof status !== 'number' || status === 408 || status === 429) return 'unanswered';
  return status >= 400 && status < 500 ? 'refused' : 'unanswered';
}

function isFreeSlot(value: unknown): value is FreeSlot {
  const doctorName = fieldOf(value, 'doctorName');
  return (
    ['optionId', 'treatment', 'appointmentDate', 'slot'].every((name) => textField(value, name) !== undefined) &&
    typeof fieldOf(value, 'price') === 'number' &&
    (doctorName === undefined || typeof doctorName === 'string')
  );
}

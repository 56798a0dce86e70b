import type { Booking, FreeSlot } from '@openhours/contract/booking.ts';

/** The booking that was just made. */
export type Booked = Omit<FreeSlot, 'optionId'> & {
  bookingId: string;
  reference: string;
  /** The name of the person treated, if somebody else booked for them. */
  treated: string | undefined;
};

/** The booking that was made on the page of this history entry, if there is one. */
export function bookedIdIn(state: unknown): string | undefined {
  const id: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'bookedId') : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** The state of a history entry with another booking in it, or with none. */
export function withBookedId(state: unknown, bookedId: string | undefined): object {
  return { ...(typeof state === 'object' ? state : {}), bookedId };
}

/**
 * What is shown again of a booking after a reload; `undefined` if it is over, cancelled, or somebody else's: another
 * person may have signed in since. Pure.
 * @param email of the person who is signed in
 */
export function bookedAgain(booking: Booking, email: string): Booked | undefined {
  const { _id: bookingId, isForSomebodyElse, patient, state, can } = booking;
  if (booking.email !== email || state !== 'booked' || !can.cancel) return undefined;
  const { reference, treatment, doctorName, appointmentDate, slot, price, currency } = booking;
  return {
    bookingId,
    reference,
    treatment,
    ...(doctorName !== undefined && { doctorName }),
    appointmentDate,
    slot,
    price,
    currency,
    treated: isForSomebodyElse ? patient : undefined,
  };
}

import type { FreeSlot } from '@openhours/contract/booking.ts';

/** The booking that was just made. */
export type Booked = FreeSlot & {
  bookingId: string;
  reference: string;
  /** The name of the person treated, if somebody else booked for them. */
  treated: string | undefined;
};

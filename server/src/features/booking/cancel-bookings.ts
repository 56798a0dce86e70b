import type { Database } from '../../database/database.ts';
import { type BookingRow, type CancelChange, type CancelledBooking, cancelUpcoming } from './store.ts';

/** Bookings that were cancelled together, and why. Contact details are as they were at that moment. */
export interface Cancellation extends Omit<CancelChange, 'which'> {
  readonly bookings: readonly CancelledBooking[];
}

/** Runs for every cancellation, in its transaction, no matter who cancels. If it fails, nothing is cancelled. */
export type CancellationFollower = (tx: Database, cancellation: Cancellation) => Promise<void>;

/**
 * Cancels bookings that are confirmed and still to come, or one that was decided about (`cancelAppointment`), and returns
 * them. Others do not change. All code that cancels calls this: it frees the slots and runs the followers.
 */
export type CancelBookings = (tx: Database, change: CancelChange) => Promise<readonly BookingRow[]>;

/** @param followers run in this order; registered in `app.ts` */
export function cancelBookingsWith(followers: readonly CancellationFollower[]): CancelBookings {
  return async (tx, { which, ...why }) => {
    const bookings = await cancelUpcoming(tx, { which, ...why });
    if (bookings.length === 0) return bookings;
    for (const follow of followers) await follow(tx, { bookings, ...why });
    return bookings;
  };
}

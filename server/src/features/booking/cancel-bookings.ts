import type { Database } from '../../database/database.ts';
import type { UnitOfWork } from '../../database/unit-of-work.ts';
import { type BookingRow, type CancelChange, type CancelledBooking, cancelUpcoming } from './store.ts';

/** Bookings that were cancelled together, and why. Contact details are as they were at that moment. */
export interface Cancellation extends Omit<CancelChange, 'which'> {
  readonly bookings: readonly CancelledBooking[];
}

/** What runs for every cancellation, no matter who cancels. Registered in `app.ts`. */
export interface CancellationFollowers {
  /** Run in order in the transaction that cancels. If one fails, the booking is not cancelled. */
  readonly inTransaction: readonly ((tx: Database, cancellation: Cancellation) => Promise<void>)[];
  /** Run after the commit. */
  readonly afterCommit: readonly ((cancellation: Cancellation) => void)[];
}

/**
 * Cancels bookings that are confirmed and still to come, and returns them. Bookings that have begun or are cancelled do
 * not change. All code that cancels calls this: it frees the slots and runs the followers.
 */
export type CancelBookings = (unit: UnitOfWork, change: CancelChange) => Promise<readonly BookingRow[]>;

export function cancelBookingsWith(followers: CancellationFollowers): CancelBookings {
  return async ({ tx, afterCommit }, { which, ...why }) => {
    const bookings = await cancelUpcoming(tx, { which, ...why });
    if (bookings.length === 0) return bookings;
    const cancellation = { bookings, ...why };
    for (const follow of followers.inTransaction) await follow(tx, cancellation);
    for (const follow of followers.afterCommit) afterCommit(() => follow(cancellation));
    return bookings;
  };
}

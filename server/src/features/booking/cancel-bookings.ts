import type { Database } from '../../database/database.ts';
import type { UnitOfWork } from '../../database/unit-of-work.ts';
import { type BookingRow, type CancelChange, type CancelledBooking, cancelUpcoming } from './store.ts';

/** Bookings that were cancelled together, and why. Contact details are as they were at that moment. */
export interface Cancellation extends Omit<CancelChange, 'which'> {
  readonly bookings: readonly CancelledBooking[];
}

/** What follows from every cancellation, whoever cancels. `app.ts` lists it. */
export interface CancellationFollowers {
  /** In the transaction that cancels, in this order: all of it happens, or the booking is not cancelled. */
  readonly inTransaction: readonly ((tx: Database, cancellation: Cancellation) => Promise<void>)[];
  /** Once that is committed. */
  readonly afterCommit: readonly ((cancellation: Cancellation) => void)[];
}

/**
 * Cancels bookings that are confirmed and still to come, and answers them; what has begun or is cancelled already stays
 * as it is. The only way to cancel: the slots are free again, and everything else follows from it.
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

import type { Database } from '../../database/database.ts';
import { type BookingRow, listUpcomingOfPatient } from './queries.ts';
import { refundOf } from './rules.ts';
import { type CancelChange, type CancelledBooking, cancelUpcoming } from './store.ts';

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

/**
 * Cancels every upcoming booking of a patient on the terms on which one is cancelled: patients themselves get nothing back
 * for those that they can no longer cancel free of charge. Returns how many.
 */
export async function cancelAllOfPatient(
  tx: Database,
  cancellation: Omit<CancelChange, 'which' | 'refund'> & { patientId: string; cancelBookings: CancelBookings },
): Promise<number> {
  const { patientId, cancelBookings, ...why } = cancellation;
  const theirs = await listUpcomingOfPatient(tx, { patientId, now: why.now }).for('update');
  let cancelled = 0;
  for (const refund of ['full', 'none'] as const) {
    const bookingIds = theirs.filter((booking) => refundOf(booking, why) === refund).map(({ id }) => id);
    // oxlint-disable-next-line no-await-in-loop -- in one transaction
    cancelled += (await cancelBookings(tx, { which: { bookingIds }, refund, ...why })).length;
  }
  return cancelled;
}

/** How many upcoming bookings of a patient are paid, and are not refunded if the patient cancels them now. */
export async function countWithoutRefund(db: Database, of: { patientId: string; now: Date }): Promise<number> {
  const theirs = await listUpcomingOfPatient(db, of);
  return theirs.filter((booking) => booking.hasMoney && refundOf(booking, { as: 'patient', now: of.now }) === 'none')
    .length;
}

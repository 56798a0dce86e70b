import type { Money } from '@openhours/contract/money.ts';
import { and } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookings, isDisputed } from '../../database/schema/booking.ts';
import type { BookingRow } from './booking-row.ts';
import { listDueAtClinic } from './money-queries.ts';
import { listUpcomingOfPerson, upcoming } from './queries.ts';
import { refundOf } from './rules.ts';
import { type CancelChange, type CancelledBooking, lockToCancel, setCancelled } from './store.ts';

/** Bookings that were cancelled together, and why. Contact details are as they were at that moment. */
export interface Cancellation extends Omit<CancelChange, 'which'> {
  readonly bookings: readonly CancelledBooking[];
}

/** Runs for every cancellation, in its transaction, no matter who cancels. If it fails, nothing is cancelled. */
export type CancellationFollower = (tx: Database, cancellation: Cancellation) => Promise<void>;

/**
 * Cancels bookings that are still to come (`upcoming`), or some that were decided about (`lockedIds`), and returns
 * them. Others do not change. All code that cancels calls this: it decides about the refunds, frees the slots and runs the
 * followers.
 */
export type CancelBookings = (tx: Database, change: CancelChange) => Promise<readonly BookingRow[]>;

/** @param followers run in this order; registered in `services.ts` */
export function cancelBookingsWith(followers: readonly CancellationFollower[]): CancelBookings {
  return async (tx, { which, ...why }) => {
    const { by, as, now } = why;
    const byRefund = Map.groupBy(await lockToCancel(tx, { which, now }), (booking) =>
      refundFrom(booking, { by, as, now }),
    );
    const bookings: CancelledBooking[] = [];
    for (const [refund, some] of byRefund) {
      bookings.push(...(await setCancelled(tx, { ids: some.map(({ id }) => id), refund, ...why })));
    }
    if (bookings.length === 0) return bookings;
    for (const follow of followers) await follow(tx, { bookings, ...why });
    return bookings;
  };
}

/** What is refunded if somebody cancels in this role; staff get what a patient would get for bookings under their own account. */
function refundFrom(
  booking: Pick<BookingRow, 'patientId'> & Parameters<typeof refundOf>[0],
  { by, as, now }: Pick<CancelChange, 'by' | 'as' | 'now'>,
): 'full' | 'none' {
  return refundOf(booking, { as: booking.patientId === by ? 'patient' : as, now });
}

/**
 * Cancels every upcoming booking of a person, each as if it was cancelled alone. This includes bookings for them under the
 * account of the person who looked after them; that person is told a different reason (`toOthers`). Returns how many.
 */
export async function cancelAllOfPerson(
  tx: Database,
  cancellation: Omit<CancelChange, 'which' | 'reason'> & {
    personId: string;
    reasons: { readonly toThem: string; readonly toOthers: string };
    cancelBookings: CancelBookings;
  },
): Promise<number> {
  const { personId, reasons, cancelBookings, ...why } = cancellation;
  const theirs = await listUpcomingOfPerson(tx, { personId, now: why.now });
  const byReason = Map.groupBy(theirs, ({ patientId }) => reasons[patientId === personId ? 'toThem' : 'toOthers']);
  let cancelled = 0;
  for (const [reason, some] of byReason) {
    const which = { bookingIds: some.map(({ id }) => id) };
    cancelled += (await cancelBookings(tx, { which, reason, ...why })).length;
  }
  return cancelled;
}

/** For how many upcoming bookings of a person the clinic keeps money if they close their account now. */
export async function countWithoutRefund(db: Database, of: { personId: string; now: Date }): Promise<number> {
  const theirs = await listUpcomingOfPerson(db, of);
  const terms = { as: 'patient', now: of.now } as const;
  return theirs.filter((booking) => booking.hasMoneyLeft && refundOf(booking, terms) === 'none').length;
}

/** The payments of how many upcoming bookings of a person would be refunded if they were not disputed at the bank. */
export async function countDisputed(
  db: Database,
  { personId, ...how }: { personId: string } & Pick<CancelChange, 'by' | 'as' | 'now'>,
): Promise<number> {
  const theirs = await listUpcomingOfPerson(db, { personId, now: how.now });
  return theirs.filter((booking) => booking.isDisputed && refundFrom(booking, how) === 'full').length;
}

/** The same for the bookings that patients have with a doctor, which the clinic cancels. */
export function countDisputedWithDoctor(db: Database, of: { doctorId: string; now: Date }): Promise<number> {
  return db.$count(bookings, and(upcoming({ doctorId: of.doctorId }, of.now), isDisputed));
}

/**
 * What a person has to collect at the clinic once their account is closed, one amount for each currency: what is due, and
 * what the cancellation of their upcoming bookings adds.
 */
export async function listRefundsAtClinic(
  db: Database,
  { personId, ...how }: { personId: string } & Pick<CancelChange, 'by' | 'as' | 'now'>,
): Promise<readonly Money[]> {
  const [due, upcoming] = await Promise.all([
    listDueAtClinic(db, personId),
    listUpcomingOfPerson(db, { personId, now: how.now }),
  ]);
  const added = upcoming
    .filter((booking) => booking.patientId === personId && refundFrom(booking, how) === 'full')
    .flatMap(({ left }) => left.map(({ currency, atClinicMinor: minor }) => ({ minor, currency })));
  const sums = new Map<string, number>();
  for (const { minor, currency } of [...due, ...added]) sums.set(currency, (sums.get(currency) ?? 0) + minor);
  return [...sums].flatMap(([currency, minor]) => (minor > 0 ? [{ minor, currency }] : []));
}

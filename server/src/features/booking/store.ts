import type { BookingState, ChangedAs } from '@openhours/contract/booking-state.ts';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { anyOf } from '../../database/any-of.ts';
import type { Database } from '../../database/database.ts';
import { bookingColumns, bookings, hasMoneyLeft, isForOther } from '../../database/schema/booking.ts';
import { sharedTimetableLock } from '../schedule/index.ts';
import { type BookingRow, selectBookings } from './booking-row.ts';
import { upcoming, type WhichBookings } from './queries.ts';

export type NewBooking = typeof bookings.$inferInsert;

/**
 * Takes the locks that a booking needs until its transaction ends: on the timetable, so that the hours do not change;
 * and on the patient, so that their other bookings wait.
 */
export async function lockForBooking(db: Database, patientId: string): Promise<void> {
  await db.execute(
    sql`select ${sharedTimetableLock}, pg_advisory_xact_lock(hashtext('booking-patient'), hashtext(${patientId}))`,
  );
}

/**
 * Locks a booking until this transaction ends, and reads it: every decision about its money takes this lock. It is read
 * in a second statement, since a statement that waits for a lock does not see what others committed meanwhile.
 */
export async function lockBooking(tx: Database, id: string): Promise<BookingRow | undefined> {
  await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, id)).for('update');
  const [row] = await selectBookings(tx).where(eq(bookings.id, id));
  return row;
}

/** The same for a booking and others of its series. Ids of other bookings are ignored. */
export async function lockInSeries(
  tx: Database,
  { id, otherIds }: { id: string; otherIds: readonly string[] },
): Promise<readonly BookingRow[]> {
  const isOfItsSeries = sql`(${bookings.patientId}, ${bookings.seriesId}) = (
    select own.patient_id, own.series_id from ${bookings} own where own.id = ${id})`;
  const which = or(eq(bookings.id, id), and(inArray(bookings.id, [...otherIds]), isOfItsSeries));
  await tx.select({ id: bookings.id }).from(bookings).where(which).orderBy(bookings.id).for('update');
  return selectBookings(tx).where(which);
}

/** Who changes a booking, as what, why and when: the columns of the change. */
export function changeColumns(change: { by: string | null; as: ChangedAs; reason: string | undefined; now: Date }) {
  const { by, as, reason, now } = change;
  return { changedBy: by, changedAs: as, changeReason: reason ?? null, changedAt: now };
}

export interface CancelChange {
  /** `lockedIds`: some that are locked, and that `whyNotBecome` allows to cancel, whether or not they are still to come. */
  readonly which: WhichBookings | { readonly lockedIds: readonly string[] };
  /** The id of the person who cancels; `null` for the clinic's own rule. */
  readonly by: string | null;
  readonly as: ChangedAs;
  /** Shown to the patient. */
  readonly reason: string;
  readonly now: Date;
}

export interface CancelledBooking extends BookingRow {
  /** Whether the clinic had money for it, paid or on hold, that was not being refunded, when it was cancelled. */
  readonly hasMoneyLeft: boolean;
}

/** Locks bookings that can be cancelled, and returns what decides about their refunds. */
export function lockToCancel(tx: Database, { which, now }: Pick<CancelChange, 'which' | 'now'>) {
  const { id, patientId, startsAt, freeCancellationHours, freeAtLeastUntil } = bookings;
  return tx
    .select({ id, patientId, startsAt, freeCancellationHours, freeAtLeastUntil })
    .from(bookings)
    .where(
      'lockedIds' in which
        ? and(inArray(id, [...which.lockedIds]), inArray(bookings.state, ['booked', 'arrived']))
        : upcoming(which, now),
    )
    .orderBy(id)
    .for('update');
}

/** Cancels bookings that are locked. Constraints ignore cancelled bookings, so their slots are free. */
export async function setCancelled(
  tx: Database,
  { ids, refund, ...change }: { ids: readonly string[]; refund: 'full' | 'none' } & Parameters<typeof changeColumns>[0],
): Promise<readonly CancelledBooking[]> {
  return tx
    .update(bookings)
    .set({ ...changeColumns(change), state: 'cancelled', cancelRefund: refund })
    .where(sql`${bookings.id} = ${anyOf(ids)}`)
    .returning({ ...bookingColumns, hasMoneyLeft });
}

/** Gives a booking another state. */
export async function updateState(
  tx: Database,
  { bookingId, state, ...change }: { bookingId: string; state: BookingState } & Parameters<typeof changeColumns>[0],
): Promise<void> {
  await tx
    .update(bookings)
    .set({ ...changeColumns(change), state })
    .where(eq(bookings.id, bookingId));
}

export async function setConfirmedAt(
  tx: Database,
  { bookingId, confirmedAt }: { bookingId: string; confirmedAt: Date },
): Promise<void> {
  await tx.update(bookings).set({ confirmedAt }).where(eq(bookings.id, bookingId));
}

/** Stores which version staff have told the patient, or that they have not. */
export async function setTold(
  tx: Database,
  { bookingId, told }: { bookingId: string; told: { version: number; at: Date; by: string } | undefined },
): Promise<void> {
  const { version: toldVersion = null, at: toldAt = null, by: toldBy = null } = told ?? {};
  await tx.update(bookings).set({ toldVersion, toldAt, toldBy }).where(eq(bookings.id, bookingId));
}

/** Gives a patient time to pay again. Null: they may pay at the clinic, unless they move it to a later time. */
export async function setPayBy(
  tx: Database,
  { bookingId, payBy }: { bookingId: string; payBy: Date | null },
): Promise<void> {
  await tx.update(bookings).set({ payBy }).where(eq(bookings.id, bookingId));
}

/** Lets a patient pay at the clinic, also after a move. */
export async function setPayAtClinic(tx: Database, bookingId: string): Promise<void> {
  await tx.update(bookings).set({ payment: 'at-clinic', payBy: null }).where(eq(bookings.id, bookingId));
}

/** Writes the address that a patient has now into their bookings. */
export async function setEmailOfBookings(
  tx: Database,
  { patientId, email }: { patientId: string; email: string },
): Promise<void> {
  await tx.update(bookings).set({ email }).where(eq(bookings.patientId, patientId));
}

/** Ends the links in emails about a booking. */
export async function replaceLinkKey(db: Database, bookingId: string): Promise<void> {
  await db.update(bookings).set({ linkKey: sql`gen_random_uuid()` }).where(eq(bookings.id, bookingId));
}

/**
 * Erases the email address, the phone number and the reason in a person's bookings, and in those for them under somebody
 * else's account, whose address stays.
 */
export async function forgetContactDetails(db: Database, personId: string): Promise<void> {
  await db.update(bookings).set({ email: '', phone: '', visitReason: '' }).where(eq(bookings.patientId, personId));
  const isTreated = and(isForOther, eq(bookings.treatedId, personId));
  await db.update(bookings).set({ phone: '', visitReason: '' }).where(isTreated);
}

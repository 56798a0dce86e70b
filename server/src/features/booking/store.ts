import type { BookingState, ChangedAs } from '@openhours/contract/booking-state.ts';
import type { Money } from '@openhours/contract/money.ts';
import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, ne, not, or, sql } from 'drizzle-orm';
import { anyOf } from '../../database/any-of.ts';
import type { Database } from '../../database/database.ts';
import {
  bookingColumns,
  bookings,
  busyTimes,
  cancellationRefunds,
  hasMoney,
  isPaid,
  isReturning,
  moneyLeft,
  type PastVersion,
} from '../../database/schema/booking.ts';
import { people } from '../../database/schema/identity.ts';
import { appointmentOptions } from '../../database/schema/schedule.ts';
import { undoUnless } from '../../database/undo-unless.ts';
import { violatedConstraint } from '../../database/violated-constraint.ts';
import { holdTimetable } from '../schedule/index.ts';
import { type BookingConstraint, CONSTRAINT_MEANS } from './rules.ts';

export type BookingRow = typeof bookings.$inferSelect & {
  readonly paid: boolean;
  readonly pastVersions: readonly PastVersion[];
  /** The name of whoever made the present version; null for the system. */
  readonly changedByName: string | null;
  readonly lateMinutes: number | null;
  readonly addressee: { readonly email: string; readonly emailVerified: boolean };
};
export type NewBooking = typeof bookings.$inferInsert;

/**
 * Takes the locks that a booking needs until its transaction ends: on the timetable, so that the hours do not change;
 * and on the patient, so that their other bookings wait.
 */
export async function lockForBooking(db: Database, patientId: string): Promise<void> {
  await db.execute(
    sql`select ${holdTimetable}, pg_advisory_xact_lock(hashtext('booking-patient'), hashtext(${patientId}))`,
  );
}

/** Which of these patients have at least `limit` unpaid future appointments. */
export async function listWithUnpaid(
  db: Database,
  of: { patientIds: readonly string[]; limit: number; now: Date },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ patientId: bookings.patientId })
    .from(bookings)
    .where(
      and(
        sql`${bookings.patientId} = ${anyOf(of.patientIds)}`,
        ne(bookings.state, 'cancelled'),
        not(isPaid),
        gt(bookings.priceMinor, 0),
        gt(bookings.startsAt, of.now),
      ),
    )
    .groupBy(bookings.patientId)
    .having(gte(count(), of.limit));
  return new Set(rows.map(({ patientId }) => patientId));
}

/**
 * Whether the option is open and the person treated exists; locks both until this transaction ends. A transaction that closes
 * the option or deletes the patient either waits for this one and sees its booking, or commits first and is seen here.
 */
export async function holdOpen(db: Database, of: { optionId: string; treatedId: string }): Promise<boolean> {
  const held = await db
    .select({ id: appointmentOptions.id })
    .from(appointmentOptions)
    .innerJoin(people, eq(people.id, of.treatedId))
    .where(and(eq(appointmentOptions.id, of.optionId), eq(appointmentOptions.open, true), isNull(people.deletedAt)))
    .for('key share');
  return held.length > 0;
}

/** The time and the doctor of an appointment, and the rest that changes when it is moved. */
export type MovedBooking = Pick<
  NewBooking,
  'calendarId' | 'day' | 'startMinute' | 'startsAt' | 'endsAt' | 'bufferMinutes'
> & { readonly id: string } & Partial<NewBooking>;

/**
 * Moves a booking, or returns the name of the constraint that forbids it; then nothing has changed. Must run inside a
 * transaction that has locked the booking. As with a new one, its time is claimed first (`recordBooking`); the old one
 * is let go before, because they may overlap, and is back if the savepoint is rolled back.
 */
export async function moveBooking(
  db: Database,
  { id, ...moved }: MovedBooking,
  { holderId, now }: { holderId: string; now: Date },
): Promise<BookingConstraint | undefined> {
  try {
    return await undoUnless<BookingConstraint | undefined>(
      db,
      (constraint) => constraint === undefined,
      async (savepoint) => {
        await endHolds(savepoint, { ...timesOf(moved), holderId, now });
        await savepoint.delete(busyTimes).where(eq(busyTimes.id, id));
        if (!(await claimTime(savepoint, { id, ...moved }))) return 'no_overlap_in_calendar';
        await savepoint
          .update(bookings)
          .set({ ...moved, confirmedAt: null })
          .where(eq(bookings.id, id));
        return undefined;
      },
    );
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (isBookingConstraint(constraint)) return constraint;
    throw error;
  }
}

/** Ends what a person holds or is offered, as the function `end_holds` at the end of the migration says. */
export async function endHolds(
  db: Database,
  wanted: { calendarId: string; day: string; startsAt: Date; busyUntil: Date; holderId: string; now: Date },
): Promise<void> {
  const { holderId, calendarId, day, startsAt, busyUntil, now } = wanted;
  const time = sql`row(${holderId}, ${calendarId}, ${day}, ${startsAt.toISOString()}, ${busyUntil.toISOString()})::wanted_time`;
  await db.execute(sql`select cardinality(end_holds(array[${time}], ${now.toISOString()}))`);
}

function timesOf(booking: Omit<MovedBooking, 'id'>) {
  const { calendarId, day, startMinute, startsAt, endsAt, bufferMinutes = 0 } = booking;
  return { calendarId, day, startMinute, startsAt, busyUntil: new Date(endsAt.getTime() + bufferMinutes * 60_000) };
}

/** Makes the calendar busy for a booking. Returns false if it is busy at that time. */
async function claimTime(db: Database, { id, ...booking }: MovedBooking): Promise<boolean> {
  const claimed = await db
    .insert(busyTimes)
    .values({ id, kind: 'booking', bookingId: id, ...timesOf(booking) })
    .onConflictDoNothing()
    .returning({ id: busyTimes.id });
  return claimed.length > 0;
}

function isBookingConstraint(name: string | undefined): name is BookingConstraint {
  return name !== undefined && Object.hasOwn(CONSTRAINT_MEANS, name);
}

/** The live booking of a treatment on a date for the person treated, if there is one. */
export async function findBookingOfDay(
  db: Database,
  of: { treatedId: string; treatmentId: string; date: string },
): Promise<{ id: string } | undefined> {
  const [row] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.treatedId, of.treatedId),
        eq(bookings.treatmentId, of.treatmentId),
        eq(bookings.day, of.date),
        ne(bookings.state, 'cancelled'),
      ),
    );
  return row;
}

/** A booking, and its doctor if the option has one. */
export async function findBooking(
  db: Database,
  id: string,
): Promise<{ booking: BookingRow; doctorId: string | null } | undefined> {
  const [row] = await db
    .select({ booking: bookingColumns, doctorId: appointmentOptions.doctorId })
    .from(bookings)
    .innerJoin(appointmentOptions, eq(appointmentOptions.id, bookings.optionId))
    .where(eq(bookings.id, id));
  return row;
}

/** These bookings, in the order of the ids, each with its doctor if it has one; without those that do not exist. */
export async function listBookings(
  db: Database,
  ids: readonly string[],
): Promise<readonly { booking: BookingRow; doctorId: string | null }[]> {
  const rows = await db
    .select({ booking: bookingColumns, doctorId: appointmentOptions.doctorId })
    .from(bookings)
    .innerJoin(appointmentOptions, eq(appointmentOptions.id, bookings.optionId))
    .where(inArray(bookings.id, [...ids]));
  return rows.toSorted((a, b) => ids.indexOf(a.booking.id) - ids.indexOf(b.booking.id));
}

/** These bookings, each with its doctor if it has one, in order of time. */
export async function listDoctorsOfBookings(
  db: Database,
  ids: readonly string[],
): Promise<readonly { id: string; doctorId: string | null }[]> {
  return db
    .select({ id: bookings.id, doctorId: appointmentOptions.doctorId })
    .from(bookings)
    .innerJoin(appointmentOptions, eq(appointmentOptions.id, bookings.optionId))
    .where(inArray(bookings.id, [...ids]))
    .orderBy(asc(bookings.startsAt), asc(bookings.id));
}

/** A page of a patient's bookings, latest appointment first, after the booking `after`. */
export async function listBookingsOfPatient(
  db: Database,
  page: { patientId: string; limit: number; after: string | undefined },
): Promise<readonly BookingRow[]> {
  const { patientId, limit, after } = page;
  const [last] =
    after === undefined
      ? []
      : await db
          .select({ id: bookings.id, startsAt: bookings.startsAt })
          .from(bookings)
          .where(and(eq(bookings.id, after), eq(bookings.patientId, patientId)));
  if (after !== undefined && !last) return [];
  return db
    .select(bookingColumns)
    .from(bookings)
    .where(
      and(
        eq(bookings.patientId, patientId),
        last &&
          or(lt(bookings.startsAt, last.startsAt), and(eq(bookings.startsAt, last.startsAt), lt(bookings.id, last.id))),
      ),
    )
    .orderBy(desc(bookings.startsAt), desc(bookings.id))
    .limit(limit);
}

/** Selects one booking, some, all under an account, all of a person treated, or all with a doctor: those still to come. */
export type WhichBookings =
  | { readonly bookingId: string }
  | { readonly bookingIds: readonly string[] }
  | { readonly patientId: string }
  | { readonly treatedId: string }
  | { readonly doctorId: string };

function upcoming(which: WhichBookings, now: Date) {
  return and(
    'bookingId' in which
      ? eq(bookings.id, which.bookingId)
      : 'bookingIds' in which
        ? inArray(bookings.id, [...which.bookingIds])
        : 'patientId' in which
          ? eq(bookings.patientId, which.patientId)
          : 'treatedId' in which
            ? eq(bookings.treatedId, which.treatedId)
            : // A doctor's options share the doctor's calendar.
              eq(bookings.calendarId, which.doctorId),
    eq(bookings.state, 'booked'),
    gt(bookings.startsAt, now),
  );
}

/** Selects future bookings by calendar and by days; both are optional. */
export interface UpcomingOf {
  readonly calendarId?: string;
  readonly firstDay?: string;
  readonly lastDay?: string;
}

/** Bookings that are still to come, in order of time. */
export function listUpcomingBookings(db: Database, of: UpcomingOf, now: Date): Promise<readonly BookingRow[]> {
  const { calendarId, firstDay, lastDay } = of;
  return db
    .select(bookingColumns)
    .from(bookings)
    .where(
      and(
        eq(bookings.state, 'booked'),
        gt(bookings.startsAt, now),
        calendarId === undefined ? undefined : eq(bookings.calendarId, calendarId),
        firstDay === undefined ? undefined : gte(bookings.day, firstDay),
        lastDay === undefined ? undefined : lte(bookings.day, lastDay),
      ),
    )
    .orderBy(bookings.startsAt, bookings.id);
}

export async function countUpcoming(db: Database, which: WhichBookings, now: Date): Promise<number> {
  const [row] = await db.select({ upcoming: count() }).from(bookings).where(upcoming(which, now));
  return row?.upcoming ?? 0;
}

/** What decides about the refunds of a patient's upcoming bookings. */
export function listUpcomingOfPatient(db: Database, { patientId, now }: { patientId: string; now: Date }) {
  return db
    .select({
      id: bookings.id,
      startsAt: bookings.startsAt,
      freeCancellationHours: bookings.freeCancellationHours,
      hasMoney,
    })
    .from(bookings)
    .where(upcoming({ patientId }, now))
    .orderBy(bookings.id);
}

export interface CancelChange {
  /** `lockedId`: one that is locked, and that `whyNotBecome` allows to cancel, whether or not it is still to come. */
  readonly which: WhichBookings | { readonly lockedId: string };
  /** The id of the person who cancels; `null` for the clinic's own rule. */
  readonly by: string | null;
  readonly as: ChangedAs;
  /** Shown to the patient. */
  readonly reason: string;
  /** How much of the payment is refunded. */
  readonly refund: 'full' | 'none';
  readonly now: Date;
}

/** Who changes a booking, as what, why and when: the columns of the change. */
export function changed(change: { by: string | null; as: ChangedAs; reason: string | undefined; now: Date }) {
  const { by, as, reason, now } = change;
  return { changedBy: by, changedAs: as, changeReason: reason ?? null, changedAt: now };
}

export interface CancelledBooking extends BookingRow {
  /** Whether the clinic had money for it, paid or on hold, when it was cancelled. */
  readonly hasMoney: boolean;
}

/** Cancels bookings. Constraints ignore cancelled bookings, so their slots are free. */
export async function cancelUpcoming(db: Database, change: CancelChange): Promise<readonly CancelledBooking[]> {
  const { which, by, as, reason, refund, now } = change;
  return db
    .update(bookings)
    .set({ ...changed({ by, as, reason, now }), state: 'cancelled', cancelRefund: refund })
    .where(
      'lockedId' in which
        ? and(eq(bookings.id, which.lockedId), inArray(bookings.state, ['booked', 'arrived']))
        : upcoming(which, now),
    )
    .returning({ ...bookingColumns, hasMoney });
}

export async function setConfirmedAt(
  tx: Database,
  { bookingId, confirmedAt }: { bookingId: string; confirmedAt: Date },
): Promise<void> {
  await tx.update(bookings).set({ confirmedAt }).where(eq(bookings.id, bookingId));
}

/** For a patient who had no address when they were booked. */
export async function setEmailOfBookings(
  tx: Database,
  { patientId, email }: { patientId: string; email: string },
): Promise<void> {
  await tx
    .update(bookings)
    .set({ email })
    .where(and(eq(bookings.patientId, patientId), eq(bookings.email, '')));
}

/** Ends the links in emails about a booking. */
export async function replaceLinkKey(db: Database, bookingId: string): Promise<void> {
  await db.update(bookings).set({ linkKey: sql`gen_random_uuid()` }).where(eq(bookings.id, bookingId));
}

/** Erases the email address, the phone number and the reason in a patient's bookings. */
export async function forgetContactDetails(db: Database, patientId: string): Promise<void> {
  await db.update(bookings).set({ email: '', phone: '', visitReason: '' }).where(eq(bookings.patientId, patientId));
}

/** Takes a doctor's photo out of their appointments. */
export async function forgetPhotoInBookings(db: Database, doctorId: string): Promise<void> {
  const shown = and(eq(bookings.calendarId, doctorId), isNotNull(bookings.doctorPhoto));
  await db.update(bookings).set({ doctorPhoto: null }).where(shown);
}

/** Every booking of a patient, oldest first. */
export async function listAllBookingsOfPatient(db: Database, patientId: string): Promise<readonly BookingRow[]> {
  return db
    .select(bookingColumns)
    .from(bookings)
    .where(eq(bookings.patientId, patientId))
    .orderBy(bookings.startsAt, bookings.id);
}

/** A patient's unpaid bookings that are not cancelled. */
export async function listUnpaidBookings(db: Database, patientId: string): Promise<readonly BookingRow[]> {
  return db
    .select(bookingColumns)
    .from(bookings)
    .where(and(eq(bookings.patientId, patientId), ne(bookings.state, 'cancelled'), not(isPaid)));
}

/**
 * Bookings that had to be paid when they were made, are still to come, and for which the clinic has no money: none that
 * is paid, on hold or on its way back, during which the patient cannot pay again. The oldest first.
 */
export async function listUnpaidOf(
  db: Database,
  of: { dueBefore: Date; now: Date; limit: number; bookingId?: string },
): Promise<readonly string[]> {
  const rows = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.state, 'booked'),
        eq(bookings.payment, 'at-booking'),
        gt(bookings.priceMinor, 0),
        lt(bookings.payBy, of.dueBefore),
        gt(bookings.startsAt, of.now),
        not(hasMoney),
        not(isReturning),
        of.bookingId === undefined ? undefined : eq(bookings.id, of.bookingId),
      ),
    )
    .orderBy(bookings.payBy)
    .limit(of.limit);
  return rows.map(({ id }) => id);
}

/**
 * Locks a booking until this transaction ends, and reads it: every decision about its money takes this lock. It is read
 * in a second statement, since a statement that waits for a lock does not see what others committed meanwhile.
 */
export async function lockBooking(tx: Database, id: string): Promise<BookingRow | undefined> {
  await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, id)).for('update');
  const [row] = await tx.select(bookingColumns).from(bookings).where(eq(bookings.id, id));
  return row;
}

/**
 * What is left of the payments of a booking, and what was refunded because it was cancelled. One amount each: a second
 * currency is rare, and would need a second sentence for the patient.
 */
export async function findMoneyOf(
  db: Database,
  booking: Pick<BookingRow, 'id' | 'currency'>,
): Promise<{ readonly left: Money; readonly refunded: Money }> {
  const [row] = await db
    .select({ left: moneyLeft, refunded: cancellationRefunds })
    .from(bookings)
    .where(eq(bookings.id, booking.id));
  const nothing = { minor: 0, currency: booking.currency };
  const most = (amounts: readonly Money[] = []) => amounts.toSorted((a, b) => b.minor - a.minor)[0] ?? nothing;
  return { left: most(row?.left), refunded: most(row?.refunded) };
}

/** Gives a patient time to pay again. */
export async function setPayBy(tx: Database, { bookingId, payBy }: { bookingId: string; payBy: Date }): Promise<void> {
  await tx.update(bookings).set({ payBy }).where(eq(bookings.id, bookingId));
}

/**
 * Books a cancelled booking again, if its time is still free and nothing else forbids it; otherwise nothing changes. Must
 * run inside a transaction that has locked the booking.
 */
export async function restoreBooking(
  db: Database,
  booking: BookingRow,
  change: Parameters<typeof changed>[0],
): Promise<boolean> {
  const { id, patientId: holderId } = booking;
  try {
    return await undoUnless<boolean>(
      db,
      (isBooked) => isBooked,
      async (savepoint) => {
        await endHolds(savepoint, { ...timesOf(booking), holderId, now: change.now });
        if (!(await claimTime(savepoint, booking))) return false;
        await savepoint
          .update(bookings)
          .set({ ...changed(change), state: 'booked' })
          .where(eq(bookings.id, id));
        return true;
      },
    );
  } catch (error) {
    if (isBookingConstraint(violatedConstraint(error))) return false;
    throw error;
  }
}

/** Gives a booking another state. */
export async function updateState(
  tx: Database,
  { bookingId, state, ...change }: { bookingId: string; state: BookingState } & Parameters<typeof changed>[0],
): Promise<void> {
  await tx
    .update(bookings)
    .set({ ...changed(change), state })
    .where(eq(bookings.id, bookingId));
}

/** Changes the phone number of a patient's own booking that is confirmed and still to come. Returns whether it did. */
export async function updatePhone(
  tx: Database,
  change: { bookingId: string; patientId: string; phone: string; now: Date },
): Promise<boolean> {
  const { bookingId, patientId, phone, now } = change;
  const changed = await tx
    .update(bookings)
    .set({ phone })
    .where(and(upcoming({ bookingId }, now), eq(bookings.patientId, patientId)))
    .returning({ id: bookings.id });
  return changed.length > 0;
}

import { and, count, desc, eq, gt, gte, inArray, isNull, lt, lte, not, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookingColumns, bookings, hasMoney, isPaid } from '../../database/schema/booking.ts';
import { people } from '../../database/schema/identity.ts';
import { appointmentOptions } from '../../database/schema/schedule.ts';
import { violatedConstraint } from '../../database/violated-constraint.ts';
import { holdTimetable } from '../schedule/index.ts';
import { type BookingConstraint, CONSTRAINT_MEANS } from './rules.ts';

export type BookingRow = typeof bookings.$inferSelect & { readonly paid: boolean };
export type NewBooking = typeof bookings.$inferInsert;

/**
 * What a booking holds until its transaction ends: the timetable, so that the hours that are read from here on stay as
 * they are; and the patient, so that their other bookings wait.
 */
export async function lockForBooking(db: Database, patientId: string): Promise<void> {
  await db.execute(
    sql`select ${holdTimetable}, pg_advisory_xact_lock(hashtext('booking-patient'), hashtext(${patientId}))`,
  );
}

/** How many of a patient's appointments are still to come and not paid for. */
export async function countUnpaidUpcoming(db: Database, patientId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ unpaid: count() })
    .from(bookings)
    .where(
      and(
        eq(bookings.patientId, sql.placeholder('patientId')),
        eq(bookings.status, 'confirmed'),
        not(isPaid),
        gt(bookings.priceMinor, 0),
        gt(bookings.startsAt, sql.placeholder('now')),
      ),
    )
    .prepare('count_unpaid_upcoming')
    .execute({ patientId, now });
  return row?.unpaid ?? 0;
}

/**
 * Whether the option is open and the patient still there, and that it stays so until this transaction ends. Who closes
 * an option or deletes a person waits for us, and finds our booking; or we wait for them, and find them gone.
 */
export async function holdOpen(db: Database, of: { optionId: string; patientId: string }): Promise<boolean> {
  const held = await db
    .select({ id: appointmentOptions.id })
    .from(appointmentOptions)
    .innerJoin(people, eq(people.id, of.patientId))
    .where(and(eq(appointmentOptions.id, of.optionId), eq(appointmentOptions.open, true), isNull(people.deletedAt)))
    .for('key share');
  return held.length > 0;
}

/**
 * Writes a booking unless a constraint forbids it, and then says which. Must run inside a transaction.
 *
 * The first statement cannot fail or deadlock however many want the same slot. Only who lost asks again in a form
 * that PostgreSQL answers with the name of the constraint; should the winner have given up meanwhile, that one wins.
 * Each statement draws another reference (the column's default), so one that was taken is no reason to refuse.
 */
export async function insertBooking(
  db: Database,
  booking: NewBooking,
): Promise<{ readonly reference: string } | BookingConstraint> {
  const reference = { reference: bookings.reference };
  const [inserted] = await db.insert(bookings).values(booking).onConflictDoNothing().returning(reference);
  if (inserted) return inserted;
  try {
    const [second] = await db.transaction((savepoint) =>
      savepoint.insert(bookings).values(booking).returning(reference),
    );
    if (second) return second;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (isBookingConstraint(constraint)) return constraint;
    if (constraint !== REFERENCE_TAKEN) throw error;
  }
  return insertBooking(db, booking);
}

const REFERENCE_TAKEN = 'one_booking_per_reference';

function isBookingConstraint(name: string | undefined): name is BookingConstraint {
  return name !== undefined && Object.hasOwn(CONSTRAINT_MEANS, name);
}

/** The patient's live booking of a treatment on a date, if there is one. */
export async function findBookingOfDay(
  db: Database,
  of: { patientId: string; treatmentId: string; date: string },
): Promise<{ id: string } | undefined> {
  const [row] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.patientId, of.patientId),
        eq(bookings.treatmentId, of.treatmentId),
        eq(bookings.day, of.date),
        eq(bookings.status, 'confirmed'),
      ),
    );
  return row;
}

/** A booking, and the doctor whom it is with, if the option has one. */
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

/** Which bookings: one, some, all of a patient, or all with a doctor. */
export type WhichBookings =
  | { readonly bookingId: string }
  | { readonly bookingIds: readonly string[] }
  | { readonly patientId: string }
  | { readonly doctorId: string };

function upcoming(which: WhichBookings, now: Date) {
  return and(
    'bookingId' in which
      ? eq(bookings.id, which.bookingId)
      : 'bookingIds' in which
        ? inArray(bookings.id, [...which.bookingIds])
        : 'patientId' in which
          ? eq(bookings.patientId, which.patientId)
          : // A doctor's options share the doctor's calendar.
            eq(bookings.calendarId, which.doctorId),
    eq(bookings.status, 'confirmed'),
    gt(bookings.startsAt, now),
  );
}

/** Which bookings that are still to come: in a calendar or in all, on some days or on all. */
export interface UpcomingOf {
  readonly calendarId?: string;
  readonly firstDay?: string;
  readonly lastDay?: string;
}

/** Confirmed bookings that are still to come, in order of time. */
export function listUpcomingBookings(db: Database, of: UpcomingOf, now: Date): Promise<readonly BookingRow[]> {
  const { calendarId, firstDay, lastDay } = of;
  return db
    .select(bookingColumns)
    .from(bookings)
    .where(
      and(
        eq(bookings.status, 'confirmed'),
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

export interface CancelChange {
  readonly which: WhichBookings;
  /** The id of the person who cancels. */
  readonly by: string;
  /** A sentence that the patient reads. */
  readonly reason: string;
  /** What the patient gets back of what they paid. */
  readonly refund: 'full' | 'none';
  readonly now: Date;
}

export interface CancelledBooking extends BookingRow {
  /** When it was cancelled, the clinic had money for it: paid, or on hold. */
  readonly hasMoney: boolean;
}

/** Cancels what is still to come. No constraint counts these bookings any more, so their slots are free. */
export async function cancelUpcoming(db: Database, change: CancelChange): Promise<readonly CancelledBooking[]> {
  const { which, by, reason, refund, now } = change;
  return db
    .update(bookings)
    .set({ status: 'cancelled', cancelledAt: now, cancelledBy: by, cancelReason: reason, cancelRefund: refund })
    .where(upcoming(which, now))
    .returning({ ...bookingColumns, hasMoney });
}

/** Takes the email address and the telephone number out of a patient's bookings. */
export async function forgetContactDetails(db: Database, patientId: string): Promise<void> {
  await db.update(bookings).set({ email: '', phone: '' }).where(eq(bookings.patientId, patientId));
}

/** Every booking of a patient, the first one first. */
export async function listAllBookingsOfPatient(db: Database, patientId: string): Promise<readonly BookingRow[]> {
  return db
    .select(bookingColumns)
    .from(bookings)
    .where(eq(bookings.patientId, patientId))
    .orderBy(bookings.startsAt, bookings.id);
}

/** A patient's live bookings that are not paid for. */
export async function listUnpaidBookings(db: Database, patientId: string): Promise<readonly BookingRow[]> {
  return db
    .select(bookingColumns)
    .from(bookings)
    .where(and(eq(bookings.patientId, patientId), eq(bookings.status, 'confirmed'), not(isPaid)));
}

/**
 * A booking that nobody else changes until this transaction ends: every decision about its money waits here. It is read
 * after it was locked, since a statement that waits for a lock does not see what others committed meanwhile.
 */
export async function lockBooking(tx: Database, id: string): Promise<BookingRow | undefined> {
  await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, id)).for('update');
  const [row] = await tx.select(bookingColumns).from(bookings).where(eq(bookings.id, id));
  return row;
}

/** Changes the phone number of a patient's own booking that is confirmed and still to come. Answers whether it did. */
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

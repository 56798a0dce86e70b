import { and, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database } from '../../database/database.ts';
import { bookings } from '../../database/schema/booking.ts';
import { people } from '../../database/schema/identity.ts';
import { appointmentOptions } from '../../database/schema/schedule.ts';
import { type BookingConstraint, CONSTRAINT_MEANS } from './rules.ts';

export type BookingRow = typeof bookings.$inferSelect;
export type NewBooking = typeof bookings.$inferInsert;

/** Makes everything else that this patient books wait until this transaction ends. */
export async function lockPatient(db: Database, patientId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('booking-patient'), hashtext(${patientId}))`);
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
        eq(bookings.paid, false),
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
 */
export async function insertBooking(db: Database, booking: NewBooking): Promise<'booked' | BookingConstraint> {
  const inserted = await db.insert(bookings).values(booking).onConflictDoNothing().returning({ id: bookings.id });
  if (inserted.length === 1) return 'booked';
  try {
    await db.transaction((savepoint) => savepoint.insert(bookings).values(booking));
    return 'booked';
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === undefined) throw error;
    return constraint;
  }
}

/** unique_violation and exclusion_violation. */
const VIOLATIONS = new Set(['23505', '23P01']);

function violatedConstraint(error: unknown): BookingConstraint | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof pg.DatabaseError) || !VIOLATIONS.has(cause.code ?? '')) return undefined;
  return isBookingConstraint(cause.constraint) ? cause.constraint : undefined;
}

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
    .select({ booking: bookings, doctorId: appointmentOptions.doctorId })
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
    .select()
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

/** Which bookings: one, all of a patient, or all with a doctor. */
export type WhichBookings =
  | { readonly bookingId: string }
  | { readonly patientId: string }
  | { readonly doctorId: string };

function upcoming(which: WhichBookings, now: Date) {
  return and(
    'bookingId' in which
      ? eq(bookings.id, which.bookingId)
      : 'patientId' in which
        ? eq(bookings.patientId, which.patientId)
        : // A doctor's options share the doctor's calendar.
          eq(bookings.calendarId, which.doctorId),
    eq(bookings.status, 'confirmed'),
    gt(bookings.startsAt, now),
  );
}

export async function countUpcoming(db: Database, which: WhichBookings, now: Date): Promise<number> {
  const [row] = await db.select({ upcoming: count() }).from(bookings).where(upcoming(which, now));
  return row?.upcoming ?? 0;
}

/** Cancels what is still to come. The constraints then know nothing of these bookings: their slots are free. */
export async function cancelUpcoming(
  db: Database,
  change: { which: WhichBookings; reason: string; by: string; now: Date },
): Promise<readonly BookingRow[]> {
  const { which, reason, by, now } = change;
  return db
    .update(bookings)
    .set({ status: 'cancelled', cancelledAt: now, cancelReason: reason, cancelledBy: by })
    .where(upcoming(which, now))
    .returning();
}

/** Takes the e-mail address and the telephone number out of a patient's bookings. */
export async function forgetContactDetails(db: Database, patientId: string): Promise<void> {
  await db.update(bookings).set({ email: '', phone: '' }).where(eq(bookings.patientId, patientId));
}

/** Every booking of a patient, the first one first. */
export async function listAllBookingsOfPatient(db: Database, patientId: string): Promise<readonly BookingRow[]> {
  return db.select().from(bookings).where(eq(bookings.patientId, patientId)).orderBy(bookings.startsAt, bookings.id);
}

/** A patient's live bookings of a price that are not paid for. */
export async function listUnpaidBookings(
  db: Database,
  of: { patientId: string; priceMinor: number },
): Promise<readonly BookingRow[]> {
  return db
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.patientId, of.patientId),
        eq(bookings.priceMinor, of.priceMinor),
        eq(bookings.status, 'confirmed'),
        eq(bookings.paid, false),
      ),
    );
}

/** A booking that nobody else changes until this transaction ends: every decision about its money waits here. */
export async function lockBooking(tx: Database, id: string): Promise<BookingRow | undefined> {
  const [row] = await tx.select().from(bookings).where(eq(bookings.id, id)).for('update');
  return row;
}

/** Writes whether a booking is paid, and answers whose it is. */
export async function updatePaid(
  tx: Database,
  change: { bookingId: string; paid: boolean },
): Promise<{ patientId: string } | undefined> {
  const [changed] = await tx
    .update(bookings)
    .set({ paid: change.paid })
    .where(eq(bookings.id, change.bookingId))
    .returning({ patientId: bookings.patientId });
  return changed;
}

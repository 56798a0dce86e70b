import { and, count, desc, eq, gt, gte, inArray, lt, lte, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '../../database/any-of.ts';
import type { Database } from '../../database/database.ts';
import { prepared } from '../../database/prepared.ts';
import {
  bookingHistory,
  bookings,
  hasMoney,
  hasMoneyLeft,
  isBeingPaid,
  isDisputed,
  isForOther,
  isPaid,
  isReturning,
  moneyLeft,
} from '../../database/schema/booking.ts';
import { type BookingRow, selectBookings } from './booking-row.ts';
import { payBy } from './pay-by.ts';

const bookingById = prepared((db) =>
  selectBookings(db)
    .where(eq(bookings.id, sql.placeholder('id')))
    .prepare('booking'),
);

export async function findBooking(db: Database, id: string): Promise<BookingRow | undefined> {
  const [row] = await bookingById(db).execute({ id });
  return row;
}

/** These bookings, in the order of the ids, without those that do not exist. */
export async function listBookings(db: Database, ids: readonly string[]): Promise<readonly BookingRow[]> {
  // Most emails are about one, whose plan PostgreSQL keeps.
  const [id, ...others] = ids;
  if (id !== undefined && others.length === 0) return bookingById(db).execute({ id });
  const rows = await selectBookings(db).where(sql`${bookings.id} = ${anyOf(ids)}`);
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  return rows.toSorted((a, b) => (placeOf.get(a.id) ?? 0) - (placeOf.get(b.id) ?? 0));
}

/** The bookings of a series under an account that start after a moment, in order of time. */
export async function listSeriesAfter(
  db: Database,
  { patientId, seriesId, moment }: { patientId: string; seriesId: string; moment: Date },
): Promise<readonly BookingRow[]> {
  return selectBookings(db)
    .where(and(eq(bookings.patientId, patientId), eq(bookings.seriesId, seriesId), gt(bookings.startsAt, moment)))
    .orderBy(bookings.startsAt);
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

const pageOfPatient = (db: Database, isFurtherDown?: SQL) =>
  selectBookings(db)
    .where(and(eq(bookings.patientId, sql.placeholder('patientId')), isFurtherDown))
    .orderBy(desc(bookings.startsAt), desc(bookings.id))
    .limit(sql.placeholder('limit'));
const firstPage = prepared((db) => pageOfPatient(db).prepare('bookings_of_patient'));
// Empty if the last one is not the patient's.
const nextPage = prepared((db) =>
  pageOfPatient(
    db,
    sql`(${bookings.startsAt}, ${bookings.id}) < (
      select last.starts_at, last.id from ${bookings} last
      where last.id = ${sql.placeholder('after')} and last.patient_id = ${sql.placeholder('patientId')})`,
  ).prepare('next_bookings_of_patient'),
);

/** A page of a patient's bookings, latest appointment first, after the booking `after`. */
export async function listBookingsOfPatient(
  db: Database,
  { after, ...page }: { patientId: string; limit: number; after: string | undefined },
): Promise<readonly BookingRow[]> {
  return after === undefined ? firstPage(db).execute(page) : nextPage(db).execute({ ...page, after });
}

/** Every booking under a person's account or for them, oldest first. */
export async function listAllBookingsOf(db: Database, personId: string): Promise<readonly BookingRow[]> {
  return selectBookings(db)
    .where(or(eq(bookings.patientId, personId), and(isForOther, eq(bookings.treatedId, personId))))
    .orderBy(bookings.startsAt, bookings.id);
}

/** Selects bookings that are still to come: some, all under a person's account or for them, or all with a doctor. */
export type WhichBookings =
  | { readonly bookingIds: readonly string[] }
  | { readonly personId: string }
  | { readonly doctorId: string };

/**
 * The condition for `which`. Unless all of a person are wanted, it includes patients who have arrived early: nobody else would
 * tell them.
 */
export function upcoming(which: WhichBookings, now: Date) {
  return and(
    'bookingIds' in which
      ? inArray(bookings.id, [...which.bookingIds])
      : 'personId' in which
        ? or(eq(bookings.patientId, which.personId), eq(bookings.treatedId, which.personId))
        : // A doctor's options share the doctor's calendar.
          eq(bookings.calendarId, which.doctorId),
    inArray(bookings.state, 'personId' in which ? ['booked'] : ['booked', 'arrived']),
    gt(bookings.startsAt, now),
  );
}

/** Selects future bookings by calendar and by days; both are optional. */
export interface UpcomingFilter {
  readonly calendarId?: string;
  readonly firstDay?: string;
  readonly lastDay?: string;
}

/** When and where a booking takes place, and for what. */
type BookingTime = Pick<
  typeof bookings.$inferSelect,
  'id' | 'calendarId' | 'treatmentId' | 'day' | 'startMinute' | 'minutes' | 'startsAt' | 'endsAt'
>;

/** The times of bookings that are still to come, in order, also of patients who have arrived early. */
export function listUpcomingTimes(db: Database, of: UpcomingFilter, now: Date): Promise<readonly BookingTime[]> {
  const { calendarId, firstDay, lastDay } = of;
  const { id, treatmentId, day, startMinute, minutes, startsAt, endsAt } = bookings;
  return db
    .select({ id, calendarId: bookings.calendarId, treatmentId, day, startMinute, minutes, startsAt, endsAt })
    .from(bookings)
    .where(
      and(
        inArray(bookings.state, ['booked', 'arrived']),
        gt(bookings.startsAt, now),
        calendarId === undefined ? undefined : eq(bookings.calendarId, calendarId),
        firstDay === undefined ? undefined : gte(bookings.day, firstDay),
        lastDay === undefined ? undefined : lte(bookings.day, lastDay),
      ),
    )
    .orderBy(bookings.startsAt, bookings.id);
}

/** A person's upcoming bookings, under their account or for them, with what decides about the refunds. */
export function listUpcomingOfPerson(db: Database, { personId, now }: { personId: string; now: Date }) {
  return db
    .select({
      id: bookings.id,
      patientId: bookings.patientId,
      startsAt: bookings.startsAt,
      freeCancellationHours: bookings.freeCancellationHours,
      freeAtLeastUntil: bookings.freeAtLeastUntil,
      hasMoneyLeft,
      isDisputed,
      left: moneyLeft,
    })
    .from(bookings)
    .where(upcoming({ personId }, now))
    .orderBy(bookings.id);
}

/** How often a patient has moved their appointments since a moment, each of which is one version of a booking. */
export async function countMovesByPatient(
  db: Database,
  { patientId, since }: { patientId: string; since: Date },
): Promise<number> {
  const isMove = (version: typeof bookings | typeof bookingHistory) =>
    and(
      eq(version.state, 'booked'),
      eq(version.changedAs, 'patient'),
      gt(version.version, 1),
      gt(version.changedAt, since),
    );
  const before = db
    .select({ total: count() })
    .from(bookingHistory)
    .where(and(eq(bookingHistory.bookingId, bookings.id), isMove(bookingHistory)));
  const [row] = await db
    .select({ moves: sql<number>`coalesce(sum((${isMove(bookings)})::int + ${before}), 0)::int` })
    .from(bookings)
    .where(and(eq(bookings.patientId, patientId), gt(bookings.changedAt, since)));
  return row?.moves ?? 0;
}

export async function countUpcoming(db: Database, which: WhichBookings, now: Date): Promise<number> {
  const [row] = await db.select({ upcoming: count() }).from(bookings).where(upcoming(which, now));
  return row?.upcoming ?? 0;
}

/** A patient's unpaid bookings that are not cancelled. */
export async function listUnpaidBookings(db: Database, patientId: string): Promise<readonly BookingRow[]> {
  return selectBookings(db).where(and(eq(bookings.patientId, patientId), ne(bookings.state, 'cancelled'), not(isPaid)));
}

/**
 * Bookings that had to be paid when they were made, are still to come, and for which the clinic has no money: none that
 * is paid, being processed, on hold or on its way back, during which the patient cannot pay again. The oldest first.
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
        not(isBeingPaid),
        not(isReturning),
        of.bookingId === undefined ? undefined : eq(bookings.id, of.bookingId),
      ),
    )
    .orderBy(bookings.payBy)
    .limit(of.limit);
  return rows.map(({ id }) => id);
}

/** The deadline of the payment for a booking; `undefined` if it is over, or if the patient need not pay now. */
export async function findPayBy(db: Database, booking: BookingRow, now: Date): Promise<Date | undefined> {
  const until = payBy(booking, now);
  if (!until || until <= now) return undefined;
  const due = { dueBefore: new Date(until.getTime() + 1), now, limit: 1, bookingId: booking.id };
  return (await listUnpaidOf(db, due)).length > 0 ? until : undefined;
}

/**
 * Which of these patients have at least `limit` future appointments that are unpaid, and which as many that cost nothing, as
 * `record_bookings` counts them.
 */
export async function listPatientsAtLimit(
  db: Database,
  of: { patientIds: readonly string[]; limit: number; now: Date },
): Promise<{ readonly unpaid: ReadonlySet<string>; readonly free: ReadonlySet<string> }> {
  const { patientId, priceMinor } = bookings;
  const isFree = sql<boolean>`(${priceMinor} = 0)`;
  const rows = await db
    .select({ patientId, isFree })
    .from(bookings)
    .where(
      and(
        sql`${patientId} = ${anyOf(of.patientIds)}`,
        ne(bookings.state, 'cancelled'),
        gt(bookings.startsAt, of.now),
        sql`booked_as(${bookings}) = 'patient'`,
        or(eq(priceMinor, 0), not(hasMoney)),
      ),
    )
    .groupBy(patientId, isFree)
    .having(gte(count(), of.limit));
  const those = (wanted: boolean) => new Set(rows.flatMap((row) => (row.isFree === wanted ? row.patientId : [])));
  return { unpaid: those(false), free: those(true) };
}

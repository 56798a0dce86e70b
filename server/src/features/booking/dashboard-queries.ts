import { and, asc, eq, gt, inArray, ne, not, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookingColumns, bookings, hasMoney } from '../../database/schema/booking.ts';
import { type BookingRow, selectBookings } from './booking-row.ts';

/**
 * The patient's current or next appointment at `now`. One for which they have arrived `today` is current until it is done,
 * also if the doctor is late and its time is over.
 */
export async function findNextBooking(
  db: Database,
  { patientId, today, now }: { patientId: string; today: string; now: Date },
): Promise<BookingRow | undefined> {
  const [row] = await selectBookings(db)
    .where(
      and(
        eq(bookings.patientId, patientId),
        inArray(bookings.state, ['booked', 'arrived', 'in-progress']),
        or(gt(bookings.endsAt, now), and(ne(bookings.state, 'booked'), eq(bookings.day, today))),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(1);
  return row;
}

/** How many appointments of the patient are unpaid and not free, with no payment on hold, and the earliest of them. */
export async function summariseUnpaid(
  db: Database,
  patientId: string,
): Promise<{ readonly count: number; readonly first: BookingRow | undefined }> {
  const [row] = await db
    .select({ first: bookingColumns, count: sql<number>`(count(*) over ())::int` })
    .from(bookings)
    .where(
      and(
        eq(bookings.patientId, patientId),
        ne(bookings.state, 'cancelled'),
        not(hasMoney),
        gt(bookings.priceMinor, 0),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(1);
  return { count: row?.count ?? 0, first: row?.first };
}

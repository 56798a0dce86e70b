import { and, asc, eq, gt, inArray, ne, not, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookingColumns, bookings, isPaid } from '../../database/schema/booking.ts';
import type { BookingRow } from './queries.ts';

/** The patient's current or next appointment at `now`. */
export async function findNextBooking(
  db: Database,
  { patientId, now }: { patientId: string; now: Date },
): Promise<BookingRow | undefined> {
  const [row] = await db
    .select(bookingColumns)
    .from(bookings)
    .where(
      and(
        eq(bookings.patientId, patientId),
        inArray(bookings.state, ['booked', 'arrived', 'in-progress']),
        gt(bookings.endsAt, now),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(1);
  return row;
}

/** How many appointments of the patient are unpaid and not free, and the earliest of them. */
export async function summariseUnpaid(
  db: Database,
  patientId: string,
): Promise<{ readonly count: number; readonly first: BookingRow | undefined }> {
  const [row] = await db
    .select({ first: bookingColumns, count: sql<number>`(count(*) over ())::int` })
    .from(bookings)
    .where(
      and(eq(bookings.patientId, patientId), ne(bookings.state, 'cancelled'), not(isPaid), gt(bookings.priceMinor, 0)),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(1);
  return { count: row?.count ?? 0, first: row?.first };
}

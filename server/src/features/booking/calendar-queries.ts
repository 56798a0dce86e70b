import { and, asc, eq, gte, ne, or } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookings } from '../../database/schema/booking.ts';

export type BookingInCalendar = typeof bookings.$inferSelect;

/**
 * The appointments of a person from `since`, earliest first: their own, those of people whom they look after, and for
 * doctors those of their calendar. Without those that were cancelled before `cancelledSince`.
 */
export function listBookingsForCalendar(
  db: Database,
  of: { personId: string; isDoctor: boolean; since: Date; cancelledSince: Date; limit: number },
): Promise<BookingInCalendar[]> {
  const { personId, isDoctor, since, cancelledSince, limit } = of;
  return db
    .select()
    .from(bookings)
    .where(
      and(
        or(eq(bookings.patientId, personId), isDoctor ? eq(bookings.calendarId, personId) : undefined),
        gte(bookings.startsAt, since),
        or(ne(bookings.state, 'cancelled'), gte(bookings.changedAt, cancelledSince)),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(limit);
}

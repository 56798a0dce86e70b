import type { Database } from '../../database/database.ts';
import { bookingColumns, bookings } from '../../database/schema/booking.ts';

/** Selects bookings with everything that is read of them. */
export const selectBookings = (db: Database) => db.select(bookingColumns).from(bookings);

export type BookingRow = Awaited<ReturnType<typeof selectBookings>>[number];

import { and, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookingColumns, bookings, busyTimes } from '../../database/schema/booking.ts';
import type { BookingRow } from './store.ts';

/** A date and a minute of it on the clinic's clock. */
export interface WallTime {
  /** 'YYYY-MM-DD' */
  readonly day: string;
  readonly startMinute: number;
}
export interface WallTimeAt extends WallTime {
  readonly at: Date;
}

/** All dates and times at which a booking or a block starts. */
export function listWallTimes(db: Database): Promise<readonly WallTime[]> {
  return db
    .select({ day: bookings.day, startMinute: bookings.startMinute })
    .from(bookings)
    .union(db.select({ day: busyTimes.day, startMinute: busyTimes.startMinute }).from(busyTimes).where(isBlock));
}

const isBlock = eq(busyTimes.kind, 'block');

/** The live bookings that have not ended, or would not have ended if they started at these instants. In order. */
export function listComingInWallTimes(
  db: Database,
  times: readonly WallTimeAt[],
  now: Date,
): Promise<readonly BookingRow[]> {
  const endsThen = sql`(select w.at + ${bookings.minutes} * interval '1 minute' from ${rowsOf(times)}
    where w.day = ${bookings.day} and w.minute = ${bookings.startMinute})`;
  return db
    .select(bookingColumns)
    .from(bookings)
    .where(and(ne(bookings.state, 'cancelled'), or(gt(bookings.endsAt, now), sql`${endsThen} > ${now.toISOString()}`)))
    .orderBy(bookings.day, bookings.startMinute, bookings.id);
}

/** Moves every booking and every block to the instant of its date and time, and ends all holds and offers. */
export async function moveBookingsToInstants(tx: Database, times: readonly WallTimeAt[]): Promise<void> {
  // The constraints are checked row by row: first far away, so that no booking meets another that has not moved yet.
  await tx.execute(sql`
    update ${bookings} set starts_at = starts_at + interval '36500 days', ends_at = ends_at + interval '36500 days'`);
  await tx.delete(busyTimes).where(inArray(busyTimes.kind, ['hold', 'offer']));
  await tx.execute(sql`
    update ${busyTimes} set starts_at = starts_at + interval '36500 days', busy_until = busy_until + interval '36500 days'
    where ${isBlock}`);
  await tx.execute(sql`
    update ${bookings} set starts_at = w.at, ends_at = w.at + minutes * interval '1 minute'
    from ${rowsOf(times)} where w.day = ${bookings}.day and w.minute = ${bookings}.start_minute`);
  await tx.execute(sql`
    update ${busyTimes} set starts_at = w.at, busy_until = w.at + (busy_until - starts_at)
    from ${rowsOf(times)} where w.day = ${busyTimes}.day and w.minute = ${busyTimes}.start_minute and ${isBlock}`);
}

function rowsOf(times: readonly WallTimeAt[]) {
  const [days, minutes, instants] = [
    times.map(({ day }) => day),
    times.map(({ startMinute }) => startMinute),
    times.map(({ at }) => at.toISOString()),
  ].map((values) => `{${values.join(',')}}`);
  return sql`unnest(${days}::date[], ${minutes}::smallint[], ${instants}::timestamptz[]) as w (day, minute, at)`;
}

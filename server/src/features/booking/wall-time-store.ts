import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookings, busyTimes, reminderProgress } from '../../database/schema/booking.ts';
import { type BookingRow, selectBookings } from './booking-row.ts';

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
  return selectBookings(db)
    .leftJoin(rowsOf(times), isAtIts(bookings))
    .where(and(ne(bookings.state, 'cancelled'), sql`greatest(${bookings.endsAt}, ${endsThen}) > ${now.toISOString()}`))
    .orderBy(bookings.day, bookings.startMinute, bookings.id);
}

const endsThen = sql`w.at + ${bookings.minutes} * interval '1 minute'`;
const isAtIts = ({ day, startMinute }: typeof bookings | typeof busyTimes) =>
  sql`w.day = ${day} and w.minute = ${startMinute}`;

/**
 * Moves every booking and every block to the instant of its date and time, and ends all holds and offers. In parts,
 * because the server cancels a statement after some seconds. The next run looks for reminders of the last 26 hours again:
 * two time zones differ by no more. None is sent twice, because its id is made from the date and time.
 */
export async function moveBookingsToInstants(tx: Database, times: readonly WallTimeAt[]): Promise<void> {
  const parts = partsOf(times);
  // First far away, so that none meets another that has not moved yet. The busy times of a part move in one statement; a row of
  // bookings would move its own by itself, each in a statement with checks of its own.
  await tx.delete(busyTimes).where(inArray(busyTimes.kind, ['hold', 'offer']));
  await tx.update(reminderProgress).set({ queuedUntil: sql`queued_until - interval '26 hours'` });
  for (const part of parts) {
    await tx.execute(sql`
      update ${busyTimes} set starts_at = starts_at + interval '36500 days',
        busy_until = busy_until + interval '36500 days'
      from ${rowsOf(part)} where ${isAtIts(busyTimes)}`);
    await tx.execute(sql`
      update ${bookings} set starts_at = starts_at + interval '36500 days', ends_at = ends_at + interval '36500 days'
      from ${rowsOf(part)} where ${isAtIts(bookings)}`);
  }
  for (const part of parts) {
    await tx.execute(sql`
      update ${busyTimes} set starts_at = w.at, busy_until = w.at + (busy_until - starts_at)
      from ${rowsOf(part)} where ${isAtIts(busyTimes)}`);
    await tx.execute(sql`
      update ${bookings} set starts_at = w.at, ends_at = w.at + minutes * interval '1 minute'
      from ${rowsOf(part)} where ${isAtIts(bookings)}`);
  }
}

/** How many times are moved by a statement. Each of them may have an appointment with every doctor. */
const MOST_TIMES = 1000;

function partsOf(times: readonly WallTimeAt[]): readonly (readonly WallTimeAt[])[] {
  return Array.from({ length: Math.ceil(times.length / MOST_TIMES) }, (_, at) =>
    times.slice(at * MOST_TIMES, (at + 1) * MOST_TIMES),
  );
}

function rowsOf(times: readonly WallTimeAt[]) {
  const [days, minutes, instants] = [
    times.map(({ day }) => day),
    times.map(({ startMinute }) => startMinute),
    times.map(({ at }) => at.toISOString()),
  ].map((values) => `{${values.join(',')}}`);
  return sql`unnest(${days}::date[], ${minutes}::smallint[], ${instants}::timestamptz[]) as w (day, minute, at)`;
}

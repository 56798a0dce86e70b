import type { Database } from '../../database/database.ts';
import { clinicDay } from '../schedule/index.ts';
import type { BookingRow } from './booking-row.ts';
import {
  listComingInWallTimes,
  listWallTimes,
  moveBookingsToInstants,
  type WallTime,
  type WallTimeAt,
} from './wall-time-store.ts';

/** An appointment, and when it starts after the clinic's time zone has changed. */
export interface FollowingBooking {
  readonly booking: BookingRow;
  /** Null if the clock of the new time zone skips its time on that day. */
  readonly startsAt: Date | null;
}

/**
 * The upcoming appointments, by the present time zone or by another one, in order. An appointment keeps its date and
 * its time on the clinic's clock, so in another time zone it starts at another instant (decision 24).
 */
export async function listFollowingBookings(
  db: Database,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<readonly FollowingBooking[]> {
  const times = instantsIn(timeZone, await listWallTimes(db));
  const byTime = new Map(times.map((time) => [keyOf(time), time]));
  return (await listComingInWallTimes(db, times, now)).map((booking) => {
    const time = byTime.get(keyOf(booking));
    return { booking, startsAt: time === undefined || time.isSkipped ? null : time.at };
  });
}

/**
 * Moves all bookings to the instants at which a clock in this time zone shows their date and time. Must run while the
 * timetable is locked. Throws `no_overlap_in_calendar` or `patient_in_one_place` if a clock change makes two overlap.
 */
export async function followTimeZone(tx: Database, timeZone: string): Promise<void> {
  await moveBookingsToInstants(tx, instantsIn(timeZone, await listWallTimes(tx)));
}

function instantsIn(timeZone: string, times: readonly WallTime[]): readonly (WallTimeAt & { isSkipped: boolean })[] {
  return [...Map.groupBy(times, ({ day }) => day)].flatMap(([date, timesOfDay]) => {
    const day = clinicDay(date, timeZone);
    return timesOfDay.map((time) => {
      const at = day.instantOf(time.startMinute);
      return { ...time, at: new Date(at ?? day.closingAt(time.startMinute)), isSkipped: at === undefined };
    });
  });
}

function keyOf({ day, startMinute }: WallTime): string {
  return `${day} ${startMinute}`;
}

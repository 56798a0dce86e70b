import { and, between, eq, gt, inArray, or, type Placeholder, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { prepared } from '../../database/prepared.ts';
import { busyTimes } from '../../database/schema/booking.ts';
import type { Span } from './slots.ts';

/** When a busy time starts and ends, in milliseconds since 1970. */
const BUSY_FROM = sql<number>`date_part('epoch', ${busyTimes.startsAt}) * 1000`;
const BUSY_UNTIL = sql<number>`date_part('epoch', ${busyTimes.busyUntil}) * 1000`;

/** Whoever asks for free slots, and when: holds that are over do not count, nor do their own holds and offers. */
export interface Asker {
  readonly now: Date;
  /** A person's id; `undefined`: nobody is known, and every hold counts. */
  readonly holderId?: string | undefined;
}

/** Whether a busy time counts for whoever asks; for any query on `busyTimes`. `now` and `holderId` may be values or SQL placeholders. */
function countsFor({ now, holderId }: { now: Date | Placeholder; holderId: string | null | Placeholder }) {
  const isOfOthers = sql`${busyTimes.holderId} is distinct from ${holderId}::uuid`;
  // An offer counts until it is ended, not until its time is over: then the next on the waiting list gets it first.
  const stillHeld = or(eq(busyTimes.kind, 'offer'), gt(busyTimes.expiresAt, now));
  return or(inArray(busyTimes.kind, ['booking', 'block']), and(stillHeld, isOfOthers));
}

interface TakenOnDate extends Span {
  readonly calendarId: string;
  readonly date: string;
}

/**
 * The taken time in these calendars from `first` to `last`. The index (`one_busy_time_per_slot`) starts with the date, so
 * other days are never read.
 */
export async function listTaken(
  db: Database,
  { first, last, calendarIds, now, holderId }: Asker & { first: string; last: string; calendarIds: readonly string[] },
): Promise<readonly TakenOnDate[]> {
  if (calendarIds.length === 0 || first > last) return [];
  return db
    .select({
      calendarId: busyTimes.calendarId,
      date: busyTimes.day,
      from: BUSY_FROM,
      to: BUSY_UNTIL,
    })
    .from(busyTimes)
    .where(
      and(
        between(busyTimes.day, first, last),
        inArray(busyTimes.calendarId, [...new Set(calendarIds)]),
        countsFor({ now, holderId: holderId ?? null }),
      ),
    );
}

/** Time that is taken, for whom it is held or to whom it is offered, and the end of a hold. */
export interface BusyTime extends TakenOnDate {
  readonly holderId: string | null;
  /** In milliseconds since 1970. */
  readonly heldUntil: number | null;
}

const busyTimesOfDays = prepared((db) =>
  db
    .select({
      calendarId: busyTimes.calendarId,
      date: busyTimes.day,
      from: BUSY_FROM,
      to: BUSY_UNTIL,
      holderId: busyTimes.holderId,
      heldUntil: sql<
        number | null
      >`case when ${busyTimes.kind} = 'hold' then date_part('epoch', ${busyTimes.expiresAt}) * 1000 end`,
    })
    .from(busyTimes)
    .where(
      and(
        sql`${busyTimes.day} = any(${sql.placeholder('dates')}::date[])`,
        countsFor({ now: sql.placeholder('now'), holderId: sql.placeholder('holderId') }),
      ),
    )
    .prepare('busy_times_of_days'),
);

/** What is taken on some days, for a person or for whoever holds nothing. */
export async function listBusyTimes(
  db: Database,
  { dates, now, holderId }: Asker & { dates: readonly string[] },
): Promise<readonly BusyTime[]> {
  return busyTimesOfDays(db).execute({ dates: `{${dates.join(',')}}`, now, holderId: holderId ?? null });
}

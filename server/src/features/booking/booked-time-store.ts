import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookings, busyTimes } from '../../database/schema/booking.ts';
import { people } from '../../database/schema/identity.ts';
import { appointmentOptions } from '../../database/schema/schedule.ts';
import { undoUnless } from '../../database/undo-unless.ts';
import { violatedConstraint } from '../../database/violated-constraint.ts';
import type { BookingRow } from './booking-row.ts';
import { claimTime } from './claim-time.ts';
import { type BookingConstraint, CONSTRAINT_MEANS } from './rules.ts';
import { changeColumns, type NewBooking } from './store.ts';

/**
 * Whether the option is open, unless `evenIfClosed`, and the patient and the person treated exist; locks them until this
 * transaction ends. A transaction that closes the option or deletes one of them either waits for this one and sees its
 * booking, or commits first and is seen here.
 */
export async function lockOpenOption(
  db: Database,
  of: { optionId: string; patientId: string; treatedId: string; evenIfClosed?: boolean },
): Promise<boolean> {
  const personIds = [...new Set([of.patientId, of.treatedId])];
  const locked = await db
    .select({ id: people.id })
    .from(appointmentOptions)
    .innerJoin(people, inArray(people.id, personIds))
    .where(
      and(
        eq(appointmentOptions.id, of.optionId),
        of.evenIfClosed ? undefined : eq(appointmentOptions.open, true),
        isNull(people.deletedAt),
      ),
    )
    .for('key share');
  return locked.length === personIds.length;
}

/** The time and the doctor of an appointment, and the rest that changes when it is moved. */
type MovedBooking = Pick<NewBooking, 'calendarId' | 'day' | 'startMinute' | 'startsAt' | 'endsAt' | 'bufferMinutes'> & {
  readonly id: string;
} & Partial<NewBooking>;

/**
 * Moves a booking, or returns the name of the constraint that forbids it; then nothing has changed. Must run inside a
 * transaction that has locked the booking. As with a new one, its time is claimed first (`recordBooking`); the old one
 * is let go before, because they may overlap, and is back if the savepoint is rolled back.
 */
export function moveBooking(
  db: Database,
  { id, ...moved }: MovedBooking,
  holder: { holderId: string; now: Date },
): Promise<BookingConstraint | undefined> {
  return undoIfForbidden(db, async (savepoint) => {
    await savepoint.delete(busyTimes).where(eq(busyTimes.id, id));
    return claimAndSet(savepoint, { id, times: timesOf(moved), set: { ...moved, confirmedAt: null }, ...holder });
  });
}

/**
 * Books a cancelled booking again, if its time is still free and nothing else forbids it; otherwise nothing changes. Must
 * run inside a transaction that has locked the booking.
 */
export async function restoreBooking(
  db: Database,
  booking: BookingRow,
  change: Parameters<typeof changeColumns>[0],
): Promise<boolean> {
  const { id, patientId: holderId } = booking;
  const set = { ...changeColumns(change), state: 'booked' } as const;
  const forbids = await undoIfForbidden(db, (savepoint) =>
    claimAndSet(savepoint, { id, times: timesOf(booking), set, holderId, now: change.now }),
  );
  return forbids === undefined;
}

/** Runs this in a savepoint. Returns the name of the constraint that forbids it, if one does; then nothing has changed. */
async function undoIfForbidden(
  db: Database,
  work: (savepoint: Database) => Promise<BookingConstraint | undefined>,
): Promise<BookingConstraint | undefined> {
  try {
    return await undoUnless(db, (constraint) => constraint === undefined, work);
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (isBookingConstraint(constraint)) return constraint;
    throw error;
  }
}

async function claimAndSet(
  db: Database,
  {
    id,
    times,
    set,
    ...holder
  }: { id: string; times: ReturnType<typeof timesOf>; set: Partial<NewBooking>; holderId: string; now: Date },
): Promise<BookingConstraint | undefined> {
  const isFree = await claimTime(db, { id, kind: 'booking', bookingId: id, ...times }, holder);
  if (!isFree) return 'no_overlap_in_calendar';
  await db.update(bookings).set(set).where(eq(bookings.id, id));
  return undefined;
}

function timesOf(booking: Omit<MovedBooking, 'id'>) {
  const { calendarId, day, startMinute, startsAt, endsAt, bufferMinutes = 0 } = booking;
  return { calendarId, day, startMinute, startsAt, busyUntil: new Date(endsAt.getTime() + bufferMinutes * 60_000) };
}

function isBookingConstraint(name: string | undefined): name is BookingConstraint {
  return name !== undefined && Object.hasOwn(CONSTRAINT_MEANS, name);
}

import type { StrandedDecisions } from '@openhours/contract/hours.ts';
import type { Database } from '../../database/database.ts';
import type { Actor } from '../audit/index.ts';
import {
  type BookingRow,
  type CancelBookings,
  listBookings,
  listUpcomingTimes,
  type UpcomingFilter,
} from '../booking/index.ts';
import { isWithinHours, lockTimetable, type Timetable, type TimetableInForce } from '../schedule/index.ts';
import { settle } from './rules.ts';

/** The timetable before and after the change. */
export interface TimetableChange {
  readonly before: TimetableInForce;
  readonly after: Timetable;
}

/** The appointments that a change can strand, and the timetables that decide it. */
export interface StrandQuestion<Change extends TimetableChange> {
  readonly which: UpcomingFilter;
  /**
   * The timetables of these calendars. Read again each time, because the timetable and the time zone may have changed.
   */
  readonly change: (db: Database, calendarIds: readonly string[]) => Promise<Change>;
  readonly now: Date;
}

/**
 * The appointments that a change strands: they lie within the old hours and outside the new ones. An appointment that was
 * kept outside the hours before needs no second decision.
 */
export async function listStranded(
  db: Database,
  question: StrandQuestion<TimetableChange>,
): Promise<readonly BookingRow[]> {
  return listBookings(db, (await findStranded(db, question)).ids);
}

/** A clinic has many appointments to come and few stranded ones, so only those are read in full. */
async function findStranded<Change extends TimetableChange>(
  db: Database,
  { which, change: readChange, now }: StrandQuestion<Change>,
): Promise<{ readonly ids: readonly string[]; readonly change: Change }> {
  const upcoming = await listUpcomingTimes(db, which, now);
  // Most doctors of a large clinic have no appointments on the days, or none at all any more.
  const calendarIds = new Set(upcoming.map(({ calendarId }) => calendarId));
  const change = await readChange(db, [...calendarIds]);
  const { before, after } = change;
  const { timeZone } = before.rules;
  const stranded = upcoming.filter((booking) => {
    const appointment = { ...booking, from: booking.startsAt.getTime(), to: booking.endsAt.getTime() };
    return isWithinHours(appointment, before, timeZone) && !isWithinHours(appointment, after, timeZone);
  });
  return { ids: stranded.map(({ id }) => id), change };
}

type Judgement =
  | { readonly kind: 'undecided'; readonly bookings: readonly BookingRow[] }
  | { readonly kind: 'decided'; readonly kept: number; readonly cancel: readonly string[] };

/**
 * Locks the timetable, so that nobody can book until this transaction ends, and returns the change and which stranded appointments
 * to cancel. While one of them is undecided, returns all that the change strands instead.
 */
export async function judgeStranded<Change extends TimetableChange>(
  tx: Database,
  question: StrandQuestion<Change>,
  decisions: StrandedDecisions | undefined,
): Promise<Judgement & { readonly change: Change }> {
  // A single word decides about the current appointments, without those that are being booked.
  const seen = typeof decisions === 'string' ? (await findStranded(tx, question)).ids : [];
  await lockTimetable(tx);
  const { ids, change } = await findStranded(tx, question);
  const { keep, cancel, undecided } = settle(ids, { decisions, known: new Set(seen) });
  if (undecided.length > 0) return { kind: 'undecided', bookings: await listBookings(tx, ids), change };
  return { kind: 'decided', kept: keep.length, cancel, change };
}

/** Cancels appointments, and returns how many. */
export async function cancelStranded(
  tx: Database,
  of: { bookingIds: readonly string[]; reason: string; by: Actor; now: Date; cancelBookings: CancelBookings },
): Promise<number> {
  const { bookingIds, reason, by, now, cancelBookings } = of;
  const change = { which: { bookingIds }, by: by.personId, as: 'clinic', reason, now } as const;
  return (await cancelBookings(tx, change)).length;
}

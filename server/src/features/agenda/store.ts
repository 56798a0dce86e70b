import { and, asc, between, eq, getTableColumns, gt, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { morningSummaries, runningLate } from '../../database/schema/agenda.ts';
import {
  addressee,
  arrivedAfterNoShow,
  bookingColumns,
  bookings,
  busyTimes,
  earlierPayment,
  isOffered,
  isPaid,
} from '../../database/schema/booking.ts';
import { people } from '../../database/schema/identity.ts';
import { appointmentOptions, calendars, isOpenOption, treatments } from '../../database/schema/schedule.ts';
import { waitingListEntries, waitingListOffers } from '../../database/schema/waiting-list.ts';

/** Days, both included, of one calendar or of all. */
export interface DaysOf {
  /** 'YYYY-MM-DD' */
  readonly from: string;
  readonly to: string;
  readonly calendarId: string | undefined;
}

/**
 * The options of the calendars: those that can be booked, and those that have an appointment on these days. In order of
 * the doctor's name.
 */
export function listOptionsOfCalendars(db: Database, { from, to, calendarId }: DaysOf) {
  const { doctorName, calendarId: calendar } = appointmentOptions;
  return db
    .select({
      optionId: appointmentOptions.id,
      calendarId: calendar,
      doctorName,
      doctorPhoto: appointmentOptions.doctorPhoto,
      treatmentId: treatments.id,
      treatment: treatments.name,
      minutes: treatments.minutes,
      bufferMinutes: treatments.bufferMinutes,
      colour: treatments.colour,
      isBookable: sql<boolean>`(${isOpenOption})`,
    })
    .from(appointmentOptions)
    .innerJoin(treatments, eq(treatments.id, appointmentOptions.treatmentId))
    .where(
      and(
        calendarId === undefined ? undefined : eq(calendar, calendarId),
        or(
          isOpenOption,
          sql`${calendar} in (select b.calendar_id from ${busyTimes} b where b.day between ${from} and ${to})`,
        ),
      ),
    )
    .orderBy(
      sql`lower(${doctorName}) nulls last`,
      asc(treatments.position),
      asc(treatments.name),
      asc(appointmentOptions.id),
    );
}
export type OptionOfCalendar = Awaited<ReturnType<typeof listOptionsOfCalendars>>[number];

/** The appointments of these days that are not cancelled, in order of time. */
export function listAgendaBookings(db: Database, { from, to, calendarId }: DaysOf) {
  const { id, reference, calendarId: calendar, optionId, patientId, patientName, phone, treatmentName } = bookings;
  const { day, startMinute, minutes, startsAt, priceMinor, currency, state, version } = bookings;
  return db
    .select({
      id,
      reference,
      calendarId: calendar,
      optionId,
      patientId,
      patientName,
      phone,
      visitReason: bookings.visitReason,
      confirmedAt: bookings.confirmedAt,
      treatmentName,
      day,
      startMinute,
      minutes,
      startsAt,
      priceMinor,
      currency,
      state,
      version,
      arrivedAfterNoShow,
      freeCancellationHours: bookings.freeCancellationHours,
      freeAtLeastUntil: bookings.freeAtLeastUntil,
      colour: treatments.colour,
      paid: isPaid,
      earlierPayment,
      isOffered,
      addressee,
      isNew: sql<boolean>`not ${WAS_TREATED_BEFORE}`,
    })
    .from(bookings)
    .innerJoin(treatments, eq(treatments.id, bookings.treatmentId))
    .where(
      and(
        between(day, from, to),
        ne(state, 'cancelled'),
        calendarId === undefined ? undefined : eq(calendar, calendarId),
      ),
    )
    .orderBy(asc(day), asc(startMinute), asc(id));
}
export type AgendaBooking = Awaited<ReturnType<typeof listAgendaBookings>>[number];

/** The index `one_live_booking_per_treatment_and_day` begins with the person treated. */
const WAS_TREATED_BEFORE: SQL = sql`exists (
  select 1 from ${bookings} earlier
  where earlier.treated_id = bookings.treated_id and earlier.state <> 'cancelled'
    and earlier.state in ('arrived', 'in-progress', 'done') and earlier.starts_at < bookings.starts_at)`;

/** What takes time in the calendars on these days: appointments, holds that have not ended, offers and blocks. */
export function listAgendaTimes(db: Database, { from, to, calendarId, now }: DaysOf & { now: Date }) {
  const { id, kind, calendarId: calendar, day, startMinute, startsAt, busyUntil, reason } = getTableColumns(busyTimes);
  return db
    .select({ id, kind, calendarId: calendar, day, startMinute, startsAt, busyUntil, reason })
    .from(busyTimes)
    .where(
      and(
        between(day, from, to),
        or(ne(kind, 'hold'), gt(busyTimes.expiresAt, now)),
        calendarId === undefined ? undefined : eq(calendar, calendarId),
      ),
    )
    .orderBy(asc(day), asc(startMinute));
}
export type AgendaTime = Awaited<ReturnType<typeof listAgendaTimes>>[number];

/** Offers, which have the ids of their busy times: for which entry and patient they are, and until when. */
export function listOffers(db: Database, offerIds: readonly string[]) {
  const { id, entryId, expiresAt } = waitingListOffers;
  return db
    .select({ id, entryId, expiresAt, patient: people.name })
    .from(waitingListOffers)
    .innerJoin(waitingListEntries, eq(waitingListEntries.id, entryId))
    .innerJoin(people, eq(people.id, waitingListEntries.treatedId))
    .where(inArray(id, [...offerIds]));
}
export type OfferInAgenda = Awaited<ReturnType<typeof listOffers>>[number];

/** By how many minutes calendars are behind on these days. */
export function listDelays(db: Database, { from, to, calendarId }: DaysOf) {
  const { calendarId: calendar, day, minutes } = runningLate;
  return db
    .select({ calendarId: calendar, day, minutes })
    .from(runningLate)
    .where(and(between(day, from, to), calendarId === undefined ? undefined : eq(calendar, calendarId)));
}

/** Returns whether anything changed. */
export async function saveDelay(
  tx: Database,
  { calendarId, day, minutes, by, now }: { calendarId: string; day: string; minutes: number; by: string; now: Date },
): Promise<boolean> {
  const { rowCount } =
    minutes === 0
      ? await tx.delete(runningLate).where(and(eq(runningLate.day, day), eq(runningLate.calendarId, calendarId)))
      : await tx
          .insert(runningLate)
          .values({ calendarId, day, minutes, saidAt: now, saidBy: by })
          .onConflictDoUpdate({
            target: [runningLate.day, runningLate.calendarId],
            set: { minutes, saidAt: now, saidBy: by },
            setWhere: ne(runningLate.minutes, minutes),
          });
  return rowCount === 1;
}

/** The appointments of a calendar on a day whose patients still wait: they have arrived, or their time is not over. */
export function listStillWaiting(
  db: Database,
  { calendarId, day, now }: { calendarId: string; day: string; now: Date },
) {
  const { state, endsAt } = bookings;
  return db
    .select({ id: bookings.id, patientId: bookings.patientId, addressee })
    .from(bookings)
    .where(
      and(
        eq(bookings.day, day),
        eq(bookings.calendarId, calendarId),
        or(eq(state, 'arrived'), and(eq(state, 'booked'), gt(endsAt, now))),
      ),
    )
    .orderBy(asc(bookings.startMinute));
}

/** A calendar: its doctor if that is a person with an account, and the name of its doctor or treatment. */
export interface NamedCalendar {
  readonly doctorId: string | null;
  readonly name: string;
}

export async function findCalendar(db: Database, calendarId: string): Promise<NamedCalendar | undefined> {
  const { doctorId, doctorName } = appointmentOptions;
  const [row] = await db
    .select({ doctorId, name: sql<string>`coalesce(${doctorName}, ${treatments.name})` })
    .from(calendars)
    .innerJoin(appointmentOptions, eq(appointmentOptions.calendarId, calendars.id))
    .innerJoin(treatments, eq(treatments.id, appointmentOptions.treatmentId))
    .where(eq(calendars.id, calendarId))
    .limit(1);
  return row;
}

interface SpanOf {
  readonly calendarId: string;
  /** In milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

function within({ calendarId, from, to }: SpanOf): SQL {
  const [begin, end] = [from, to].map((at) => new Date(at).toISOString());
  return sql`${busyTimes.id} = any(array(select id from busy_between(${calendarId}, ${begin}, ${end})))`;
}

/** What makes a calendar busy in this time. Its bookings are locked. */
export async function lockBusyBetween(tx: Database, span: SpanOf) {
  const ids = tx.select({ id: busyTimes.bookingId }).from(busyTimes).where(within(span));
  await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(inArray(bookings.id, ids))
    .orderBy(bookings.id)
    .for('update');
  const { kind, startsAt, busyUntil } = busyTimes;
  const rows = await tx
    .select({ kind, startsAt, busyUntil, booking: bookingColumns })
    .from(busyTimes)
    .leftJoin(bookings, eq(bookings.id, busyTimes.bookingId))
    .where(within(span))
    .orderBy(asc(startsAt));
  return rows.map((row) => ({
    kind: row.kind,
    from: row.startsAt.getTime(),
    to: (row.booking?.endsAt ?? row.busyUntil).getTime(),
    busyUntil: row.busyUntil.getTime(),
    booking: row.booking ?? undefined,
  }));
}

/** Ends holds and offers: staff decide about the time. */
export async function endHoldsBetween(tx: Database, span: SpanOf): Promise<void> {
  await tx.delete(busyTimes).where(and(within(span), inArray(busyTimes.kind, ['hold', 'offer'])));
}

export async function insertBlock(tx: Database, block: typeof busyTimes.$inferInsert): Promise<void> {
  await tx.insert(busyTimes).values(block);
}

/** Deletes a block, only in this calendar if one is given. Returns it, or undefined if there is none. */
export async function deleteBlock(
  tx: Database,
  { id, calendarId }: { id: string; calendarId: string | undefined },
): Promise<typeof busyTimes.$inferSelect | undefined> {
  const ofCalendar = calendarId === undefined ? undefined : eq(busyTimes.calendarId, calendarId);
  const [block] = await tx
    .delete(busyTimes)
    .where(and(eq(busyTimes.id, id), eq(busyTimes.kind, 'block'), ofCalendar))
    .returning();
  return block;
}

/** Claims the morning summaries of a day. Returns whether nobody had. */
export async function claimSummaryDay(tx: Database, day: string): Promise<boolean> {
  const { rowCount } = await tx.insert(morningSummaries).values({ day }).onConflictDoNothing();
  return rowCount === 1;
}

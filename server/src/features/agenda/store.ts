import { and, asc, between, eq, getTableColumns, gt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookings, busyTimes, isPaid } from '../../database/schema/booking.ts';
import { appointmentOptions, treatments } from '../../database/schema/schedule.ts';

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
  const isBookable = and(eq(appointmentOptions.open, true), eq(treatments.active, true));
  return db
    .select({
      optionId: appointmentOptions.id,
      calendarId: calendar,
      doctorId: appointmentOptions.doctorId,
      doctorName,
      doctorPhoto: appointmentOptions.doctorPhoto,
      treatmentId: treatments.id,
      treatment: treatments.name,
      minutes: treatments.minutes,
      bufferMinutes: treatments.bufferMinutes,
      colour: treatments.colour,
      isBookable: sql<boolean>`(${isBookable})`,
    })
    .from(appointmentOptions)
    .innerJoin(treatments, eq(treatments.id, appointmentOptions.treatmentId))
    .where(
      and(
        calendarId === undefined ? undefined : eq(calendar, calendarId),
        or(
          isBookable,
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
  const { day, startMinute, minutes, startsAt, priceMinor, currency, state, version, changedAt } = bookings;
  return db
    .select({
      id,
      reference,
      calendarId: calendar,
      optionId,
      patientId,
      patientName,
      phone,
      treatmentName,
      day,
      startMinute,
      minutes,
      startsAt,
      priceMinor,
      currency,
      state,
      version,
      changedAt,
      freeCancellationHours: bookings.freeCancellationHours,
      colour: treatments.colour,
      paid: isPaid,
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

/** What takes time in the calendars on these days: appointments, holds that have not ended, and blocks. */
export function listBusyTimes(db: Database, { from, to, calendarId, now }: DaysOf & { now: Date }) {
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
export type BusyTime = Awaited<ReturnType<typeof listBusyTimes>>[number];

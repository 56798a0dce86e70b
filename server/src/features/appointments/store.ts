import { readReference } from '@openhours/contract/booking-reference.ts';
import type { BookingState } from '@openhours/contract/booking-state.ts';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookingColumns, bookings, earlierPayment, isForOther, isPaid } from '../../database/schema/booking.ts';
import type { BookingRow } from '../booking/index.ts';
import { searchPeople } from '../identity/index.ts';
import { readPatientSearch } from './patient-search.ts';
import { matchesPatient } from './patient-store.ts';

/** Which appointments. `undefined` for all. */
export interface AppointmentFilter {
  /** 'YYYY-MM-DD', both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Of the day `from`, only those that end after this minute since 00:00. */
  readonly fromMinute: number | undefined;
  readonly doctorId: string | undefined;
  readonly treatmentId: string | undefined;
  /** The person treated, or the account. */
  readonly personId: string | undefined;
  readonly states: readonly BookingState[] | undefined;
  /** Only those that are still to be paid. */
  readonly unpaidOnly: boolean;
  /** As `readPatientSearch` reads it, or a reference. */
  readonly search: string;
  /** The country of phone numbers that have no country code. */
  readonly phoneCountry: string | undefined;
}

interface AppointmentsWanted extends AppointmentFilter {
  readonly limit: number;
  /** The last appointment of the previous page. */
  readonly after: string | undefined;
}

/** The index `bookings_in_order` has these columns. */
const IN_ORDER = sql`${bookings.day}, ${bookings.startMinute}, ${bookings.id}`;

/** A page of the clinic's appointments, in order of time. */
export async function listAppointments(db: Database, wanted: AppointmentsWanted) {
  const { limit } = wanted;
  return db
    .select(bookingColumns)
    .from(bookings)
    .where(await isWanted(db, wanted))
    .orderBy(asc(bookings.day), asc(bookings.startMinute), asc(bookings.id))
    .limit(limit);
}

async function isWanted(db: Database, wanted: Omit<AppointmentsWanted, 'limit'>): Promise<SQL | undefined> {
  const { from, fromMinute, to, doctorId, treatmentId, personId, states, unpaidOnly } = wanted;
  const { search, phoneCountry, after } = wanted;
  return and(
    from === undefined ? undefined : gte(bookings.day, from),
    from === undefined || fromMinute === undefined
      ? undefined
      : or(gt(bookings.day, from), sql`${bookings.startMinute} + ${bookings.minutes} > ${fromMinute}::int`),
    to === undefined ? undefined : lte(bookings.day, to),
    // A doctor's options share the doctor's calendar.
    doctorId === undefined ? undefined : eq(bookings.calendarId, doctorId),
    treatmentId === undefined ? undefined : eq(bookings.treatmentId, treatmentId),
    personId === undefined
      ? undefined
      : or(eq(bookings.patientId, personId), and(isForOther, eq(bookings.treatedId, personId))),
    states === undefined ? undefined : inArray(bookings.state, [...states]),
    unpaidOnly
      ? and(ne(bookings.state, 'cancelled'), gt(bookings.priceMinor, 0), or(not(isPaid), isNotNull(earlierPayment)))
      : undefined,
    search === '' ? undefined : await isOf(db, search, phoneCountry),
    after === undefined
      ? undefined
      : sql`(${IN_ORDER}) > (select b.day, b.start_minute, b.id from bookings b where b.id = ${after})`,
  );
}

/**
 * The other appointments of the person treated: those ahead, the next first, then past ones, the latest first. With
 * `doctorId`, only those with that doctor.
 */
export async function listOthers(
  db: Database,
  of: { booking: BookingRow; doctorId: string | undefined; now: Date; limit: number },
) {
  const { id, patientId, treatedId, calendarId, startsAt } = bookings;
  const { booking, doctorId, now, limit } = of;
  const isPast = lt(startsAt, now);
  // Somebody with an account may have been treated under another one before they had it. Each case has an index.
  const isTheirs = and(eq(treatedId, booking.treatedId), or(eq(patientId, booking.treatedId), isForOther));
  return db
    .select(bookingColumns)
    .from(bookings)
    .where(and(isTheirs, ne(id, booking.id), doctorId === undefined ? undefined : eq(calendarId, doctorId)))
    .orderBy(isPast, sql`case when not ${isPast} then ${startsAt} end`, desc(startsAt), desc(id))
    .limit(limit);
}

/** How many appointments there are of each currency, and the sum of their prices in minor units. Of the first `most` only. */
export async function countAppointments(db: Database, most: number, filter: AppointmentFilter) {
  const first = db
    .select({ currency: bookings.currency, priceMinor: bookings.priceMinor })
    .from(bookings)
    .where(await isWanted(db, { ...filter, after: undefined }))
    .limit(most)
    .as('first');
  return db
    .select({ currency: first.currency, count: count(), minor: sql`sum(${first.priceMinor})`.mapWith(Number) })
    .from(first)
    .groupBy(first.currency)
    .orderBy(first.currency);
}

/** Whether there are more than `most` appointments. Reads no more of them than that. */
export async function hasMoreThan(db: Database, most: number, filter: AppointmentFilter): Promise<boolean> {
  const [beyond] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(await isWanted(db, { ...filter, after: undefined }))
    .offset(most)
    .limit(1);
  return beyond !== undefined;
}

/** A page of appointments with the columns of the exported table, in the same order. */
export async function listForExport(db: Database, wanted: AppointmentsWanted) {
  const { id, reference, day, startMinute, minutes, doctorName, treatmentName, patientName, email, phone } = bookings;
  const { state, priceMinor, currency, bookedAt } = bookings;
  return db
    .select({
      id,
      reference,
      day,
      startMinute,
      minutes,
      doctorName,
      treatmentName,
      patientName,
      email,
      phone,
      state,
      priceMinor,
      currency,
      bookedAt,
      paid: isPaid,
    })
    .from(bookings)
    .where(await isWanted(db, wanted))
    .orderBy(asc(bookings.day), asc(bookings.startMinute), asc(bookings.id))
    .limit(wanted.limit);
}

/** How many appointments somebody is treated at, past and cancelled ones too. */
export function countAppointmentsOf(db: Database, personId: string): Promise<number> {
  return db.$count(bookings, eq(bookings.treatedId, personId));
}

async function isOf(db: Database, search: string, phoneCountry: string | undefined): Promise<SQL | undefined> {
  const read = readPatientSearch(search, phoneCountry);
  const reference = readReference(search);
  const them = await searchPeople(db, matchesPatient(read));
  return or(
    them.include(bookings.patientId),
    and(isForOther, them.include(bookings.treatedId)),
    // The number stored with the appointment may differ from the person's current one.
    read.phone === undefined ? undefined : eq(bookings.phone, read.phone),
    reference === undefined ? undefined : eq(bookings.reference, reference),
  );
}

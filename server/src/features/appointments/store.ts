import { readReference } from '@openhours/contract/booking-reference.ts';
import type { BookingState } from '@openhours/contract/booking-state.ts';
import { foldedName } from '@openhours/contract/patient-name.ts';
import {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import { bookingColumns, bookings, earlierPayment, isForOther, isPaid } from '../../database/schema/booking.ts';
import { isUnclaimed, people } from '../../database/schema/identity.ts';
import type { BookingRow } from '../booking/index.ts';
import { matchesPerson, type Person, searchPeople } from '../identity/index.ts';
import { type PatientSearch, readPatientSearch } from './patient-search.ts';

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

export interface FoundPatient {
  readonly person: Person;
  /** The person who looks after them. */
  readonly guardian: Pick<Person, 'id' | 'name' | 'email' | 'emailVerified'> | null;
  /** See `updateUnclaimedPerson`. */
  readonly isUnclaimed: boolean;
}

const guardians = alias(people, 'guardians');

function patients(db: Database) {
  return db
    .select({
      person: people,
      guardian: {
        id: guardians.id,
        name: guardians.name,
        email: guardians.email,
        emailVerified: guardians.emailVerified,
      },
      isUnclaimed,
    })
    .from(people)
    .leftJoin(guardians, eq(guardians.id, people.guardianId))
    .$dynamic();
}

/** People to book for, by name. */
export function listPatients(
  db: Database,
  wanted: {
    search: string;
    phoneCountry: string | undefined;
    limit: number;
  },
): Promise<readonly FoundPatient[]> {
  const { search, phoneCountry, limit } = wanted;
  const isFound = matchesPatient(readPatientSearch(search, phoneCountry));
  return patients(db)
    .where(and(isNull(people.deletedAt), isFound))
    .orderBy(sql`lower(${people.name})`, people.id)
    .limit(limit);
}

function matchesPatient({ words, datesOfBirth, number }: PatientSearch): SQL | undefined {
  return and(
    matchesPerson(words),
    datesOfBirth.length === 0 ? undefined : inArray(people.dateOfBirth, [...datesOfBirth]),
    number && hasNumber(number),
  );
}

function hasNumber({ typed, digits, yearOfBirth }: NonNullable<PatientSearch['number']>): SQL | undefined {
  return or(
    like(people.phone, `%${digits}%`),
    matchesPerson(typed),
    yearOfBirth === undefined ? undefined : between(people.dateOfBirth, `${yearOfBirth}-01-01`, `${yearOfBirth}-12-31`),
  );
}

/**
 * Everybody with this date of birth, or with this number ('' for none), their own or that of the person who looks
 * after them. Those with the same date of birth come first, then those who have been known for longest.
 */
export async function listByBirthOrPhone(
  db: Database,
  { dateOfBirth, phone }: { dateOfBirth: string | undefined; phone: string },
): Promise<readonly FoundPatient[]> {
  const hasBirth = dateOfBirth === undefined ? undefined : eq(people.dateOfBirth, dateOfBirth);
  // An array, and not a subquery, which no index can serve within an `or`.
  const withPhone = db.select({ id: people.id }).from(people).where(eq(people.phone, phone));
  const hasPhone =
    phone === '' ? undefined : or(eq(people.phone, phone), sql`${people.guardianId} = any(array(${withPhone}))`);
  const isEither = or(hasBirth, hasPhone);
  if (!isEither) return [];
  return patients(db)
    .where(and(isNull(people.deletedAt), isEither))
    .orderBy(...(hasBirth ? [sql`${hasBirth} is not true`] : []), people.id);
}

/** Locks: nobody else can add a patient of this name, as it is compared, until this transaction ends. */
export async function lockNewPatient(tx: Database, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('new patient'), hashtext(${foldedName(name)}))`);
}

/** A person to book for. */
export async function findPatient(db: Database, id: string): Promise<FoundPatient | undefined> {
  const [row] = await patients(db).where(and(eq(people.id, id), isNull(people.deletedAt)));
  return row;
}

/** Like `findPatient`, and locks the person until the transaction ends. */
export async function lockPatient(tx: Database, id: string): Promise<FoundPatient | undefined> {
  const [row] = await patients(tx)
    .where(and(eq(people.id, id), isNull(people.deletedAt)))
    .for('no key update', { of: people });
  return row;
}

/**
 * Locks two records of a person until the transaction ends, in the order in which bookings lock people: of the one that goes, it
 * waits for whatever refers to it. Whoever looks after the other keeps their email address meanwhile.
 */
export async function lockToMerge(tx: Database, { from, into }: { from: string; into: string }): Promise<void> {
  for (const id of [from, into].toSorted()) {
    const strength = id === from ? 'update' : 'no key update';
    await tx.select({ id: people.id }).from(people).where(eq(people.id, id)).for(strength);
  }
  const guardianOf = tx.select({ id: people.guardianId }).from(people).where(eq(people.id, into));
  await tx.select({ id: people.id }).from(people).where(inArray(people.id, guardianOf)).for('no key update');
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

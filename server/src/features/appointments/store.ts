import type { BookingState } from '@openhours/contract/booking-state.ts';
import { and, asc, desc, eq, gte, inArray, isNull, like, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import { bookingColumns, bookings, isPaid } from '../../database/schema/booking.ts';
import { people } from '../../database/schema/identity.ts';
import { appointmentOptions } from '../../database/schema/schedule.ts';
import type { BookingRow } from '../booking/index.ts';
import { matchesPerson, type Person, searchPeople } from '../identity/index.ts';
import { readPatientSearch } from './patient-search.ts';

/** Which appointments. `undefined` for all. */
export interface AppointmentFilter {
  /** 'YYYY-MM-DD', both included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly doctorId: string | undefined;
  readonly treatmentId: string | undefined;
  /** The person treated, or the account. */
  readonly personId: string | undefined;
  readonly states: readonly BookingState[] | undefined;
  /** Words of the patient's name or email address, or a reference. */
  readonly search: string;
}

export interface AppointmentsWanted extends AppointmentFilter {
  readonly limit: number;
  /** The last appointment of the previous page. */
  readonly after: string | undefined;
}

/** The index `bookings_in_order` has these columns. */
const IN_ORDER = sql`${bookings.day}, ${bookings.startMinute}, ${bookings.id}`;

/** A page of the clinic's appointments, in order of time, each with the doctor of its option. */
export async function listAppointments(db: Database, wanted: AppointmentsWanted) {
  const { limit } = wanted;
  return db
    .select({ booking: bookingColumns, doctorId: appointmentOptions.doctorId })
    .from(bookings)
    .innerJoin(appointmentOptions, eq(appointmentOptions.id, bookings.optionId))
    .where(await isWanted(db, wanted))
    .orderBy(asc(bookings.day), asc(bookings.startMinute), asc(bookings.id))
    .limit(limit);
}

async function isWanted(db: Database, wanted: Omit<AppointmentsWanted, 'limit'>): Promise<SQL | undefined> {
  const { from, to, doctorId, treatmentId, personId, states, search, after } = wanted;
  return and(
    from === undefined ? undefined : gte(bookings.day, from),
    to === undefined ? undefined : lte(bookings.day, to),
    // A doctor's options share the doctor's calendar.
    doctorId === undefined ? undefined : eq(bookings.calendarId, doctorId),
    treatmentId === undefined ? undefined : eq(bookings.treatmentId, treatmentId),
    personId === undefined
      ? undefined
      : or(
          eq(bookings.patientId, personId),
          and(ne(bookings.treatedId, bookings.patientId), eq(bookings.treatedId, personId)),
        ),
    states === undefined ? undefined : inArray(bookings.state, [...states]),
    search === '' ? undefined : await isOf(db, search),
    after === undefined
      ? undefined
      : sql`(${IN_ORDER}) > (select b.day, b.start_minute, b.id from bookings b where b.id = ${after})`,
  );
}

/** The other appointments of the person treated, the latest first; with `doctorId`, those of a doctor. */
export async function listOthers(
  db: Database,
  of: { booking: BookingRow; doctorId: string | undefined; limit: number },
) {
  const { id, patientId, treatedId, calendarId, startsAt } = bookings;
  const { booking, doctorId, limit } = of;
  // Somebody whom nobody looks after is the patient too, which an index finds.
  const isTheirs =
    booking.treatedId === booking.patientId
      ? and(eq(patientId, booking.treatedId), eq(treatedId, booking.treatedId))
      : and(ne(treatedId, patientId), eq(treatedId, booking.treatedId));
  return db
    .select({ booking: bookingColumns, doctorId: appointmentOptions.doctorId })
    .from(bookings)
    .innerJoin(appointmentOptions, eq(appointmentOptions.id, bookings.optionId))
    .where(and(isTheirs, ne(id, booking.id), doctorId === undefined ? undefined : eq(calendarId, doctorId)))
    .orderBy(desc(startsAt), desc(id))
    .limit(limit);
}

/** Whether there are more than `count` appointments. Reads no more of them than that. */
export async function hasMoreThan(db: Database, count: number, filter: AppointmentFilter): Promise<boolean> {
  const [beyond] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(await isWanted(db, { ...filter, after: undefined }))
    .offset(count)
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
  readonly guardian: Pick<Person, 'name' | 'email' | 'emailVerified'> | null;
}

const guardians = alias(people, 'guardians');

function patients(db: Database) {
  return db
    .select({
      person: people,
      guardian: { name: guardians.name, email: guardians.email, emailVerified: guardians.emailVerified },
    })
    .from(people)
    .leftJoin(guardians, eq(guardians.id, people.guardianId))
    .$dynamic();
}

/** People to book for, by name. */
export function listPatients(
  db: Database,
  { search, limit }: { search: string; limit: number },
): Promise<readonly FoundPatient[]> {
  const { datesOfBirth, digits } = readPatientSearch(search);
  const found =
    datesOfBirth.length > 0
      ? inArray(people.dateOfBirth, [...datesOfBirth])
      : digits !== undefined
        ? like(people.phone, `%${digits}%`)
        : matchesPerson(search);
  return patients(db)
    .where(and(isNull(people.deletedAt), found))
    .orderBy(sql`lower(${people.name})`, people.id)
    .limit(limit);
}

/** A person to book for. */
export async function findPatient(db: Database, id: string): Promise<FoundPatient | undefined> {
  const [row] = await patients(db).where(and(eq(people.id, id), isNull(people.deletedAt)));
  return row;
}

async function isOf(db: Database, search: string): Promise<SQL | undefined> {
  const isOneOfThem = await searchPeople(db, search);
  return or(
    isOneOfThem(bookings.patientId),
    and(ne(bookings.treatedId, bookings.patientId), isOneOfThem(bookings.treatedId)),
    eq(bookings.reference, search.toUpperCase()),
  );
}

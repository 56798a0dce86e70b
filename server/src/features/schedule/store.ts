import { and, asc, between, type Column, eq, inArray, type Placeholder, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { bookings } from '../../database/schema/booking.ts';
import { appointmentOptions, openingHours, treatments } from '../../database/schema/schedule.ts';
import type { Opening, Span } from './slots.ts';

/** An option as a day sees it: its hours on that weekday, and the time that is taken in its calendar on that date. */
export interface OptionOfDay {
  readonly optionId: string;
  readonly treatmentId: string;
  readonly treatment: string;
  readonly priceMinor: number;
  readonly minutes: number;
  readonly doctorId: string | null;
  readonly doctorName: string | null;
  readonly doctorPhoto: string | null;
  readonly calendarId: string;
  readonly openings: readonly Opening[];
  readonly taken: readonly Span[];
}

const optionColumns = {
  optionId: appointmentOptions.id,
  treatmentId: treatments.id,
  treatment: treatments.name,
  priceMinor: treatments.priceMinor,
  minutes: treatments.minutes,
  doctorId: appointmentOptions.doctorId,
  doctorName: appointmentOptions.doctorName,
  doctorPhoto: appointmentOptions.doctorPhoto,
  calendarId: appointmentOptions.calendarId,
};

/** The openings of every option on a weekday. */
function openingsOf(db: Database, weekday: Placeholder) {
  const opening = sql`json_build_object('opensMinute', ${openingHours.opensMinute}, 'closesMinute', ${openingHours.closesMinute})`;
  return db
    .select({ optionId: openingHours.optionId, openings: sql<Opening[]>`json_agg(${opening})`.as('openings') })
    .from(openingHours)
    .where(eq(openingHours.weekday, weekday))
    .groupBy(openingHours.optionId)
    .as('hours');
}

/** What is taken in every calendar on a date: asked by date alone, so that nothing of other days is ever looked at. */
function takenOn(db: Database, date: Placeholder) {
  const millis = (instant: Column) => sql`date_part('epoch', ${instant}) * 1000`;
  const span = sql`json_build_object('from', ${millis(bookings.startsAt)}, 'to', ${millis(bookings.endsAt)})`;
  return db
    .select({ calendarId: bookings.calendarId, taken: sql<Span[]>`json_agg(${span})`.as('taken') })
    .from(bookings)
    .where(and(eq(bookings.day, date), eq(bookings.status, 'confirmed')))
    .groupBy(bookings.calendarId)
    .as('day');
}

/**
 * The open options on a date, in the order in which they are shown. One statement, prepared once a connection; its
 * cost follows the options and the bookings of that one date, found by index, and not the bookings of the past.
 */
export function prepareOptionsOfDay(db: Database) {
  const hours = openingsOf(db, sql.placeholder('weekday'));
  const day = takenOn(db, sql.placeholder('date'));
  const query = db
    .select({
      ...optionColumns,
      openings: sql<Opening[]>`coalesce(${hours.openings}, '[]')`,
      taken: sql<Span[]>`coalesce(${day.taken}, '[]')`,
    })
    .from(appointmentOptions)
    .innerJoin(treatments, eq(treatments.id, appointmentOptions.treatmentId))
    .leftJoin(hours, eq(hours.optionId, appointmentOptions.id))
    .leftJoin(day, eq(day.calendarId, appointmentOptions.calendarId))
    .where(eq(appointmentOptions.open, true))
    .orderBy(asc(treatments.name), asc(appointmentOptions.doctorName), asc(appointmentOptions.id))
    .prepare('options_of_day');
  return (question: { date: string; weekday: number }): Promise<readonly OptionOfDay[]> => query.execute(question);
}

/** The options of a date, for one question inside a transaction. */
export function listOptionsOfDay(
  db: Database,
  day: { date: string; weekday: number },
): Promise<readonly OptionOfDay[]> {
  return prepareOptionsOfDay(db)(day);
}

/** The open options of one treatment with their hours on a weekday. What is taken is not asked: see `insertBooking`. */
export function listOptionsOfTreatment(
  db: Database,
  question: { treatment: string; weekday: number },
): Promise<readonly Omit<OptionOfDay, 'taken'>[]> {
  const hours = openingsOf(db, sql.placeholder('weekday'));
  return db
    .select({ ...optionColumns, openings: sql<Opening[]>`coalesce(${hours.openings}, '[]')` })
    .from(appointmentOptions)
    .innerJoin(treatments, eq(treatments.id, appointmentOptions.treatmentId))
    .leftJoin(hours, eq(hours.optionId, appointmentOptions.id))
    .where(and(eq(appointmentOptions.open, true), eq(treatments.name, sql.placeholder('treatment'))))
    .orderBy(asc(appointmentOptions.doctorName), asc(appointmentOptions.id))
    .prepare('options_of_treatment')
    .execute(question);
}

/** Every treatment that has an open option, by name. */
export async function listSpecialties(db: Database): Promise<readonly { id: string; name: string }[]> {
  return db.select({ id: treatments.id, name: treatments.name }).from(treatments).orderBy(asc(treatments.name));
}

/** What the calendar of the clinic follows from: every open option with its weekly hours, and what is taken when. */
export async function listWeeksAndTaken(db: Database, days: { first: string; last: string }) {
  const [options, taken] = await Promise.all([
    db
      .select({
        optionId: appointmentOptions.id,
        calendarId: appointmentOptions.calendarId,
        minutes: treatments.minutes,
        openings: sql<(Opening & { weekday: number })[]>`(
          select coalesce(json_agg(json_build_object(
            'weekday', h.weekday, 'opensMinute', h.opens_minute, 'closesMinute', h.closes_minute)), '[]')
          from ${openingHours} h where h.option_id = ${appointmentOptions.id})`,
      })
      .from(appointmentOptions)
      .innerJoin(treatments, eq(treatments.id, appointmentOptions.treatmentId))
      .where(eq(appointmentOptions.open, true)),
    db
      .select({
        calendarId: bookings.calendarId,
        date: bookings.day,
        from: sql<number>`date_part('epoch', ${bookings.startsAt}) * 1000`,
        to: sql<number>`date_part('epoch', ${bookings.endsAt}) * 1000`,
      })
      .from(bookings)
      .where(and(between(bookings.day, days.first, days.last), eq(bookings.status, 'confirmed'))),
  ]);
  return { options, taken };
}

export interface NewOption {
  readonly id: string;
  readonly treatmentId: string;
  readonly doctor: { readonly id: string | null; readonly name: string; readonly photo: string | null } | null;
  readonly openings: readonly (Opening & { readonly weekday: number })[];
}

/** Adds treatments; one that exists under its name keeps what it has. Answers the ids by name. */
export async function ensureTreatments(
  db: Database,
  wanted: readonly { id: string; name: string; priceMinor: number; minutes: number }[],
): Promise<ReadonlyMap<string, string>> {
  await db
    .insert(treatments)
    .values([...wanted])
    .onConflictDoNothing();
  const names = wanted.map(({ name }) => name);
  const found = await db
    .select({ id: treatments.id, name: treatments.name })
    .from(treatments)
    .where(inArray(treatments.name, names));
  return new Map(found.map(({ id, name }) => [name, id]));
}

/** Opens an option with its weekly hours. A doctor's options share the doctor's time. */
export async function insertOption(db: Database, option: NewOption): Promise<void> {
  const { id, treatmentId, doctor, openings } = option;
  await db.insert(appointmentOptions).values({
    id,
    treatmentId,
    doctorId: doctor?.id ?? null,
    doctorName: doctor?.name ?? null,
    doctorPhoto: doctor?.photo ?? null,
    calendarId: doctor?.id ?? id,
  });
  if (openings.length > 0) {
    await db.insert(openingHours).values(openings.map((opening) => ({ optionId: id, ...opening })));
  }
}

/** Whether the clinic offers anything yet. */
export async function hasOptions(db: Database): Promise<boolean> {
  const found = await db.select({ id: appointmentOptions.id }).from(appointmentOptions).limit(1);
  return found.length > 0;
}

export async function findTreatmentByName(
  db: Database,
  name: string,
): Promise<{ id: string; name: string } | undefined> {
  const [treatment] = await db
    .select({ id: treatments.id, name: treatments.name })
    .from(treatments)
    .where(eq(treatments.name, name));
  return treatment;
}

export async function findOptionOfDoctor(db: Database, of: { treatmentId: string; doctorId: string }) {
  const [option] = await db
    .select()
    .from(appointmentOptions)
    .where(and(eq(appointmentOptions.treatmentId, of.treatmentId), eq(appointmentOptions.doctorId, of.doctorId)));
  return option;
}

/** Opens an option that exists, under this name and photo of the doctor. Answers whether that changed anything. */
export async function reopenOption(
  db: Database,
  change: { optionId: string; doctorName: string; doctorPhoto: string | null },
): Promise<boolean> {
  const { optionId, doctorName, doctorPhoto } = change;
  const { open, doctorName: name, doctorPhoto: photo } = appointmentOptions;
  const changed = await db
    .update(appointmentOptions)
    .set({ open: true, doctorName, doctorPhoto })
    .where(
      and(
        eq(appointmentOptions.id, optionId),
        sql`(not ${open} or ${name} is distinct from ${doctorName} or ${photo} is distinct from ${doctorPhoto})`,
      ),
    )
    .returning({ id: appointmentOptions.id });
  return changed.length > 0;
}

/**
 * Closes every option of a doctor. It waits for bookings that are being made of them, which are there to be cancelled
 * afterwards; those that come later find the option closed (`holdOpen` of booking).
 */
export async function closeOptionsOfDoctor(db: Database, doctorId: string): Promise<void> {
  const theirs = eq(appointmentOptions.doctorId, doctorId);
  await db.select({ id: appointmentOptions.id }).from(appointmentOptions).where(theirs).for('update');
  await db.update(appointmentOptions).set({ open: false }).where(theirs);
}

export async function listOptionsOfDoctor(db: Database, doctorId: string) {
  return db
    .select({ id: appointmentOptions.id, treatment: treatments.name, open: appointmentOptions.open })
    .from(appointmentOptions)
    .innerJoin(treatments, eq(treatments.id, appointmentOptions.treatmentId))
    .where(eq(appointmentOptions.doctorId, doctorId))
    .orderBy(asc(treatments.name));
}

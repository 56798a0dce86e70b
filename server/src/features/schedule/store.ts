import type { Money } from '@openhours/contract/money.ts';
import { and, asc, count, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { anyOf } from '../../database/any-of.ts';
import type { Database } from '../../database/database.ts';
import { prepared } from '../../database/prepared.ts';
import { people } from '../../database/schema/identity.ts';
import { appointmentOptions, isOpenOption, optionColumns, treatments } from '../../database/schema/schedule.ts';
import { type Asker, listBusyTimes } from './busy-time-store.ts';
import { ensureDoctorPage } from './doctor-pages.ts';
import type { OptionHours, WorkingHours } from './timetable.ts';
import { addInitialHours } from './timetable-store.ts';

/** An open option. */
export interface OpenOption extends Omit<OptionHours, 'taken'> {
  readonly optionId: string;
  readonly treatment: string;
  readonly price: Money;
  readonly doctorName: string | null;
  readonly doctorPhoto: string | null;
}

/** The same with the time that is taken in its calendar on a date. */
interface OptionOfDay extends OpenOption, OptionHours {}

const byDoctor = [asc(appointmentOptions.doctorName), asc(appointmentOptions.id)] as const;
const byTreatmentAndDoctor = [asc(treatments.position), asc(treatments.name), ...byDoctor] as const;

function selectOptions(db: Database) {
  return db
    .select(optionColumns)
    .from(appointmentOptions)
    .innerJoin(treatments, eq(treatments.id, appointmentOptions.treatmentId));
}

const optionsOfTreatment = prepared((db) =>
  selectOptions(db)
    .where(and(isOpenOption, eq(treatments.name, sql.placeholder('treatment'))))
    .orderBy(...byDoctor)
    .prepare('options_of_treatment'),
);

/** The open options of one treatment: see `recordBooking`. */
export function listOptionsOfTreatment(db: Database, treatment: string): Promise<readonly OpenOption[]> {
  return optionsOfTreatment(db).execute({ treatment });
}

/** The open options of these treatments. */
export function listOptionsOfTreatments(db: Database, ids: readonly string[]): Promise<readonly OpenOption[]> {
  return selectOptions(db)
    .where(and(isOpenOption, sql`${treatments.id} = ${anyOf(ids)}`))
    .orderBy(...byDoctor);
}

/** Every open option, in the order in which they are shown. */
export function listOpenOptions(db: Database): Promise<readonly OpenOption[]> {
  return selectOptions(db)
    .where(isOpenOption)
    .orderBy(...byTreatmentAndDoctor);
}

/** The open options in their order, and other ones, with what is taken on a date. */
export async function listOptionsOfDay(
  db: Database,
  { date, also = [], ...asker }: Asker & { date: string; also?: readonly OpenOption[] },
): Promise<readonly OptionOfDay[]> {
  const options = [...(await listOpenOptions(db)), ...also];
  const busy = await listBusyTimes(db, { dates: [date], ...asker });
  const takenBy = Map.groupBy(busy, ({ calendarId }) => calendarId);
  return options.map((option) => ({ ...option, taken: takenBy.get(option.calendarId) ?? [] }));
}

/** The currencies of the treatments' prices, and how many treatments use each. */
export function countTreatmentsByCurrency(
  db: Database,
): Promise<readonly { readonly currency: string; readonly treatments: number }[]> {
  return db
    .select({ currency: treatments.currency, treatments: count() })
    .from(treatments)
    .groupBy(treatments.currency)
    .orderBy(asc(treatments.currency));
}

/** An option that can no longer be booked, with a treatment that was archived or with a doctor who does not offer it. */
export async function findClosedOption(db: Database, id: string): Promise<OpenOption | undefined> {
  const { doctorId } = appointmentOptions;
  const [option] = await selectOptions(db)
    .leftJoin(people, eq(people.id, doctorId))
    .where(
      and(
        eq(appointmentOptions.id, id),
        or(eq(appointmentOptions.open, false), eq(treatments.active, false)),
        or(isNull(doctorId), eq(people.isDoctor, true)),
      ),
    );
  return option;
}

interface NewOption {
  readonly id: string;
  readonly treatmentId: string;
  readonly doctor: { readonly id: string | null; readonly name: string; readonly photo: string | null } | null;
  /** Added to the calendar's hours. */
  readonly hours: readonly WorkingHours[];
}

/** Adds treatments; those whose name exists are not changed. Returns the ids by name. */
export async function ensureTreatments(
  db: Database,
  wanted: readonly { id: string; name: string; price: Money; minutes: number }[],
): Promise<ReadonlyMap<string, string>> {
  await db
    .insert(treatments)
    .values(
      wanted.map(({ id, name, price: { minor: priceMinor, currency }, minutes }) => ({
        id,
        name,
        priceMinor,
        currency,
        minutes,
      })),
    )
    .onConflictDoNothing();
  const names = wanted.map(({ name }) => name);
  const found = await db
    .select({ id: treatments.id, name: treatments.name })
    .from(treatments)
    .where(inArray(treatments.name, names));
  return new Map(found.map(({ id, name }) => [name, id]));
}

/** Opens an option. All options of a doctor share the doctor's calendar. Returns false if the doctor has it already. */
export async function insertOption(db: Database, option: NewOption): Promise<boolean> {
  const { id, treatmentId, doctor, hours } = option;
  const calendarId = doctor?.id ?? id;
  await addInitialHours(db, { calendarId, hours });
  const { rowCount } = await db
    .insert(appointmentOptions)
    .values({
      id,
      treatmentId,
      doctorId: doctor?.id ?? null,
      doctorName: doctor?.name ?? null,
      doctorPhoto: doctor?.photo ?? null,
      calendarId,
    })
    .onConflictDoNothing();
  if (doctor?.id) await ensureDoctorPage(db, { doctorId: doctor.id, name: doctor.name });
  return rowCount === 1;
}

/** Whether the clinic has any option, open or not. */
export async function hasOptions(db: Database): Promise<boolean> {
  const found = await db.select({ id: appointmentOptions.id }).from(appointmentOptions).limit(1);
  return found.length > 0;
}

/** The bookable treatment of this name. */
export async function findTreatmentByName(
  db: Database,
  name: string,
): Promise<{ id: string; name: string } | undefined> {
  const [treatment] = await db
    .select({ id: treatments.id, name: treatments.name })
    .from(treatments)
    .where(and(eq(treatments.name, name), eq(treatments.active, true)));
  return treatment;
}

export async function findOptionOfDoctor(db: Database, of: { treatmentId: string; doctorId: string }) {
  const [option] = await db
    .select()
    .from(appointmentOptions)
    .where(and(eq(appointmentOptions.treatmentId, of.treatmentId), eq(appointmentOptions.doctorId, of.doctorId)));
  return option;
}

/** Opens an existing option, with this name and photo of the doctor. Returns whether anything changed. */
export async function reopenOption(
  db: Database,
  change: { optionId: string; doctorName: string; doctorPhoto: string | null },
): Promise<boolean> {
  const { optionId, doctorName, doctorPhoto } = change;
  const { open, doctorName: name, doctorPhoto: photo } = appointmentOptions;
  const { rowCount } = await db
    .update(appointmentOptions)
    .set({ open: true, doctorName, doctorPhoto })
    .where(
      and(
        eq(appointmentOptions.id, optionId),
        sql`(not ${open} or ${name} is distinct from ${doctorName} or ${photo} is distinct from ${doctorPhoto})`,
      ),
    );
  return rowCount === 1;
}

/**
 * Closes every option of a doctor. Waits for bookings in progress, so that the caller can cancel them afterwards; later
 * bookings find the option closed (`lockOpenOption` of booking).
 */
export async function closeOptionsOfDoctor(db: Database, doctorId: string): Promise<void> {
  const theirs = eq(appointmentOptions.doctorId, doctorId);
  await db.select({ id: appointmentOptions.id }).from(appointmentOptions).where(theirs).for('update');
  await db.update(appointmentOptions).set({ open: false }).where(theirs);
}

/** Closes one option of a doctor. Returns whether it was open. */
export async function closeOptionOfDoctor(
  db: Database,
  of: { treatmentId: string; doctorId: string },
): Promise<boolean> {
  const { treatmentId, doctorId, open } = appointmentOptions;
  const { rowCount } = await db
    .update(appointmentOptions)
    .set({ open: false })
    .where(and(eq(treatmentId, of.treatmentId), eq(doctorId, of.doctorId), eq(open, true)));
  return rowCount === 1;
}

/** Takes a doctor's photo out of their options. */
export async function forgetPhotoInOptions(db: Database, doctorId: string): Promise<void> {
  await db.update(appointmentOptions).set({ doctorPhoto: null }).where(eq(appointmentOptions.doctorId, doctorId));
}

export async function listOptionsOfDoctor(db: Database, doctorId: string) {
  return db
    .select({ id: appointmentOptions.id, treatment: treatments.name, open: appointmentOptions.open })
    .from(appointmentOptions)
    .innerJoin(treatments, eq(treatments.id, appointmentOptions.treatmentId))
    .where(eq(appointmentOptions.doctorId, doctorId))
    .orderBy(asc(treatments.name));
}

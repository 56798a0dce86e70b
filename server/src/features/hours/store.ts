import { and, asc, eq, getTableColumns, gte, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { clinicHours, specialHours } from '../../database/schema/clinic.ts';
import { people } from '../../database/schema/identity.ts';
import {
  calendars,
  closures,
  hoursExceptions,
  openingHours,
  specialHoursDoctors,
  workingWeeks,
} from '../../database/schema/schedule.ts';
import type { HoursException, Timetable, WorkingWeek } from '../schedule/index.ts';

/** New hours. */
export interface NewHours {
  /** The day from which they apply. */
  readonly validFrom: string;
  readonly weeks: readonly WorkingWeek[];
  /** Whether weeks that are planned for later days stay. */
  readonly replaces: 'the-week-of-that-day' | 'every-week-from-that-day';
  /** All exceptions from today on; `undefined`: they do not change. */
  readonly exceptions: readonly HoursException[] | undefined;
}

/** How often a doctor's hours were changed; 0 for a doctor without hours. */
export async function findVersion(db: Database, calendarId: string): Promise<number> {
  const [row] = await db.select({ version: calendars.version }).from(calendars).where(eq(calendars.id, calendarId));
  return row?.version ?? 0;
}

/** Writes a calendar's hours from a day on. Hours of earlier days stay, for the record. */
export async function replaceHours(
  tx: Database,
  { calendarId, today, hours }: { calendarId: string; today: string; hours: NewHours },
): Promise<void> {
  const { validFrom, weeks, replaces, exceptions } = hours;
  await countChange(tx, calendarId);
  const day = workingWeeks.validFrom;
  const replaced = replaces === 'the-week-of-that-day' ? eq(day, validFrom) : gte(day, validFrom);
  await tx.delete(workingWeeks).where(and(eq(workingWeeks.calendarId, calendarId), replaced));
  await tx.insert(workingWeeks).values(weeks.map((week) => ({ calendarId, validFrom: week.validFrom })));
  const rows = weeks.flatMap((week) =>
    week.hours.map((stretch) => ({ calendarId, validFrom: week.validFrom, ...stretch })),
  );
  if (rows.length > 0) await tx.insert(openingHours).values(rows);

  if (!exceptions) return;
  await tx
    .delete(hoursExceptions)
    .where(and(eq(hoursExceptions.calendarId, calendarId), gte(hoursExceptions.date, today)));
  if (exceptions.length === 0) return;
  await tx.insert(hoursExceptions).values(
    exceptions.map(({ date, opening, treatmentId }) => ({
      calendarId,
      date,
      opensMinute: opening?.opensMinute ?? null,
      closesMinute: opening?.closesMinute ?? null,
      treatmentId,
    })),
  );
}

/** The first change makes it 2: in a calendar of version 1, nobody has edited the hours (`needsInitialHours`). */
async function countChange(tx: Database, calendarId: string): Promise<void> {
  await tx
    .insert(calendars)
    .values({ id: calendarId, version: 2 })
    .onConflictDoUpdate({ target: calendars.id, set: { version: sql`${calendars.version} + 1` } });
}

/** In one statement, whose parameters PostgreSQL limits. */
const MOST_ROWS = 1000;

/** Writes the clinic's opening hours. Special hours of earlier days stay, for the record. */
export async function replaceClinicHours(
  tx: Database,
  {
    clinicHours: weekly,
    specialHours: special,
    specialDoctors,
    today,
  }: Pick<Timetable, 'clinicHours' | 'specialHours' | 'specialDoctors'> & { today: string },
): Promise<void> {
  await tx.delete(clinicHours);
  if (weekly.length > 0) await tx.insert(clinicHours).values([...weekly]);
  await tx.delete(specialHours).where(gte(specialHours.date, today));
  if (special.length > 0) await tx.insert(specialHours).values([...special]);
  await tx.delete(specialHoursDoctors).where(gte(specialHoursDoctors.date, today));
  for (let from = 0; from < specialDoctors.length; from += MOST_ROWS) {
    await tx.insert(specialHoursDoctors).values(specialDoctors.slice(from, from + MOST_ROWS));
  }
}

export type ClosureRow = typeof closures.$inferSelect & { readonly doctorName: string | null };

/** The closing days that end on `from` or later, in order: of the clinic, and of one doctor or of all. */
export function listClosures(
  db: Database,
  { from, of }: { from: string; of: { doctorId: string } | 'clinic' | 'all' },
): Promise<readonly ClosureRow[]> {
  const theirs =
    of === 'all'
      ? undefined
      : or(isNull(closures.calendarId), of === 'clinic' ? undefined : eq(closures.calendarId, of.doctorId));
  return selectClosures(db)
    .where(and(gte(closures.lastDay, from), theirs))
    .orderBy(asc(closures.firstDay), asc(closures.fromMinute), asc(closures.lastDay), asc(closures.id));
}

export async function findClosure(db: Database, id: string): Promise<ClosureRow | undefined> {
  const [row] = await selectClosures(db).where(eq(closures.id, id));
  return row;
}

function selectClosures(db: Database) {
  return db
    .select({ ...getTableColumns(closures), doctorName: people.name })
    .from(closures)
    .leftJoin(people, eq(people.id, closures.calendarId))
    .$dynamic();
}

/** Returns false if the same days are closed for the same people already. */
export async function insertClosure(tx: Database, closure: typeof closures.$inferInsert): Promise<boolean> {
  const { calendarId } = closure;
  if (calendarId) await tx.insert(calendars).values({ id: calendarId }).onConflictDoNothing();
  const { rowCount } = await tx.insert(closures).values(closure).onConflictDoNothing();
  return rowCount === 1;
}

export async function deleteClosure(tx: Database, id: string): Promise<void> {
  await tx.delete(closures).where(eq(closures.id, id));
}

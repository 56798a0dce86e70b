import { gte, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { prepared } from '../../database/prepared.ts';
import { clinic, clinicHours, specialHours } from '../../database/schema/clinic.ts';
import {
  appointmentOptions,
  calendars,
  closures,
  hoursExceptions,
  openingHours,
  specialHoursDoctors,
  workingWeeks,
} from '../../database/schema/schedule.ts';
import type { ClinicRules } from './rules.ts';
import { addDays, dateAt } from './slots.ts';
import type {
  ClinicOpening,
  Closure,
  HoursException,
  SpecialDoctor,
  SpecialOpening,
  Timetable,
  WorkCalendar,
  WorkingHours,
  WorkingWeek,
} from './timetable.ts';

/** The timetable of some days, and the current rules of the clinic. */
export interface TimetableInForce extends Timetable {
  readonly rules: ClinicRules;
}

/** The longest horizon allowed (`clinic_horizon_sane`). */
const LONGEST_HORIZON_DAYS = 730;

/** Hours as the statement returns them: weekday, opening, closing, treatment. */
type HoursRow = readonly [number, number, number, string | null];

interface WeekRow {
  readonly calendarId: string;
  readonly validFrom: string;
  readonly hours: readonly HoursRow[];
}

interface ExceptionRow {
  readonly calendarId: string;
  readonly date: string;
  readonly opensMinute: number | null;
  readonly closesMinute: number | null;
  readonly treatmentId: string | null;
}

const RULES = {
  version: clinic.version,
  leastNoticeMinutes: clinic.leastNoticeMinutes,
  horizonDays: clinic.horizonDays,
  maxUnpaidBookings: clinic.maxUnpaidBookings,
  confirmedEmailOnly: clinic.confirmedEmailOnly,
  payment: clinic.payment,
  payWithinMinutes: clinic.payWithinMinutes,
  freeCancellationHours: clinic.freeCancellationHours,
  offerMinutes: clinic.offerMinutes,
  timeZone: clinic.timeZone,
};

/**
 * The timetable from `first` to `last`, in one prepared statement: of every calendar with an open option, or of these.
 * Calendars without hours are left out.
 *
 * @param of.first 'YYYY-MM-DD'
 */
export async function findTimetable(
  db: Database,
  of: { first: string; last: string; calendarIds?: readonly string[] },
): Promise<TimetableInForce> {
  const { first, last, calendarIds } = of;
  const [row] = await timetable(db).execute({
    first,
    last,
    calendarIds: calendarIds ? `{${calendarIds.join(',')}}` : null,
  });
  if (!row) throw new Error('The clinic has no row');
  const { closures, clinicHours, specialHours, specialDoctors, weeks, exceptions, ...rules } = row;
  const calendars = calendarsOf({ weeks, exceptions });
  return { rules, closures, clinicHours, specialHours, specialDoctors, calendars };
}

/** The rules alone. */
export async function findRules(db: Database): Promise<ClinicRules> {
  const [rules] = await db.select(RULES).from(clinic);
  if (!rules) throw new Error('The clinic has no row');
  return rules;
}

const timetable = prepared((db) => {
  const first = sql.placeholder('first');
  const last = sql.placeholder('last');
  const ids = sql.placeholder('calendarIds');
  // An array, so that the hours are found by an index, and those of calendars that ended are not read.
  const theirs = sql`calendar_id = any(coalesce(${ids}::uuid[],
    array(select o.calendar_id from ${appointmentOptions} o where o.open)))`;
  return db
    .select({
      ...RULES,
      closures: sql<readonly Closure[]>`(
        select coalesce(json_agg(json_build_object(
          'id', c.id, 'firstDay', c.first_day, 'fromMinute', c.from_minute, 'lastDay', c.last_day,
          'toMinute', c.to_minute, 'calendarId', c.calendar_id, 'reason', c.reason)
          order by c.calendar_id nulls first, c.first_day), '[]')
        from ${closures} c where c.last_day >= ${first} and c.first_day <= ${last})`,
      clinicHours: sql<readonly ClinicOpening[]>`(
        select coalesce(json_agg(json_build_object(
          'weekday', h.weekday, 'opensMinute', h.opens_minute, 'closesMinute', h.closes_minute)
          order by h.weekday, h.opens_minute), '[]')
        from ${clinicHours} h)`,
      specialHours: sql<readonly SpecialOpening[]>`(
        select coalesce(json_agg(json_build_object(
          'date', s.date, 'opensMinute', s.opens_minute, 'closesMinute', s.closes_minute)
          order by s.date, s.opens_minute), '[]')
        from ${specialHours} s where s.date between ${first} and ${last})`,
      specialDoctors: sql<readonly SpecialDoctor[]>`(
        select coalesce(json_agg(json_build_object('date', d.date, 'calendarId', d.calendar_id)), '[]')
        from ${specialHoursDoctors} d where d.date between ${first} and ${last})`,
      weeks: sql<readonly WeekRow[]>`(
        select coalesce(json_agg(json_build_object(
          'calendarId', w.calendar_id, 'validFrom', w.valid_from, 'hours', w.hours) order by w.valid_from), '[]')
        from (
          select w.calendar_id, w.valid_from, coalesce(json_agg(json_build_array(
              h.weekday, h.opens_minute, h.closes_minute, h.treatment_id) order by h.weekday, h.opens_minute)
              filter (where h.weekday is not null), '[]') as hours
          from (select * from ${workingWeeks} where ${theirs}) w
            left join ${openingHours} h on h.calendar_id = w.calendar_id and h.valid_from = w.valid_from
          where w.valid_from <= ${last} and not exists (
            select 1 from ${workingWeeks} n
            where n.calendar_id = w.calendar_id and w.valid_from < n.valid_from and n.valid_from <= ${first})
          group by w.calendar_id, w.valid_from) w)`,
      exceptions: sql<readonly ExceptionRow[]>`(
        select coalesce(json_agg(json_build_object(
          'calendarId', e.calendar_id, 'date', e.date, 'opensMinute', e.opens_minute,
          'closesMinute', e.closes_minute, 'treatmentId', e.treatment_id) order by e.date, e.opens_minute), '[]')
        from (select * from ${hoursExceptions} where ${theirs}) e
        where e.date between ${first} and ${last})`,
    })
    .from(clinic)
    .prepare('timetable');
});

/** The clinic's special opening hours from a day on, in order. */
export function listSpecialHours(db: Database, { from }: { from: string }): Promise<readonly SpecialOpening[]> {
  return db
    .select()
    .from(specialHours)
    .where(gte(specialHours.date, from))
    .orderBy(specialHours.date, specialHours.opensMinute);
}

/** When the clinic is open, in order. */
export function listClinicHours(db: Database): Promise<readonly ClinicOpening[]> {
  return db.select().from(clinicHours).orderBy(clinicHours.weekday, clinicHours.opensMinute);
}

/**
 * The timetable of every day that can be booked, whatever the horizon and the zone, and of `of.days`: of every calendar with
 * an open option, or of these.
 *
 * @param of.days 'YYYY-MM-DD', in any order
 */
export function findTimetableAhead(
  db: Database,
  { now, days = [], calendarIds }: { now: Date; days?: readonly string[]; calendarIds?: readonly string[] },
): Promise<TimetableInForce> {
  const today = dateAt(now, 'UTC');
  // In other zones it may be the day before or the day after.
  const inOrder = [addDays(today, -1), addDays(today, LONGEST_HORIZON_DAYS + 1), ...days].toSorted();
  const [first = today] = inOrder;
  return findTimetable(db, { first, last: inOrder.at(-1) ?? today, ...(calendarIds && { calendarIds }) });
}

function calendarsOf({
  weeks,
  exceptions,
}: {
  weeks: readonly WeekRow[];
  exceptions: readonly ExceptionRow[];
}): ReadonlyMap<string, WorkCalendar> {
  const found = new Map<string, { weeks: WorkingWeek[]; exceptions: HoursException[] }>();
  const calendarOf = (id: string) => {
    const known = found.get(id) ?? { weeks: [], exceptions: [] };
    found.set(id, known);
    return known;
  };
  for (const { calendarId, validFrom, hours } of weeks) {
    calendarOf(calendarId).weeks.push({ validFrom, hours: hours.map(workingHours) });
  }
  for (const { calendarId, date, opensMinute, closesMinute, treatmentId } of exceptions) {
    const opening = opensMinute === null || closesMinute === null ? null : { opensMinute, closesMinute };
    calendarOf(calendarId).exceptions.push({ date, opening, treatmentId });
  }
  return found;
}

function workingHours([weekday, opensMinute, closesMinute, treatmentId]: HoursRow): WorkingHours {
  return { weekday, opensMinute, closesMinute, treatmentId };
}

const TIMETABLE_LOCK = sql`hashtext('openhours'), hashtext('timetable')`;

/**
 * Takes a shared lock on the timetable until this transaction ends. A booking takes it and then reads the hours; a
 * change of hours waits for it, and then sees the booking. Bookings do not wait for each other.
 */
export const sharedTimetableLock = sql`pg_advisory_xact_lock_shared(${TIMETABLE_LOCK})`;

/** Waits for bookings in progress, and makes later bookings wait until this transaction ends. */
export async function lockTimetable(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TIMETABLE_LOCK})`);
}

/** The day from which hours hold that were there before anybody chose a day. */
const FROM_THE_BEGINNING = '2000-01-01';

/** Adds hours to a calendar that nobody has edited; creates the calendar if necessary. */
export async function addInitialHours(
  tx: Database,
  { calendarId, hours }: { calendarId: string; hours: readonly WorkingHours[] },
): Promise<void> {
  await tx.insert(calendars).values({ id: calendarId }).onConflictDoNothing();
  if (hours.length === 0) return;
  const week = { calendarId, validFrom: FROM_THE_BEGINNING };
  await tx.insert(workingWeeks).values(week).onConflictDoNothing();
  // A transaction that opens another option of the same doctor may add the same hours at this moment.
  await tx
    .insert(openingHours)
    .values(hours.map((stretch) => ({ ...week, ...stretch })))
    .onConflictDoNothing();
}

/** Whether a doctor needs hours for a new treatment: nobody has edited theirs, and none apply to every treatment. */
export async function needsInitialHours(tx: Database, calendarId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from ${calendars} c where c.id = ${calendarId} and (c.version > 1 or exists (
      select 1 from ${openingHours} h where h.calendar_id = c.id and h.treatment_id is null))`);
  return rows.length === 0;
}

import type { BookingState, ChangedAs } from '@openhours/contract/booking-state.ts';
import { eq, or, sql } from 'drizzle-orm';
import { anyOf } from '../../database/any-of.ts';
import type { Database } from '../../database/database.ts';
import { bookings } from '../../database/schema/booking.ts';
import { moneyMovements } from '../../database/schema/payments.ts';
import { appointmentOptions, treatments } from '../../database/schema/schedule.ts';
import { withinSpans } from '../../database/within-spans.ts';
import type { MoneySum } from '../payments/index.ts';
import type { Span } from '../schedule/index.ts';

interface Days {
  /** 'YYYY-MM-DD', both included. */
  readonly first: string;
  readonly last: string;
}

/** Appointments of a period and state, or of a calendar, weekday and state. */
export interface AppointmentCount {
  /** The first day of the period. Null in the counts of calendars. */
  readonly starts: string | null;
  readonly cancelledAs: ChangedAs | null;
  readonly calendarId: string | null;
  /** 1 Monday … 7 Sunday. */
  readonly weekday: number | null;
  readonly state: BookingState;
  readonly appointments: number;
  readonly minutes: number;
}

/**
 * Counts appointments in both ways with one scan of the index `bookings_for_statistics`, which has all of these columns.
 * The counts of a day come first, so that the conversion of the day is done once for each of them.
 */
export async function countAppointments(
  db: Database,
  { first, last, unit }: Days & { unit: 'day' | 'month' },
): Promise<readonly AppointmentCount[]> {
  const { rows } = await db.execute<AppointmentCount & Record<string, unknown>>(sql`
    with of_days as (
      select day, state, calendar_id, case when state = 'cancelled' then changed_as end as cancelled_as,
        count(*)::int as appointments, sum(minutes)::int as minutes
      from ${bookings} where day between ${first} and ${last}
      group by 1, 2, 3, 4),
    named as (
      select to_char(date_trunc(${unit}, day), 'YYYY-MM-DD') as starts, extract(isodow from day)::int as weekday,
        state, calendar_id, cancelled_as, appointments, minutes
      from of_days)
    select starts, cancelled_as as "cancelledAs", calendar_id as "calendarId", weekday, state,
      sum(appointments)::int as appointments, sum(minutes)::int as minutes
    from named
    group by grouping sets ((starts, state, cancelled_as), (calendar_id, weekday, state))
    order by starts`);
  return rows;
}

export interface CalendarRow {
  readonly calendarId: string;
  readonly name: string;
  readonly isDoctor: boolean;
  /** Those that can be booked now. */
  readonly treatmentIds: readonly string[];
  /** The day of its first appointment, also of a cancelled one. */
  readonly firstDay: string | null;
}

/** The calendars that can be booked, and those of `booked`, by name. The others, which ended, are not read. */
export async function listCalendars(
  db: Database,
  { booked }: { booked: readonly string[] },
): Promise<readonly CalendarRow[]> {
  const { calendarId, doctorId, doctorName, open } = appointmentOptions;
  const name = sql<string>`coalesce(max(${doctorName}), max(${treatments.name}))`;
  return db
    .select({
      calendarId,
      name,
      isDoctor: sql<boolean>`bool_or(${doctorId} is not null)`,
      treatmentIds: sql<
        readonly string[]
      >`coalesce(json_agg(${treatments.id}) filter (where ${open} and ${treatments.active}), '[]')`,
      firstDay: sql<string | null>`(
        select b.day::text from ${bookings} b where b.calendar_id = ${calendarId} order by b.starts_at limit 1)`,
    })
    .from(appointmentOptions)
    .innerJoin(treatments, eq(treatments.id, appointmentOptions.treatmentId))
    .where(or(open, sql`${calendarId} = ${anyOf(booked)}`))
    .groupBy(calendarId)
    .orderBy(sql`lower(${name})`, calendarId);
}

/** The movements of money, summed up by kind, method and currency. */
export async function sumMovements(db: Database, spans: readonly Span[]): Promise<readonly MoneySum[]> {
  const { kind, method, currency, amountMinor, at } = moneyMovements;
  return db
    .select({
      kind,
      method,
      currency,
      count: sql`count(*)`.mapWith(Number),
      amountMinor: sql`sum(${amountMinor})`.mapWith(Number),
    })
    .from(moneyMovements)
    .where(withinSpans(at, spans))
    .groupBy(kind, method, currency);
}

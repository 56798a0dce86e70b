import type { OpenDatabase } from '@openhours/server/database/connect.ts';
import { PATIENT_COUNT } from './patients.ts';

const SLOTS_A_DAY = 16;

/**
 * Gives a clinic a past: bookings on each day before today, backwards, sixteen in every calendar, under the same
 * constraints as any other. The patients have to be there.
 */
export async function addPastBookings({ pool }: OpenDatabase, count: number): Promise<void> {
  await pool.query(
    `with calendars as (
       select distinct on (o.calendar_id) o.id as option_id, o.calendar_id, o.doctor_name, o.doctor_photo,
              t.id as treatment_id, t.name as treatment, t.price_minor
       from appointment_options o join treatments t on t.id = o.treatment_id
       where o.open order by o.calendar_id),
     numbered as (
       select *, row_number() over () - 1 as number, count(*) over () * ${SLOTS_A_DAY} as bookings_a_day from calendars),
     patients as (
       select id, name, email, substr(id::text, 25)::int as number from people where email like '%@bench.example')
     insert into bookings (id, option_id, treatment_id, calendar_id, patient_id, treatment_name, doctor_name,
       doctor_photo, patient_name, email, phone, day, start_minute, minutes, starts_at, ends_at, price_minor, currency, paid)
     select uuidv7(), c.option_id, c.treatment_id, c.calendar_id, p.id, c.treatment, c.doctor_name,
       c.doctor_photo, p.name, p.email, '', day, 540 + 30 * slot, 30,
       day + make_interval(mins => 540 + 30 * slot), day + make_interval(mins => 570 + 30 * slot), c.price_minor, 'USD', true
     from generate_series(1, $1::int) as days_ago
     cross join generate_series(0, ${SLOTS_A_DAY - 1}) as slot
     cross join numbered c
     cross join lateral (select current_date - days_ago as day) d
     join patients p
       on p.number = (days_ago * c.bookings_a_day + c.number * ${SLOTS_A_DAY} + slot) % ${PATIENT_COUNT}
     where (days_ago - 1) * c.bookings_a_day + c.number * ${SLOTS_A_DAY} + slot < $1`,
    [count],
  );
}

/** Does what autovacuum does within a minute or two: a clinic that is older than that has its statistics. */
export async function settle({ pool }: OpenDatabase): Promise<void> {
  await pool.query('vacuum analyze');
}

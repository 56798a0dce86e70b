import type { OpenDatabase } from '@openhours/server/database/connect.ts';
import { PATIENT_COUNT } from './patients.ts';

const SLOTS_A_DAY = 16;

/**
 * Inserts past bookings into a clinic: paid bookings on each day before today, backwards, sixteen in every calendar,
 * under the usual constraints. The patients must exist.
 */
export async function addPastBookings({ pool }: Pick<OpenDatabase, 'pool'>, count: number): Promise<void> {
  await pool.query(
    `with calendars as (
       select distinct on (o.calendar_id) o.id as option_id, o.calendar_id, o.doctor_name,
              t.id as treatment_id, t.name as treatment, t.price_minor
       from appointment_options o join treatments t on t.id = o.treatment_id
       where o.open order by o.calendar_id),
     numbered as (
       select *, row_number() over () - 1 as number, count(*) over () * ${SLOTS_A_DAY} as bookings_a_day from calendars),
     patients as (
       select id, name, email, substr(id::text, 25)::int as number from people where email like '%@bench.example')
     insert into bookings (id, option_id, treatment_id, calendar_id, patient_id, treated_id, treatment_name, doctor_name,
       patient_name, email, phone, day, start_minute, minutes, starts_at, ends_at, price_minor, currency)
     select uuidv7(), c.option_id, c.treatment_id, c.calendar_id, p.id, p.id, c.treatment, c.doctor_name,
       p.name, p.email, '', day, 540 + 30 * slot, 30,
       day + make_interval(mins => 540 + 30 * slot), day + make_interval(mins => 570 + 30 * slot), c.price_minor, 'USD'
     from generate_series(1, $1::int) as days_ago
     cross join generate_series(0, ${SLOTS_A_DAY - 1}) as slot
     cross join numbered c
     cross join lateral (select current_date - days_ago as day) d
     join patients p
       on p.number = (days_ago * c.bookings_a_day + c.number * ${SLOTS_A_DAY} + slot) % ${PATIENT_COUNT}
     where (days_ago - 1) * c.bookings_a_day + c.number * ${SLOTS_A_DAY} + slot < $1
     on conflict (reference) do nothing`,
    [count],
  );
  await pool.query(
    `insert into payment_orders (id, booking_id, via, provider, reference, amount_minor, currency, state, created_at, ask_at)
     select b.id, b.id, 'card', 'stripe', 'pi_' || b.id, b.price_minor, b.currency, 'closed', b.starts_at, b.starts_at
     from bookings b where b.starts_at < current_date`,
  );
  await pool.query(
    `insert into payments (id, booking_id, order_id, via, provider, transaction_id, amount_minor, currency, taken_minor,
       taken_currency, state, paid_at, settled_at)
     select o.id, o.booking_id, o.id, o.via, o.provider, o.reference, o.amount_minor, o.currency, o.amount_minor,
       o.currency, 'paid', o.created_at, o.created_at
     from payment_orders o`,
  );
}

/** Creates the statistics that autovacuum would create after a minute or two. */
export async function settle({ pool }: OpenDatabase): Promise<void> {
  await pool.query('vacuum analyze');
}

import { REFERENCE_ALPHABET, REFERENCE_LENGTH } from '@openhours/contract/booking-reference.ts';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import * as schema from '../../database/schema/index.ts';
import { addDays } from '../schedule/index.ts';
import { findAgenda } from './find-agenda.ts';

const DOCTORS = 30;
const DAYS = 12;
const BIG_DAY = '2024-01-08';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  // Thirty doctors with twenty appointments of twenty minutes each, on twelve days.
  await db.execute(sql`insert into people (id, name, email, is_doctor)
    select gen_random_uuid(), 'Doctor ' || n, 'doctor-' || n || '@example.org', true from generate_series(1, ${DOCTORS}) n`);
  await db.execute(sql`insert into people (id, name, email)
    select gen_random_uuid(), 'Patient ' || n, 'patient-' || n || '@example.org' from generate_series(1, 600) n`);
  await db.execute(sql`insert into treatments (id, name, price_minor, currency, minutes)
    values (gen_random_uuid(), 'General', 5000, 'USD', 20)`);
  await db.execute(sql`insert into calendars (id) select id from people where is_doctor`);
  await db.execute(sql`insert into working_weeks select id, '2000-01-01' from calendars`);
  await db.execute(
    sql`insert into opening_hours select id, '2000-01-01', d, 540, 1020 from calendars, generate_series(1, 7) d`,
  );
  await db.execute(sql`insert into appointment_options (id, treatment_id, doctor_id, doctor_name, calendar_id)
    select gen_random_uuid(), t.id, p.id, p.name, p.id from treatments t, people p where p.is_doctor`);
  await db.execute(sql`
    with doctors as (select o.*, row_number() over (order by o.id) - 1 as n from appointment_options o),
      patients as (select p.*, row_number() over (order by p.id) - 1 as n from people p where not p.is_doctor),
      slots as (select d, s, '2024-01-01'::date + d as day, 540 + 20 * s as minute
        from generate_series(0, ${DAYS - 1}) d, generate_series(0, 19) s)
    insert into bookings (id, option_id, treatment_id, calendar_id, patient_id, treated_id, treatment_name, doctor_name,
      patient_name, email, phone, day, start_minute, minutes, starts_at, ends_at, price_minor, currency, state, reference)
    select gen_random_uuid(), o.id, o.treatment_id, o.calendar_id, p.id, p.id, 'General', o.doctor_name, p.name, p.email,
      '', day, minute, 20, day + minute * interval '1 minute', day + (minute + 20) * interval '1 minute', 5000, 'USD',
      case when day < ${BIG_DAY} then 'done' else 'booked' end,
      (select string_agg(substr(${REFERENCE_ALPHABET}, 1 + (r / pow(${REFERENCE_ALPHABET.length}::int, k)::int) % ${REFERENCE_ALPHABET.length}::int, 1), '')
        from generate_series(0, ${REFERENCE_LENGTH - 1}) k, cast((o.n * 20 + s) * ${DAYS} + d as int) r)
    from slots, doctors o, patients p where p.n = o.n * 20 + s`);
  await db.execute(sql`analyze`);
});
afterAll(() => database.close());

it('takes five statements for 30 doctors and 600 appointments, each of which reads by index', async () => {
  const asked: { query: string; params: unknown[] }[] = [];
  const logger = { logQuery: (query: string, params: unknown[]) => void asked.push({ query, params }) };
  const db = drizzle({ client: database.pool, schema, logger });
  const now = new Date(`${addDays(BIG_DAY, -1)}T12:00:00Z`);
  const { calendars, days } = await findAgenda(db, { from: BIG_DAY, to: BIG_DAY, calendarId: undefined, now });
  expect(calendars).toHaveLength(DOCTORS);
  expect(days.flatMap(({ bookings }) => bookings)).toHaveLength(600);
  expect(days.flatMap(({ free }) => free.flatMap(({ startMinutes }) => startMinutes))).toHaveLength(DOCTORS * 4);

  expect(asked).toHaveLength(5);
  const big = asked.filter(({ query }) => /from "(bookings|busy_times)"/.test(query));
  expect(big).toHaveLength(3);
  for (const { query, params } of big) {
    const { rows } = await database.pool.query(`explain ${query}`, params);
    const plan = rows.map((row: Record<string, unknown>) => String(row['QUERY PLAN'])).join('\n');
    expect(plan).not.toMatch(/Seq Scan on (bookings|busy_times)/);
    expect(plan).toMatch(/Index Cond: .*day/);
  }
});

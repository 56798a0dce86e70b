import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { claimTime } from '../src/features/booking/index.ts';
import { openOption } from '../testing/clinic.ts';
import { makePatients } from '../testing/many-patients.ts';
import { createTestDatabase } from '../testing/test-database.ts';

/** The rules of `0001_constraints.sql` that compare rows, for whoever writes them. */

const database = await createTestDatabase();
const patients = await makePatients(database.db, { count: 2, secret: 'a secret of this test', issuer: 'http://here' });
const { optionId: calendarId } = await openOption(database.db, { treatment: 'Oncology' });

const BLOCK = `insert into busy_times (id, kind, calendar_id, day, start_minute, starts_at, busy_until, reason)
  select gen_random_uuid(), 'block', $1, '2030-06-03', start, '2030-06-03'::timestamptz + start * interval '1 minute',
    '2030-06-03'::timestamptz + (start + minutes) * interval '1 minute', 'a break'
  from unnest($2::int[], $3::int[]) as t (start, minutes)`;

const block = (client: { query: (text: string, values: unknown[]) => Promise<unknown> }, times: [number, number][]) =>
  client.query(BLOCK, [calendarId, times.map(([start]) => start), times.map(([, minutes]) => minutes)]);

async function overlaps(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from busy_times a join busy_times b on a.id < b.id and a.calendar_id = b.calendar_id
       and tstzrange(a.starts_at, a.busy_until) && tstzrange(b.starts_at, b.busy_until)`,
  );
  return rows[0]?.count ?? Number.NaN;
}

it('a calendar has no overlaps, whoever writes at the same time', async () => {
  // Without pity: transactions with one to three times each, which overlap each other and those of others.
  const random = (below: number) => Math.floor(Math.random() * below);
  const writers = Array.from({ length: 8 }, async () => {
    const client = await database.pool.connect();
    try {
      for (let round = 0; round < 40; round += 1) {
        const times = Array.from({ length: 1 + random(3) }, (): [number, number] => [random(1200), 1 + random(60)]);
        await client.query('begin');
        await block(client, times).then(
          () => client.query('commit'),
          () => client.query('rollback'),
        );
      }
    } finally {
      client.release();
    }
  });
  await Promise.all(writers);
  expect(await overlaps()).toBe(0);
  const { rowCount } = await database.pool.query('select from busy_times');
  expect(rowCount).toBeGreaterThan(10);
});

it.each([
  [
    'two that overlap in one statement',
    [
      [10, 30],
      [30, 30],
    ],
  ],
  [
    'one inside another',
    [
      [10, 60],
      [20, 10],
    ],
  ],
  [
    'one that begins with another',
    [
      [10, 60],
      [11, 10],
      [200, 5],
    ],
  ],
  [
    'one between two',
    [
      [10, 100],
      [20, 10],
      [105, 10],
    ],
  ],
] as [string, [number, number][]][])('%s', async (_, times) => {
  await database.pool.query('delete from busy_times');
  await expect(block(database.pool, times)).rejects.toMatchObject({
    code: '23P01',
    constraint: 'no_overlap_in_calendar',
  });
  await expect(block(database.pool, times.toReversed())).rejects.toMatchObject({ code: '23P01' });
  for (const time of times.slice(0, 1)) await block(database.pool, [time]);
  await expect(block(database.pool, times.slice(1))).rejects.toMatchObject({ code: '23P01' });
});

it('times that touch each other', async () => {
  await database.pool.query('delete from busy_times');
  await block(database.pool, [
    [10, 10],
    [20, 10],
    [40, 10],
  ]);
  await block(database.pool, [[30, 10]]);
  await expect(
    database.pool.query("update busy_times set busy_until = busy_until + interval '1 minute' where start_minute = 20"),
  ).rejects.toMatchObject({ constraint: 'no_overlap_in_calendar' });
  // All at once may pass each other.
  await database.pool.query(
    "update busy_times set starts_at = starts_at + interval '10 min', busy_until = busy_until + interval '10 min'",
  );
  expect(await overlaps()).toBe(0);
});

it.each(['repeatable read', 'serializable'])('not in a %s transaction', async (level) => {
  const client = await database.pool.connect();
  try {
    await client.query(`begin isolation level ${level}`);
    await expect(block(client, [[1300, 10]])).rejects.toMatchObject({ code: '0A000' });
    await client.query('rollback');
  } finally {
    client.release();
  }
});

it.each([
  [10, 10, true],
  [25, 10, false],
  [20, 5, false],
  [15, 30, false],
  [35, 5, true],
])('claiming from minute %i for %i minutes: %s', async (start, minutes, isClaimed) => {
  await database.pool.query('delete from busy_times');
  await block(database.pool, [[20, 15]]);
  const startsAt = new Date(Date.parse('2030-06-03T00:00:00Z') + start * 60_000);
  const busyUntil = new Date(startsAt.getTime() + minutes * 60_000);
  const time = {
    id: uuidv7(),
    kind: 'block' as const,
    calendarId,
    day: '2030-06-03',
    startMinute: start,
    startsAt,
    busyUntil,
  };
  const claimed = await database.db.transaction((tx) =>
    claimTime(tx, { ...time, reason: 'a break' }, { holderId: undefined, now: startsAt }),
  );
  expect(claimed).toBe(isClaimed);
  expect((await database.pool.query('select from busy_times')).rowCount).toBe(isClaimed ? 2 : 1);
});

const BOOKING = `insert into bookings (id, option_id, treatment_id, calendar_id, patient_id, treated_id, treatment_name, patient_name,
    email, phone, day, start_minute, minutes, starts_at, ends_at, price_minor, currency)
  select $1, o.id, o.treatment_id, o.calendar_id, $2, $2, 'T', 'P', '', '', $3::timestamptz::date, 0, $4::int, $3, $3::timestamptz + $4::int * interval '1 minute', 0, 'USD'
  from appointment_options o where o.id = $5`;

it('a person is in one place at a time, whoever writes at the same moment', async () => {
  await database.pool.query('delete from busy_times');
  const random = (below: number) => Math.floor(Math.random() * below);
  const options = await Promise.all(
    Array.from({ length: 8 }, (_, n) => openOption(database.db, { treatment: `Treatment ${n}` })),
  );
  const made = await Promise.all(
    options.map(async (option) => {
      let count = 0;
      for (let round = 0; round < 30; round += 1) {
        const startsAt = new Date(Date.UTC(2031, 0, 1 + round, 8, 5 * random(60)));
        const values = [uuidv7(), patients[1]?.id, startsAt.toISOString(), 5 + 5 * random(12), option.optionId];
        await database.pool.query(BOOKING, values).then(
          () => (count += 1),
          (error: { constraint?: string }) => expect(error.constraint).toBe('patient_in_one_place'),
        );
      }
      return count;
    }),
  );
  expect(Math.max(...made)).toBeGreaterThan(0);
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from bookings a join bookings b on a.id < b.id and a.treated_id = b.treated_id
       and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`,
  );
  expect(rows[0]?.count).toBe(0);
});

it('a change of an appointment that moves nothing does not wait for whoever changes the person', async () => {
  const { rows } = await database.pool.query<{ id: string }>('select id from bookings limit 1');
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('update people set name = name where id = $1', [patients[1]?.id]);
    const changed =
      "update bookings set confirmed_at = now(), link_key = gen_random_uuid(), state = 'booked' where id = $1";
    expect((await database.pool.query(changed, [rows[0]?.id])).rowCount).toBe(1);
    const moved = database.pool.query(
      "update bookings set starts_at = starts_at - interval '1 year', ends_at = ends_at - interval '1 year' where id = $1",
      [rows[0]?.id],
    );
    await client.query('rollback');
    expect((await moved).rowCount).toBe(1);
  } finally {
    client.release();
  }
});

import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, it } from 'vitest';
import { claimTime } from '../src/features/booking/index.ts';
import { openOption } from '../testing/clinic.ts';
import { makePatients } from '../testing/many-patients.ts';
import { createTestDatabase } from '../testing/test-database.ts';

/** The rules of `0001_constraints.sql` that compare rows, for whoever writes them. */

const database = await createTestDatabase();
const patients = await makePatients(database.db, { count: 2, secret: 'a secret of this test', issuer: 'http://here' });
const { optionId: calendarId } = await openOption(database.db, { treatment: 'Oncology' });
afterAll(() => database.close());

const BLOCK = `insert into busy_times (id, kind, calendar_id, day, start_minute, starts_at, busy_until, reason, blocked_by)
  select gen_random_uuid(), 'block', $1, '2030-06-03', start, '2030-06-03'::timestamptz + start * interval '1 minute',
    '2030-06-03'::timestamptz + (start + minutes) * interval '1 minute', 'a break', $2
  from unnest($3::int[], $4::int[]) as t (start, minutes)`;

const block = (client: { query: (text: string, values: unknown[]) => Promise<unknown> }, times: [number, number][]) =>
  client.query(BLOCK, [
    calendarId,
    patients[0]?.id,
    times.map(([start]) => start),
    times.map(([, minutes]) => minutes),
  ]);

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
    claimTime(tx, { ...time, reason: 'a break', blockedBy: patients[0]?.id }),
  );
  expect(claimed).toBe(isClaimed);
  expect((await database.pool.query('select from busy_times')).rowCount).toBe(isClaimed ? 2 : 1);
});

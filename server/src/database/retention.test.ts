import { getTableName, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { watchDeletions } from '../../testing/deletions.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { deleteOldRows, RETENTION } from './retention.ts';
import { people, sessions } from './schema/identity.ts';
import { rateLimits } from './schema/limits.ts';
import { liveEvents } from './schema/live.ts';

const database = await createTestDatabase();

const HOUR_MILLIS = 3_600_000;

test('deletes any number of old rows, in parts, on several nodes at once, and nothing else', async () => {
  const { db } = database;
  const now = new Date();
  const personId = uuidv7();
  await db.insert(people).values({ id: personId, name: 'Pat', email: 'pat@example.org' });
  const session = (number: number, hoursAgo: number) => ({
    id: uuidv7(),
    personId,
    token: `${hoursAgo} ${number}`,
    expiresAt: new Date(now.getTime() - hoursAgo * HOUR_MILLIS),
  });
  const many = (hoursAgo: number, count: number) =>
    Array.from({ length: count }, (_, number) => session(number, hoursAgo));
  await db.insert(sessions).values([...many(25, 3500), ...many(23, 20), ...many(-1, 20)]);
  const statements = await watchDeletions(database.pool, 'sessions');
  const deleted = await Promise.all([deleteOldRows(db, now), deleteOldRows(db, now), deleteOldRows(db, now)]);
  expect(deleted.reduce((sum, count) => sum + count, 0)).toBe(3500);
  expect(await db.$count(sessions)).toBe(40);
  expect(Math.max(...(await statements()))).toBeLessThanOrEqual(1000);
});

test('deletes counters of rate limits a day after their end', async () => {
  const { db } = database;
  const now = new Date();
  const counter = (hoursAgo: number) => ({
    key: `${hoursAgo}`,
    points: 1,
    endsAt: new Date(now.getTime() - hoursAgo * HOUR_MILLIS),
  });
  await db.insert(rateLimits).values([counter(25), counter(23), counter(-1)]);
  await deleteOldRows(db, now);
  expect((await db.select().from(rateLimits)).map(({ key }) => key).toSorted()).toEqual(['-1', '23']);
});

test('keeps the newest live event, which shows where the outbox begins', async () => {
  const { db } = database;
  const at = new Date(Date.now() - 48 * HOUR_MILLIS);
  const event = { type: 'slots', date: 'Jan 5, 2030' } as const;
  await db.insert(liveEvents).values([
    { event, at },
    { event, at },
  ]);
  await deleteOldRows(db, new Date());
  const [kept, ...others] = await db.select().from(liveEvents);
  expect(others).toEqual([]);
  expect(kept?.id).toBe(
    (await db.select({ id: sql<string>`max(id)` }).from(liveEvents)).map(({ id }) => Number(id))[0],
  );
});

test.each(RETENTION.map(({ from }) => [getTableName(from.table), from.name]))(
  'old rows of %s are found by an index on %s',
  async (table, column) => {
    const { rows } = await database.pool.query(
      `select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where i.indrelid = $1::regclass and a.attname = $2`,
      [table, column],
    );
    expect(rows.length).toBeGreaterThan(0);
  },
);

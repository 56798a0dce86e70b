import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { countingAttempts, takeBackAttempt } from './count-attempts.ts';

const database = await createTestDatabase();

test('parallel attempts at two nodes each get their own place', async () => {
  const nodes = [countingAttempts(database.pool), countingAttempts(database.pool)];
  const attempts = Array.from({ length: 300 }, (_, number) => ({ key: `key-${number % 3}`, seconds: 60 }));
  const counted = await Promise.all(
    attempts.map(async (attempt, number) => ({ ...attempt, ...(await nodes[number % 2]?.(attempt)) })),
  );
  for (const key of ['key-0', 'key-1', 'key-2']) {
    const places = counted.filter((one) => one.key === key).map(({ points = 0 }) => points);
    expect(places.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, place) => place + 1));
  }
});

test('a counter keeps its end, and begins anew after it', async () => {
  const count = countingAttempts(database.pool);
  await count({ key: 'ends', seconds: 100 });
  await database.pool.query("update rate_limits set ends_at = now() + interval '50 seconds' where key = 'ends'");
  const again = await count({ key: 'ends', seconds: 100 });
  expect(again.points).toBe(2);
  expect(again.millisLeft).toBeLessThanOrEqual(50_000);

  await database.pool.query("update rate_limits set ends_at = now() where key = 'ends'");
  const anew = await count({ key: 'ends', seconds: 100 });
  expect(anew).toMatchObject({ points: 1, millisLeft: 100_000 });
});

test('an attempt that is taken back is not counted, and leaves no credit', async () => {
  const count = countingAttempts(database.pool);
  await takeBackAttempt(database.pool, 'back');
  await count({ key: 'back', seconds: 60 });
  await takeBackAttempt(database.pool, 'back');
  await takeBackAttempt(database.pool, 'back');
  expect(await count({ key: 'back', seconds: 60 })).toMatchObject({ points: 1 });
});

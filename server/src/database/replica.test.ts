import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { personWith } from '../../testing/admins.ts';
import { startDatabaseRelay } from '../../testing/database-relay.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { silent } from '../../testing/test-server.ts';
import { openReplica } from './connect.ts';
import type { Database } from './database.ts';

/** A frozen replica is noticed within a second, or two if it has to be connected to. */
const NOTICED_MILLIS = 5_000;
const REST_MILLIS = 2_000;

const database = await createTestDatabase({});
const relay = await startDatabaseRelay(database.connection);
afterAll(async () => {
  await relay.stop();
  await database.close();
});

const timed = async <T>(work: () => Promise<T>): Promise<{ answer: T; millis: number }> => {
  const began = performance.now();
  return { answer: await work(), millis: performance.now() - began };
};
const seconds = (count: number) => (db: Database) => db.execute(sql`select ${count}::int as slept, pg_sleep(${count})`);
const now = seconds(0);

function open(warnings: string[] = []) {
  const log = { ...silent, warn: (message: string) => void warnings.push(message) };
  return openReplica({
    connection: relay.url,
    poolSize: 2,
    statementTimeoutMillis: 10_000,
    log,
    restMillis: REST_MILLIS,
  });
}

test('a slow read is awaited while the replica answers', async () => {
  const replica = open();
  expect(await replica.read(seconds(4))).toMatchObject({ rows: [{ slept: 4 }] });
  await replica.close();
});

test('a replica that freezes during a read is given up soon, left alone, and read again when it is back', async () => {
  const warnings: string[] = [];
  const replica = open(warnings);
  expect(await replica.read(now)).toBeDefined();
  const reading = timed(() => replica.read(seconds(1)));
  setTimeout(() => relay.freeze(), 200);
  const given = await reading;
  expect(given.answer).toBeUndefined();
  expect(given.millis).toBeLessThan(NOTICED_MILLIS);
  let isAsked = false;
  const next = await timed(() => replica.read(async () => (isAsked = true)));
  expect([next.answer, isAsked]).toEqual([undefined, false]);
  expect(next.millis).toBeLessThan(500);
  expect(warnings.filter((line) => line.startsWith('The replica does not answer.'))).toHaveLength(1);
  relay.thaw();
  await expect.poll(() => replica.read(now), { timeout: 2 * REST_MILLIS }).toBeDefined();
  await replica.close();
});

test('a failure of the work is passed on', async () => {
  const replica = open();
  await expect(replica.read((db) => db.execute(sql`select 1 / 0`))).rejects.toThrow();
  await replica.close();
});

test('a call is answered by the primary while the replica is frozen', async () => {
  await using app = await startTestApp({ replicaUrl: relay.url });
  const admin = await personWith(app, { isAdmin: true });
  expect(await admin.get('/api/audit')).toMatchObject({ status: 200 });
  relay.freeze();
  for (const most of [NOTICED_MILLIS, 1_000]) {
    const { answer, millis } = await timed(() => admin.get('/api/audit'));
    expect(answer.status).toBe(200);
    expect(millis).toBeLessThan(most);
  }
  relay.thaw();
});

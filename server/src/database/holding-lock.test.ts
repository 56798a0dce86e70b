import { afterAll, beforeEach, expect, test } from 'vitest';
import { startDatabaseRelay } from '../../testing/database-relay.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { silent } from '../../testing/test-server.ts';
import { openDatabase } from './connect.ts';
import { holdingLockIfFree } from './holding-lock.ts';

const database = await createTestDatabase({ empty: true });
const relay = await startDatabaseRelay(database.connection);
const node = await openDatabase({ connection: relay.url, poolSize: 1, log: silent });
beforeEach(() => node.sessions.query('select 1'));
afterAll(async () => {
  await node.close();
  await relay.stop();
  await database.close();
});

test('a server that freezes while the lock is held does not hold up the result, and another node gets the lock', async () => {
  const began = performance.now();
  const result = await holdingLockIfFree(node.sessions, 'frozen later', async () => {
    relay.freeze();
    return 'done';
  });
  expect(result).toBe('done');
  expect(performance.now() - began).toBeLessThan(9_000);
  relay.thaw();
  await expect.poll(() => holdingLockIfFree(database.sessions, 'frozen later', async () => 'next')).toBe('next');
});

test('a server that is frozen fails the lock within seconds, and the task is not run', async () => {
  relay.freeze();
  const tasks: string[] = [];
  const began = performance.now();
  await expect(holdingLockIfFree(node.sessions, 'frozen', async () => tasks.push('ran'))).rejects.toThrow('timeout');
  expect(performance.now() - began).toBeLessThan(9_000);
  expect(tasks).toEqual([]);
  relay.thaw();
});

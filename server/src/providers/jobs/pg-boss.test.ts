import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { createPgBossQueue } from './pg-boss.ts';

test('a queue that could not be opened is opened by the next job, and stops', async () => {
  const database = await createTestDatabase();
  const { db, pool, sessions } = database;
  const log = pino({ level: 'silent' });
  const jobs = createPgBossQueue({ pool, sessions, names: ['test'], log });
  const send = () => db.transaction((tx) => jobs.send(tx, { name: 'test', data: { order: '7' } }));
  try {
    await pool.query('create schema pgboss; create table pgboss.queue ()');
    await expect(send()).rejects.toThrow();
    await jobs.stop();
    await pool.query('drop schema pgboss cascade');
    await send();
    const done: unknown[] = [];
    await jobs.runNow([{ name: 'test', work: async (data) => void done.push(data) }]);
    expect(done).toEqual([{ order: '7' }]);
  } finally {
    await jobs.stop();
    await database.close();
  }
});

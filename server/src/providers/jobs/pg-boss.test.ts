import type pg from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { countJobs, createPgBossQueue } from './pg-boss.ts';

test('a queue that could not be opened is opened by the next job, and stops', async () => {
  const database = await createTestDatabase();
  const { db, pool, sessions } = database;
  const log = pino({ level: 'silent' });
  const jobs = createPgBossQueue({ pool, sessions, names: ['test'], log });
  const send = () => jobs.send(db, { name: 'test', data: { order: '7' } });
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

test('many jobs are fetched twenty at a time, and of those only the one that fails is tried again', async () => {
  const database = await createTestDatabase();
  const { db, pool, sessions } = database;
  const log = pino({ level: 'silent' });
  const fetched: number[] = [];
  const observed: Pick<pg.Pool, 'query'> = Object.create(pool, {
    query: {
      value: async (text: string, values?: unknown[]) => {
        const result = await pool.query(text, values);
        // Several statements at once have several results.
        for (const { rows } of [result].flat()) if (rows[0] && 'data' in rows[0]) fetched.push(rows.length);
        return result;
      },
    },
  });
  const jobs = createPgBossQueue({ pool: observed as pg.Pool, sessions, names: ['test'], log });
  try {
    for (let number = 1; number <= 50; number += 1) {
      await jobs.send(db, { name: 'test', data: { number: String(number) } });
    }
    const done = new Set<string>();
    const work = async ({ number = '' }: Readonly<Record<string, string>>) => {
      if (number === '7') throw new Error('Not now');
      done.add(number);
    };
    await jobs.start([{ name: 'test', work }]);
    await expect.poll(() => done.size).toBe(49);
    await expect.poll(() => countJobs(db)).toEqual([{ name: 'test', state: 'retry', count: 1 }]);
    expect(fetched.slice(0, 3)).toEqual([20, 20, 10]);
  } finally {
    await jobs.stop();
    await database.close();
  }
});

import { expect, test } from 'vitest';
import { startTestApp } from '../testing/test-app.ts';

test('a part of the sweep that fails is logged, and the other parts run', async () => {
  await using app = await startTestApp();
  const { pool } = app.database;
  await pool.query('insert into people_counts values (3), (4); alter table idempotency_keys rename to elsewhere');
  await app.sweep();
  expect(app.logLines.join()).toContain('a part of the hourly sweep failed');
  expect((await pool.query('select from people_counts')).rows).toHaveLength(1);
});

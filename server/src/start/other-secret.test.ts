import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { warningOfOtherSecret } from './other-secret.ts';

const database = await createTestDatabase();

it('a start warns if the one before it had another secret, and does not store the secret', async () => {
  const warnings: boolean[] = [];
  for (const secret of ['one secret', 'one secret', 'other secret', 'one secret', 'one secret']) {
    warnings.push((await warningOfOtherSecret(database.db, { secret, secretBefore: undefined })) !== undefined);
  }
  expect(warnings).toEqual([false, false, true, true, false]);
  const { rows } = await database.pool.query('select row_to_json(i)::text as row from installation i');
  expect(rows).toEqual([{ row: expect.not.stringContaining('one secret') }]);
});

it('a start that knows the secret before does not warn', async () => {
  const start = (secret: string) => warningOfOtherSecret(database.db, { secret, secretBefore: 'one secret' });
  expect(await start('next secret')).toBeUndefined();
  expect(await start('last secret')).toBeDefined();
});

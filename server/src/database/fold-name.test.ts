import { foldName } from '@openhours/contract/fold-name.ts';
import { expect, it } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';

const app = await startTestApp();

it.each([
  'Tomás Rivera',
  'Łukasz O’Neill',
  'SØREN Straße',
  'Æsa Œhler',
  'Đặng Ｍａｙａ',
  'ılık İzmir',
  '김 하나',
  'Ёлка',
  '½ ﬁn´',
])('the database folds %s as the browser does', async (name) => {
  const { rows } = await app.database.pool.query('select fold_name($1) as folded', [name]);
  expect(rows).toEqual([{ folded: foldName(name) }]);
});

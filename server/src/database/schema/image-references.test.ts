import { getTableColumns, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { IMAGE_REFERENCES } from './image-references.ts';
import * as schema from './index.ts';

it('every column with an image-like name is listed', () => {
  const tables = Object.values(schema).filter((one) => is(one, PgTable));
  const sounding = tables
    .flatMap((table) => Object.values(getTableColumns(table)))
    .filter(
      ({ name, dataType }) =>
        dataType === 'string' && /(^|_)(image|photo|picture|avatar)(_url)?$|profile_img/.test(name),
    );
  const missing = sounding.filter((column) => !IMAGE_REFERENCES.includes(column)).map(({ name }) => name);
  expect(missing).toEqual([]);
  expect(sounding.length).toBeGreaterThanOrEqual(3);
});

import { getTableColumns, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import * as schema from './database/schema/index.ts';
import { IMAGE_REFERENCES } from './image-references.ts';

it('every column that sounds like a picture keeps the images that it shows', () => {
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

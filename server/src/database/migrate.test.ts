import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { silent } from '../../testing/test-server.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'openhours-migrations-'));
  await writeMigrations([1000, 2000]);
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** Each creates a table named after its time, and would fail if applied twice. */
async function writeMigrations(times: readonly number[]): Promise<void> {
  const entries = times.map((when, idx) => ({ idx, version: '7', when, tag: `at_${when}`, breakpoints: true }));
  await cp(new URL('./migrations/meta', import.meta.url), join(folder, 'meta'), { recursive: true });
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }));
  for (const when of times) {
    await writeFile(join(folder, `at_${when}.sql`), `create table at_${when} (n int);\nselect pg_sleep(0.05);`);
  }
}

async function listTables(): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map((row) => row.name);
}

async function listApplied(): Promise<unknown[]> {
  const { rows } = await database.pool.query('select created_at as at from drizzle.__drizzle_migrations order by 1');
  return rows.map((row) => Number(row.at));
}

test('eight nodes that start in parallel apply each migration once', async () => {
  const messages: string[] = [];
  const log = { ...silent, info: (message: string) => void messages.push(message) };
  await Promise.all(Array.from({ length: 8 }, () => migrate(database.pool, log, { folder })));
  expect(await listTables()).toEqual(['at_1000', 'at_2000']);
  expect(await listApplied()).toEqual([1000, 2000]);
  expect(messages).toEqual([expect.stringContaining('Applied 2 migration(s)')]);
});

test('applies only missing migrations', async () => {
  await migrate(database.pool, silent, { folder });
  await writeMigrations([1000, 2000, 3000]);
  await migrate(database.pool, silent, { folder });
  expect(await listApplied()).toEqual([1000, 2000, 3000]);
});

test('refuses a database that was created by another form of the same migration', async () => {
  await migrate(database.pool, silent, { folder });
  await writeFile(join(folder, 'at_1000.sql'), 'create table at_1000 (n int, later int);');
  await expect(migrate(database.pool, silent, { folder })).rejects.toThrow('An unreleased version of Openhours');
});

test('works with a database that a newer version has only added to, and refuses one that it has taken from', async () => {
  const warnings: string[] = [];
  const log = { ...silent, warn: (message: string) => void warnings.push(message) };
  await migrate(database.pool, log, { folder });
  expect(warnings).toEqual([]);
  await writeMigrations([1000]);
  await migrate(database.pool, log, { folder });
  expect(warnings).toEqual([expect.stringContaining('This version works with it too')]);
  expect(await listApplied()).toEqual([1000, 2000]);

  await writeMigrations([1000, 2000, 3000]);
  await writeFile(join(folder, 'at_3000.sql'), '-- Old code works since: at_2000\ndrop table at_1000;');
  await migrate(database.pool, log, { folder });
  await writeMigrations([1000, 2000]);
  await migrate(database.pool, log, { folder });
  await writeMigrations([1000]);
  const refusal = migrate(database.pool, log, { folder });
  await expect(refusal).rejects.toThrow(DatabaseUnavailable);
  await expect(refusal).rejects.toThrow('a newer version has used it');
});

test('reports a skipped migration that is older than the newest applied one', async () => {
  await migrate(database.pool, silent, { folder });
  await writeMigrations([1000, 1500, 2000]);
  await expect(migrate(database.pool, silent, { folder })).rejects.toThrow('1500');
});

test('a failing migration leaves nothing behind, and works once fixed', async () => {
  await writeFile(join(folder, 'at_2000.sql'), 'create table at_2000 (n int); select 1/0;');
  await expect(migrate(database.pool, silent, { folder })).rejects.toThrow();
  expect(await listTables()).toEqual([]);
  await writeMigrations([1000, 2000]);
  await migrate(database.pool, silent, { folder });
  expect(await listTables()).toEqual(['at_1000', 'at_2000']);
});

test('does not wait forever for another node', async () => {
  const stuck = await database.pool.connect();
  await stuck.query('select pg_advisory_lock($1)', [0x6f70656e]);
  const refusal = migrate(database.pool, silent, { folder, lockWaitMillis: 100 });
  await expect(refusal).rejects.toThrow("in use by another node's migration");
  stuck.release(true);
});

test("the product's migrations work on an empty database", async () => {
  await migrate(database.pool, silent);
  const journal: unknown = JSON.parse(
    await readFile(new URL('./migrations/meta/_journal.json', import.meta.url), 'utf8'),
  );
  expect(journal).toMatchObject({ entries: { length: (await listApplied()).length } });
});

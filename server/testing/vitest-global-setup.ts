import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { memoryFolder } from '../../scripts/memory-folder.ts';
import { openDatabase } from '../src/database/connect.ts';
import { startEmbeddedPostgres } from '../src/database/embedded/start-embedded-postgres.ts';
import { migrate } from '../src/database/migrate.ts';
import { administer, silent, type TestServer, toDatabase } from './test-server.ts';

/** One server for the run (starts in a second), with the migrated database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `openhours_test_${randomBytes(4).toString('hex')}`;
  // The only variable that tests read. The product's own are read by config.ts.
  const given = process.env['TEST_DATABASE_URL'] ?? '';
  const { connection, stop } = given === '' ? await startEmbedded() : { connection: given, stop: undefined };
  const server: TestServer = { connection, prefix, template: `${prefix}_template` };
  const tearDown = stop ?? (() => dropDatabases(server));
  try {
    await makeTemplate(server);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('testServer', server);
  return tearDown;
}

async function makeTemplate(server: TestServer): Promise<void> {
  await administer(server, [`create database ${server.template} template template0`]);
  const connection = toDatabase(server.connection, server.template);
  const template = await openDatabase({ connection, poolSize: 1, log: silent });
  try {
    await migrate(template.pool, silent);
  } finally {
    await template.close();
  }
}

async function startEmbedded() {
  const folder = await mkdtemp(join(memoryFolder() ?? tmpdir(), 'openhours-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDirectory: join(folder, 'database'),
    durable: false,
    log: { ...silent, warn: console.warn, error: console.error },
  });
  return {
    connection: postgres.connection,
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Deletes the databases on an external server, including those of interrupted tests. */
async function dropDatabases(server: TestServer): Promise<void> {
  const client = new pg.Client(server.connection);
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select datname as name from pg_database where datname ^@ $1', [
    server.prefix,
  ]);
  await client.end();
  await administer(
    server,
    rows.map(({ name }) => `drop database ${name} with (force)`),
  );
}

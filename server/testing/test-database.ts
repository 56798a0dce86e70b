import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '../src/database/connect.ts';
import type { ConnectionParameters } from '../src/database/embedded/start-embedded-postgres.ts';
import { closeAfterTests } from './close-after-tests.ts';
import { refuseSecondConnection } from './one-connection.ts';
import { administer, silent, toDatabase } from './test-server.ts';

/** A separate database with all tables and no rows. `close` drops it. */
export interface TestDatabase extends OpenDatabase {
  readonly connection: string | ConnectionParameters;
}

/**
 * Creates a database for a test file in about 30 ms, on a real server: the run's embedded PostgreSQL, or
 * `TEST_DATABASE_URL`.
 *
 * @param options.empty without tables, for tests of the migrations
 */
export async function createTestDatabase(
  options: { readonly poolSize?: number; readonly empty?: boolean; readonly statementTimeoutMillis?: number } = {},
): Promise<TestDatabase> {
  const { poolSize = 20, empty = false, statementTimeoutMillis = 10_000 } = options;
  const server = inject('testServer');
  const name = `${server.prefix}_${randomBytes(6).toString('hex')}`;
  const template = empty ? 'template0' : server.template;
  await administer(server, [`create database ${name} template ${template} strategy file_copy`]);
  const connection = toDatabase(server.connection, name);
  const opened = await openDatabase({ connection, poolSize, statementTimeoutMillis, log: silent });
  const database = refuseSecondConnection(opened);
  const close = closeAfterTests(async () => {
    await database.close();
    await administer(server, [`drop database ${name} with (force)`]);
  });
  return { ...database, connection, close };
}

/** The database as a value of `DATABASE_URL`. */
export function urlOf(connection: TestDatabase['connection']): string {
  if (typeof connection === 'string') return connection;
  const url = new URL('postgresql://localhost');
  url.username = connection.user;
  url.password = connection.password;
  url.pathname = connection.database;
  url.searchParams.set('host', connection.host);
  url.searchParams.set('port', String(connection.port));
  return url.href;
}

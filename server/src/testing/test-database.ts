import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '../database/connect.ts';
import type { ConnectionParameters } from '../database/embedded/start-embedded-postgres.ts';
import { administer, silent, toDatabase } from './test-server.ts';

/** A database of one's own, with all tables and no rows. `close` drops it. */
export interface TestDatabase extends OpenDatabase {
  readonly connection: string | ConnectionParameters;
}

/**
 * Makes a database for a test file, in about 30 ms. It is a real one on a real server: the run's embedded PostgreSQL, or
 * the server of `TEST_DATABASE_URL`.
 *
 * @param options.empty without the tables, for tests of the migrations themselves
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
  const database = await openDatabase({ connection, poolSize, statementTimeoutMillis, log: silent });
  return {
    ...database,
    connection,
    close: async () => {
      await database.close();
      await administer(server, [`drop database ${name} with (force)`]);
    },
  };
}

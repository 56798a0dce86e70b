import pg from 'pg';
import type { DatabaseLog } from '../src/database/database-log.ts';
import type { ConnectionParameters } from '../src/database/embedded/start-embedded-postgres.ts';

/** The server of this test run, for every test process. */
export interface TestServer {
  /** Of a database from which new ones can be created. */
  readonly connection: string | ConnectionParameters;
  /** Migrated, otherwise empty and unused: each test file's database is a copy of it. */
  readonly template: string;
  /** The prefix of all databases of this run. */
  readonly prefix: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/** A silent log, for tests that do not check it. Failures still reach the test as errors. */
export const silent: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The same server with another database. */
export function toDatabase(connection: string | ConnectionParameters, name: string): string | ConnectionParameters {
  if (typeof connection !== 'string') return { ...connection, database: name };
  const url = new URL(connection);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs statements about whole databases, one after the other, each in its own transaction. */
export async function administer(server: Pick<TestServer, 'connection'>, statements: readonly string[]): Promise<void> {
  const { connection } = server;
  const client = new pg.Client(typeof connection === 'string' ? { connectionString: connection } : { ...connection });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

import pg from 'pg';
import type { DatabaseLog } from '../database/database-log.ts';
import type { ConnectionParameters } from '../database/embedded/start-embedded-postgres.ts';

/** The server of this test run, as every test process learns of it. */
export interface TestServer {
  /** To a database where new ones can be made from. */
  readonly connection: string | ConnectionParameters;
  /** Migrated, otherwise empty, and used by nobody: each test file's database is a copy of it. */
  readonly template: string;
  /** Begins the name of every database of this run. */
  readonly prefix: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/** For what is not the subject of a test. Failures still reach the test as errors. */
export const silent: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The same server, another database. */
export function toDatabase(connection: string | ConnectionParameters, name: string): string | ConnectionParameters {
  if (typeof connection !== 'string') return { ...connection, database: name };
  const url = new URL(connection);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs statements about whole databases, one after the other, each in a transaction of its own. */
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

import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { openDatabase, openReplica } from './connect.ts';
import { startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts';

/** Our own other connections, fourteen at most, those of a backup, and those of an operator's tools. */
const BESIDE_THE_POOL = 80;

/**
 * The clinic's database: the PostgreSQL of `DATABASE_URL`, or the embedded one in the data directory.
 *
 * `lost` resolves with the reason if the embedded server had to be given up, and with nothing after `close`. `replica` is
 * that of `DATABASE_REPLICA_URL`. `watchPool` gets each pool before its first connection.
 */
export async function openClinicDatabase(
  config: Pick<Config, 'databaseUrl' | 'database' | 'dataDirectory'>,
  log: Logger,
  watchPool?: (pool: pg.Pool) => void,
) {
  const { databaseUrl, database, dataDirectory } = config;
  const { directUrl: direct, replicaUrl, poolSize, timeoutMillis: statementTimeoutMillis } = database;
  const settings = { poolSize, statementTimeoutMillis, log, watchPool };
  if (databaseUrl !== undefined) {
    const opened = await openDatabase({ connection: databaseUrl, direct, ...settings });
    const replica = replicaUrl === undefined ? undefined : openReplica({ connection: replicaUrl, ...settings });
    return {
      ...opened,
      replica,
      lost: new Promise<undefined>(() => undefined),
      close: async () => void (await Promise.all([opened.close(), replica?.close()])),
    };
  }
  const embedded = await startEmbeddedPostgres({
    dataDirectory: join(dataDirectory, 'database'),
    durable: true,
    connections: poolSize + BESIDE_THE_POOL,
    log,
  });
  const opened = await openDatabase({ connection: embedded.connection, ...settings });
  return {
    ...opened,
    replica: undefined,
    lost: embedded.exited,
    close: async () => {
      await opened.close();
      await embedded.stop();
    },
  };
}

import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { openDatabase } from './connect.ts';
import { startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts';

const POOL_SIZE = 20;

/**
 * The clinic's database: the PostgreSQL of `DATABASE_URL`, or the embedded one in the data directory.
 *
 * `lost` resolves with the reason if the embedded server had to be given up, and with nothing after `close`.
 */
export async function openClinicDatabase(config: Pick<Config, 'databaseUrl' | 'dataDirectory'>, log: Logger) {
  const { databaseUrl, dataDirectory } = config;
  if (databaseUrl !== undefined) {
    const opened = await openDatabase({ connection: databaseUrl, poolSize: POOL_SIZE, log });
    return { ...opened, lost: new Promise<undefined>(() => undefined) };
  }
  const embedded = await startEmbeddedPostgres({ dataDirectory: join(dataDirectory, 'database'), durable: true, log });
  const opened = await openDatabase({ connection: embedded.connection, poolSize: POOL_SIZE, log });
  return {
    ...opened,
    lost: embedded.exited,
    close: async () => {
      await opened.close();
      await embedded.stop();
    },
  };
}

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { type OpenDatabase, openDatabase } from './connect.ts';
import { clusterIn } from './embedded/cluster.ts';
import { findRunningPostgres } from './embedded/find-running-postgres.ts';
import { migrate } from './migrate.ts';
import { openClinicDatabase } from './open-clinic-database.ts';

/**
 * The clinic's database for a command such as `npm run admin`: the server of `DATABASE_URL`, the embedded one of a
 * running Openhours, or an embedded one started for the command.
 *
 * @param options.migrates false leaves the schema as it is
 * @throws ConfigError if there is no clinic yet
 */
export async function openForOneTask(
  config: Pick<Config, 'databaseUrl' | 'database' | 'dataDirectory'>,
  log: Logger,
  { migrates = true }: { readonly migrates?: boolean } = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl === undefined) {
    await refuseIfNew(config.dataDirectory);
    const running = await findRunningPostgres(join(config.dataDirectory, 'database'));
    const opened = running && (await openDatabase({ connection: running, poolSize: 1, log }).catch(() => undefined));
    if (opened) return opened;
  }
  const opened = await openClinicDatabase(config, log);
  if (migrates) await migrate(opened.sessions, log);
  return opened;
}

/** Without the server's settings, a command would create another clinic and find nobody there. */
async function refuseIfNew(dataDirectory: string): Promise<void> {
  try {
    await access(clusterIn(join(dataDirectory, 'database')));
  } catch {
    throw new ConfigError(
      `There is no clinic in ${dataDirectory}. Run this with the settings of the server: its DATA_DIR, or its DATABASE_URL.`,
    );
  }
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { holdDataDirectory } from '../database/embedded/data-directory.ts';
import { paymentsOfSandbox } from '../demo/start-outside-world.ts';
import { stopWith } from '../start/stop-with.ts';
import { confirmed } from './confirmed.ts';

/**
 * `npm run db:reset` deletes the embedded database, and what the sandbox knows of its payments; the next start creates a new one.
 * Asks first, unless `--yes`.
 * Refused while a server uses the data, in production, and when DATABASE_URL is set.
 */
async function resetDatabase(): Promise<void> {
  const config = readConfig();
  if (config.production) throw new ConfigError('db:reset is refused in production.');
  if (config.databaseUrl !== undefined) {
    throw new ConfigError(
      'DATABASE_URL is set: drop and create that database with its own tools, then start Openhours again.',
    );
  }
  const folder = join(config.dataDirectory, 'database');
  if (!(await confirmed(`Delete everything in ${folder}?`))) throw new ConfigError('Nothing was deleted.');
  const held = await holdDataDirectory(folder);
  held.release();
  await rm(folder, { recursive: true, force: true });
  await rm(paymentsOfSandbox(config), { force: true });
  console.log('The database was deleted. The next start creates a new one.');
}

await resetDatabase().catch(stopWith);

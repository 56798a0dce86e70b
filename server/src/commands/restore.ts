import { existsSync, readFileSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BackupProblem } from '../backup/format.ts';
import { restoreBackup, writeWhole } from '../backup/restore-backup.ts';
import { readConfig } from '../config/config.ts';
import { migrate } from '../database/migrate.ts';
import { openClinicDatabase } from '../database/open-clinic-database.ts';
import { createLog } from '../log/create-log.ts';
import { stopWith } from '../start/stop-with.ts';

/**
 * `npm run restore -- FILE` restores a backup into an empty database: that of DATABASE_URL, or a new embedded one in
 * DATA_DIR. Images and secret go to DATA_DIR.
 */
async function restore(): Promise<void> {
  const [file] = process.argv.slice(2);
  if (file === undefined) {
    console.error('Usage: openhours restore FILE (in a checkout: npm run restore -- FILE)');
    process.exit(2);
  }
  await access(file, constants.R_OK).catch(() => {
    throw new BackupProblem(`There is no file ${resolve(file)} that this user may read.`);
  });
  const config = readConfig();
  const log = createLog('warn');
  const database = await openClinicDatabase(config, log);
  try {
    const { rows, images, overlaps } = await restoreBackup({
      pool: database.sessions,
      imagesDirectory: config.images.directory,
      keepSecret: (secret) => keepSecret(secret, config),
      file: resolve(file),
    });
    await migrate(database.sessions, log);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    console.log(`Restored ${total} rows of ${Object.keys(rows).length} tables, ${images} images and the secret.`);
    if (overlaps.length > 0) {
      console.log(
        `The backup is of a damaged database: these overlap others in a calendar or for a person. Move or cancel them: ${overlaps.join(', ')}.`,
      );
    }
  } finally {
    await database.close();
  }
}

/** In DATA_DIR, unless AUTH_SECRET is set: then it must be the same one. */
async function keepSecret(secret: string, config: { readonly dataDirectory: string; readonly secret: string }) {
  if (config.secret === secret) return;
  const file = join(config.dataDirectory, 'auth-secret');
  const isFromFile = existsSync(file) && readFileSync(file, 'utf8').trim() === config.secret;
  if (!isFromFile) {
    throw new BackupProblem(
      'AUTH_SECRET differs from the secret of this backup, with which second factors are encrypted. Nothing was restored. ' +
        'Set it to the text of the file auth-secret in the archive (tar -xzOf FILE auth-secret).',
    );
  }
  await writeWhole(file, secret, 0o600);
}

await restore().catch(stopWith);

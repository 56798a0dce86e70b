import { resolve } from 'node:path';
import { writeBackup } from '../backup/write-backup.ts';
import { runOnDatabase } from './run-on-database.ts';

/**
 * `npm run backup -- FILE` writes the clinic (database, images on disk, secret) into one file; the server may be running.
 * Without a name, the file gets that of the present moment.
 */
const [given] = process.argv.slice(2);
const file = resolve(given ?? `openhours-${new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}.tar.gz`);

await runOnDatabase(
  async ({ sessions, config }) => {
    const { directory: imagesDirectory, kind } = config.images;
    const written = await writeBackup({ pool: sessions, imagesDirectory, secret: config.secret, file });
    const { rows, images, otherTables } = written;
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    console.log(`Wrote ${file}: ${total} rows of ${Object.keys(rows).length} tables, ${images} images and the secret.`);
    console.log('Whoever has this file can sign in as anyone: keep it as safe as the database.');
    if (otherTables.length > 0)
      console.log(`These tables are not in it, because they are not part of Openhours: ${otherTables.join(', ')}.`);
    if (kind !== 'disk') console.log(`The images in the store of IMAGES=${kind} are not in it: back them up there.`);
    return 0;
  },
  // A backup before an upgrade is of the schema before it.
  { migrates: false },
);

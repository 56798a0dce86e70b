import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { readConfig } from './config.ts';
import { holdDataDirectory } from './database/embedded/data-directory.ts';

/**
 * `npm run db:reset` deletes the embedded database, so that the next start makes a new one. Asks first, unless `--yes`.
 * It refuses while a server uses the data, in production, and for a server of DATABASE_URL, which is not ours to empty.
 */
const config = readConfig();
const folder = join(config.dataDirectory, 'database');

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

if (config.production) refuse('db:reset is refused in production.');
if (config.databaseUrl !== undefined) {
  refuse('DATABASE_URL is set: drop and create that database with its own tools, then start Openhours again.');
}
if (!process.argv.includes('--yes')) {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(`Delete everything in ${folder}? Type yes to go on: `);
  prompt.close();
  if (answer.trim() !== 'yes') refuse('Nothing was deleted.');
}
const held = await holdDataDirectory(folder).catch((error: Error) => refuse(error.message));
held.release();
await rm(folder, { recursive: true, force: true });
console.log('The database is gone. The next start makes a new one.');

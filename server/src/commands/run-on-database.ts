import type pg from 'pg';
import { type Config, readConfig } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { openForOneTask } from '../database/open-for-one-task.ts';
import { createLog } from '../log/create-log.ts';
import { stopWith } from '../start/stop-with.ts';

/** Runs a command on the clinic's database; the server may be running. Its return value is the exit code. */
export async function runOnDatabase(
  task: (parts: { db: Database; sessions: pg.Pool; config: Config }) => Promise<number>,
  options: { readonly migrates?: boolean } = {},
): Promise<void> {
  try {
    const config = readConfig();
    const database = await openForOneTask(config, createLog('warn'), options);
    try {
      process.exitCode = await task({ db: database.db, sessions: database.sessions, config });
    } finally {
      await database.close();
    }
  } catch (error) {
    stopWith(error);
  }
}

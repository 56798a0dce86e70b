import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMissing } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { readMigrations, worksSince } from './rollback.ts';

/** The folder of our migrations. */
export const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/** The advisory lock of whoever creates or migrates the schema. An arbitrary key, unique to us: 'open' in ASCII. */
export const MIGRATION_LOCK = 0x6f70656e;

const SINCE = 'Openhours works since migration ';

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Migrates the database to this version. Several nodes may run it in parallel: one applies the migrations, the others
 * wait and find nothing to do. All missing migrations are applied in one transaction.
 *
 * @param options.lockWaitMillis how long to wait for another node, and for each locked table
 * @throws DatabaseUnavailable if that was not enough, or if the database is too new for the code
 */
export async function migrate(
  pool: pg.Pool,
  log: DatabaseLog,
  options: { readonly folder?: string; readonly lockWaitMillis?: number } = {},
): Promise<void> {
  const { folder = MIGRATIONS, lockWaitMillis = 60_000 } = options;
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query(`set lock_timeout = ${Math.trunc(lockWaitMillis)}`);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrateAlone(client, log, folder);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new DatabaseUnavailable(
      `The database is in use by another node's migration or by a long transaction for more than ${lockWaitMillis / 1000} s. ` +
        'Wait for it or end it, then start again.',
    );
  } finally {
    // Closing the connection releases the lock and drops our settings.
    client.release(true);
  }
}

async function migrateAlone(client: pg.PoolClient, log: DatabaseLog, folder: string): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  const known = migrations.map((migration) => migration.folderMillis);
  const hashes = await listAppliedHashes(client);
  // Before the first release, the initial migration is generated anew for each change.
  if (migrations.some(({ folderMillis, hash }) => (hashes.get(folderMillis) ?? hash) !== hash)) {
    throw new DatabaseUnavailable(
      'An unreleased version of Openhours has created this database, with another schema. Start that version, or start ' +
        'this one with an empty database.',
    );
  }
  const before = [...hashes.keys()];
  if (before.some((applied) => !known.includes(applied))) {
    const since = await readSince(client);
    if (since !== undefined && known.includes(since)) {
      log.warn('A newer version of Openhours has migrated this database. This version works with it too.');
      return;
    }
    throw new DatabaseUnavailable(
      'The database has migrations that this version of Openhours does not know: a newer version has used it. ' +
        'Start that version, or restore a backup from before.',
    );
  }
  const started = performance.now();
  if (before.length < known.length) {
    // Before they are applied, so that it is never missing.
    const since = worksSince(readMigrations(folder));
    await client.query(`create schema if not exists drizzle; comment on schema drizzle is '${SINCE}${since}'`);
  }
  await applyMissing(drizzle(client), { migrationsFolder: folder });
  const after = [...(await listAppliedHashes(client)).keys()];
  // Drizzle compares only with the newest one and would skip an older one that was merged later.
  const skipped = known.filter((migration) => !after.includes(migration));
  if (skipped.length > 0) {
    throw new DatabaseUnavailable(
      `The database lacks ${skipped.length} migration(s) that are older than its newest one (${skipped.join(', ')} in ` +
        'meta/_journal.json), so they were not applied. Generate them again.',
    );
  }
  const count = after.length - before.length;
  if (count > 0) log.info(`Applied ${count} migration(s) in ${Math.round(performance.now() - started)} ms.`);
}

/** Which migration code has to know to work with this schema, as the version that migrated it last has written. */
async function readSince(client: pg.PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ comment: string | null }>(
    "select obj_description(to_regnamespace('drizzle'), 'pg_namespace') as comment",
  );
  const comment = rows[0]?.comment ?? '';
  return comment.startsWith(SINCE) ? Number(comment.slice(SINCE.length)) : undefined;
}

/** The hash of each applied migration, by when it was generated: milliseconds since 1970, Drizzle's key for it. */
async function listAppliedHashes(client: pg.PoolClient): Promise<ReadonlyMap<number, string>> {
  const table = await client.query<{ name: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations') as name",
  );
  if (table.rows[0]?.name == null) return new Map();
  const { rows } = await client.query<{ at: string; hash: string }>(
    'select created_at as at, hash from drizzle.__drizzle_migrations',
  );
  return new Map(rows.map(({ at, hash }) => [Number(at), hash]));
}

function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof pg.DatabaseError && cause.code === LOCK_NOT_AVAILABLE;
}

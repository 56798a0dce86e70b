import { createReadStream } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import { type Extract, extract } from 'tar-stream';
import * as z from 'zod';
import { MIGRATION_LOCK, MIGRATIONS } from '../database/migrate.ts';
import { errorCode } from '../error-code.ts';
import { isEmpty, listSequences, listTables } from './catalog.ts';
import {
  BackupProblem,
  entryNamed,
  FORMAT,
  MANIFEST_ENTRY,
  type Manifest,
  manifestSchema,
  SECRET_ENTRY,
  TOTALS_ENTRY,
  type Totals,
  totalsSchema,
} from './format.ts';
import { listOverlaps } from './list-overlaps.ts';

/**
 * Restores a clinic into an empty database, in one transaction: the schema of the backup, then its rows. Nothing is left
 * in the database if it fails. Images and secret are written before the transaction commits.
 *
 * The schema is that of the backup; a newer Openhours then migrates it, as at every start.
 *
 * @param into.keepSecret is asked to keep the secret of the backup
 * @returns what was restored, and which of it overlaps: of a database that was damaged
 * @throws BackupProblem if the database is not empty, or the file is no complete backup that this version knows
 */
export async function restoreBackup(into: {
  readonly pool: pg.Pool;
  readonly imagesDirectory: string;
  readonly keepSecret: (secret: string) => Promise<void>;
  readonly file: string;
  readonly migrationsFolder?: string;
}): Promise<Totals & { readonly overlaps: readonly string[] }> {
  const { pool, imagesDirectory, keepSecret, file, migrationsFolder = MIGRATIONS } = into;
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query("begin; set local lock_timeout = '60s'");
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    if (!(await isEmpty(client))) {
      throw new BackupProblem(
        'The database is not empty. Restore into a new one: set DATA_DIR to a new directory, or DATABASE_URL to an empty database.',
      );
    }
    const totals = await readArchive(file, async (entries) => {
      const manifest = manifestSchema.parse(JSON.parse(await text(await entries.next(MANIFEST_ENTRY))));
      if (manifest.format !== FORMAT) throw unknownVersion();
      const secret = await text(await entries.next(SECRET_ENTRY));
      const links = await createSchema(client, manifest, migrationsFolder);
      const { rows, images, totals } = await load({ client, manifest, entries, imagesDirectory });
      await entries.end();
      if (!isDeepStrictEqual({ rows, images }, totals)) {
        throw new BackupProblem('The backup is damaged: it does not have the rows and images that it lists.');
      }
      await finishSchema(client, manifest, links);
      await keepSecret(secret);
      return totals;
    });
    const overlaps = await listOverlaps(client);
    await client.query('commit');
    await client.query('analyze');
    return { ...totals, overlaps };
  } finally {
    client.release(true);
  }
}

/** Its bytes, and its name in the header. It must be read to its end. */
type Entry = Awaited<ReturnType<ReturnType<Extract[typeof Symbol.asyncIterator]>['next']>>['value'];

interface Entries {
  /** The next entry. If a name is given, it must have it. */
  next(name?: string): Promise<Entry>;
  /** After the last entry: reads to the end of the file, where its checksum is. Fails if a byte has changed. */
  end(): Promise<void>;
}

async function readArchive<T>(file: string, read: (entries: Entries) => Promise<T>): Promise<T> {
  const archive = extract();
  const unpacked = pipeline(createReadStream(file), createGunzip(), archive);
  // Reading the entries fails with the same reason.
  unpacked.catch(() => undefined);
  const iterator = archive[Symbol.asyncIterator]();
  try {
    return await read({
      async next(name) {
        const found = await iterator.next();
        if (found.done === true || (name !== undefined && found.value.header.name !== name)) throw noBackup(file);
        return found.value;
      },
      async end() {
        if ((await iterator.next()).done !== true) throw noBackup(file);
        await unpacked;
      },
    });
  } catch (error) {
    archive.destroy();
    throw problemOf(error, file);
  }
}

/** PostgreSQL's classes 22 and 23: a value that is none of its type, or that a constraint refuses. */
const REFUSES_ROWS = /^2[23][0-9A-Z]{3}$/;

/** The failure as a sentence if the file causes it. What the database says of a row would quote it. */
function problemOf(error: unknown, file: string): unknown {
  // First, because its sentence may have the words of the others.
  if (error instanceof BackupProblem) return error;
  const code = errorCode(error) ?? '';
  if (code === 'ENOENT') return new BackupProblem(`There is no file ${file}.`);
  if (REFUSES_ROWS.test(code)) {
    return new BackupProblem(
      `${file} is damaged: the database refuses rows of it. Nothing was restored. Try another backup.`,
    );
  }
  const isUnreadable = code.startsWith('Z_') || code === 'EISDIR';
  const isOtherText = error instanceof SyntaxError || error instanceof z.ZodError;
  const isOtherArchive = error instanceof Error && /tar|end of data|stream/i.test(error.message);
  return isUnreadable || isOtherText || isOtherArchive ? noBackup(file) : error;
}

function noBackup(file: string): BackupProblem {
  return new BackupProblem(`${file} is not a complete backup of Openhours. Nothing was restored.`);
}

function unknownVersion(): BackupProblem {
  return new BackupProblem(
    'The backup was made by a version of Openhours that this one does not know: a newer one, or one of another kind. ' +
      'Restore it with the version that made it.',
  );
}

async function text(entry: Entry): Promise<string> {
  return (await buffer(entry)).toString('utf8');
}

/** What ties tables together, and is put back when they are full. */
interface Link {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** The schema of the backup, without references between tables, triggers or rows. */
async function createSchema(
  client: pg.PoolClient,
  { migrations, tables }: Manifest,
  migrationsFolder: string,
): Promise<readonly Link[]> {
  const known = readMigrationFiles({ migrationsFolder });
  const applied = known.slice(0, migrations.length);
  const isPrefix = migrations.every(({ hash, at }, i) => applied[i]?.hash === hash && applied[i]?.folderMillis === at);
  if (!isPrefix) throw unknownVersion();
  await applyMigrations(client, applied);
  if (!isDeepStrictEqual(await listTables(client), tables)) throw unknownVersion();
  await client.query('set constraints all immediate');
  const links = await listLinks(client);
  for (const { table, name } of links) {
    await client.query(`alter table ${table} drop constraint ${client.escapeIdentifier(name)}`);
  }
  const names = tables.map(({ name }) => client.escapeIdentifier(name));
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  // Migrations create the first rows of some tables.
  await client.query(`truncate ${names.join(', ')}`);
  return links;
}

/** As the migrator does, but inside our transaction. */
async function applyMigrations(client: pg.PoolClient, migrations: readonly MigrationMeta[]): Promise<void> {
  await client.query(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}

async function listLinks(client: pg.PoolClient): Promise<readonly Link[]> {
  const { rows } = await client.query<Link>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  return rows;
}

/** Puts the references back, which checks them. */
async function finishSchema(client: pg.PoolClient, { tables, sequences }: Manifest, links: readonly Link[]) {
  const known = new Set((await listSequences(client)).map(({ name }) => name));
  for (const { name, value, isCalled } of sequences) {
    if (!known.has(name)) throw unknownVersion();
    await client.query('select setval($1::regclass, $2, $3)', [client.escapeIdentifier(name), value, isCalled]);
  }
  // Sessions may have ended since the backup, and holds are over.
  await client.query(`delete from sessions; delete from busy_times where kind = 'hold'`);
  await client.query('set constraints all immediate');
  for (const { table, name, definition } of links) {
    await client.query(`alter table ${table} add constraint ${client.escapeIdentifier(name)} ${definition}`);
  }
  for (const { name } of tables) {
    await client.query(`alter table ${client.escapeIdentifier(name)} enable trigger user`);
  }
}

async function load(from: {
  readonly client: pg.PoolClient;
  readonly manifest: Manifest;
  readonly entries: Entries;
  readonly imagesDirectory: string;
}): Promise<Totals & { totals: Totals }> {
  const { client, manifest, entries, imagesDirectory } = from;
  const rows: Record<string, number> = Object.fromEntries(manifest.tables.map(({ name }) => [name, 0]));
  let images = 0;
  let entry = await entries.next();
  /** The bytes of this entry and of those after it that belong to the same table. */
  const partsOf = async function* (table: string) {
    for (; isPartOf(table, entry); entry = await entries.next()) yield* entry;
  };
  while (entry.header.name !== TOTALS_ENTRY) {
    const found = entryNamed(entry.header.name);
    if (found?.kind === 'table') {
      const sink = copyInto(client, manifest, found.name);
      await pipeline(partsOf(found.name), sink);
      rows[found.name] = sink.rowCount;
    } else if (found?.kind === 'image') {
      await writeWhole(join(imagesDirectory, found.name), await buffer(entry), 0o644);
      images += 1;
      entry = await entries.next();
    } else throw unknownVersion();
  }
  return { rows, images, totals: totalsSchema.parse(JSON.parse(await text(entry))) };
}

function isPartOf(table: string, { header }: Entry): boolean {
  const found = entryNamed(header.name);
  return found?.kind === 'table' && found.name === table;
}

function copyInto(client: pg.PoolClient, { tables }: Manifest, name: string): CopyStreamQuery {
  const table = tables.find((one) => one.name === name);
  if (!table) throw unknownVersion();
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  return client.query(copyFrom(`copy ${client.escapeIdentifier(name)} (${columns}) from stdin`));
}

/** Writes a file that appears whole or not at all. */
export async function writeWhole(path: string, bytes: Uint8Array | string, mode: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const part = `${path}.restored`;
  await writeFile(part, bytes, { mode, flush: true });
  await rename(part, path);
}

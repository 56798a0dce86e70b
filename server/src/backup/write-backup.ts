import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Pack, pack } from 'tar-stream';
import { errorCode } from '../error-code.ts';
import { errorText } from '../error-text.ts';
import { listMigrations, listSequences, listTables, tablesAfter } from './catalog.ts';
import {
  BackupProblem,
  FORMAT,
  imageEntry,
  MANIFEST_ENTRY,
  type Manifest,
  SECRET_ENTRY,
  TOTALS_ENTRY,
  type Totals,
  tableEntry,
} from './format.ts';

/** The rows of a table are kept in memory up to this size: an entry of an archive begins with its length. */
const PART_BYTES = 4_000_000;

/** Needed for a day only. It has hashes of bodies with passwords, and the backup has the secret with which they were made. */
const LEFT_OUT = new Set(['idempotency_keys']);

/** The files of the image store. The folder may have others: an upload in progress, `.nfs0001`, `lost+found`. */
const IMAGE_NAME = /^\w[\w-]*\.webp$/;

/** A temporary file that was not written to for this long was left by a backup that was killed. */
const ABANDONED_MILLIS = 86_400_000;

/** What a backup has, and the tables of the database that are not in it because they are not ours. */
interface Written extends Totals {
  readonly otherTables: readonly string[];
}

/**
 * Writes the clinic into one file: every table as it is at one moment, the sequences, the images on disk and the secret.
 * The server may be running. The file appears, or is replaced, when it is complete, and only its owner may read it.
 *
 * @throws BackupProblem if the database has no clinic, or the file cannot be written
 */
export async function writeBackup(from: {
  readonly pool: pg.Pool;
  readonly imagesDirectory: string;
  readonly secret: string;
  readonly file: string;
}): Promise<Written> {
  const { pool, imagesDirectory, secret, file } = from;
  // First, because they may fill the disk. If they cannot be deleted, the backup is written all the same.
  await removeAbandoned(file).catch(() => undefined);
  // Each backup writes its own temporary file. The last one to finish keeps the name.
  const part = `${file}.${randomBytes(6).toString('hex')}.part`;
  const archive = pack();
  const written = pipeline(archive, createGzip(), createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
  // Awaited below. A disk that is full ends the archive, and with it what is adding to it.
  written.catch(() => undefined);
  const client = await pool.connect();
  try {
    const { manifest, otherTables } = await beginSnapshot(client);
    await addText(archive, MANIFEST_ENTRY, JSON.stringify(manifest, null, 1));
    await addText(archive, SECRET_ENTRY, secret);
    const rows: Record<string, number> = {};
    for (const table of manifest.tables) rows[table.name] = await addTable({ archive, client, table });
    await client.query('commit');
    const totals = { rows, images: await addImages(archive, imagesDirectory) };
    await addText(archive, TOTALS_ENTRY, JSON.stringify(totals));
    archive.finalize();
    await written;
    await rename(part, file).catch((reason: unknown) => {
      throw cannotWrite(file, reason);
    });
    return { ...totals, otherTables };
  } catch (error) {
    archive.destroy();
    // The cause is the file, if that failed first.
    const cause = await written.then(
      () => error,
      (reason: unknown) => (isOwnEnd(reason) ? error : cannotWrite(file, reason)),
    );
    await rm(part, { force: true }).catch(() => undefined);
    throw cause;
  } finally {
    // Its settings and its snapshot end with it.
    client.release(true);
  }
}

function cannotWrite(file: string, reason: unknown): BackupProblem {
  return new BackupProblem(`The backup cannot be written to ${file} (${errorText(reason)}).`);
}

/** Deletes what earlier backups into this file left when they were killed. */
async function removeAbandoned(file: string): Promise<void> {
  const before = Date.now() - ABANDONED_MILLIS;
  const [folder, name] = [dirname(file), basename(file)];
  for (const other of await readdir(folder)) {
    if (!other.startsWith(name) || !/^(\.[0-9a-f]{12})?\.part$/.test(other.slice(name.length))) continue;
    const { mtimeMs } = await stat(join(folder, other));
    if (mtimeMs < before) await rm(join(folder, other), { force: true });
  }
}

/** All that follows is read as it is now. */
async function beginSnapshot(client: pg.PoolClient): Promise<{ manifest: Manifest; otherTables: readonly string[] }> {
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  await client.query('begin isolation level repeatable read read only');
  const migrations = await listMigrations(client);
  if (migrations.length === 0) throw new BackupProblem('There is no clinic in this database.');
  const { rows } = await client.query<{ postgres: string; at: Date }>(
    "select current_setting('server_version') as postgres, now() as at",
  );
  const all = await listTables(client);
  // After the migrations of a newer version, it is not known which tables are ours: all are taken.
  const ours = tablesAfter(migrations);
  const isOther = ({ name }: { name: string }) => ours?.has(name) === false;
  const manifest = {
    format: FORMAT,
    madeAt: (rows[0]?.at ?? new Date()).toISOString(),
    postgres: rows[0]?.postgres ?? '',
    migrations,
    tables: all.filter((table) => !isOther(table)),
    sequences: await listSequences(client, ours && [...ours]),
  };
  return { manifest, otherTables: all.filter(isOther).map(({ name }) => name) };
}

async function addTable(of: {
  readonly archive: Pack;
  readonly client: pg.PoolClient;
  readonly table: Manifest['tables'][number];
}): Promise<number> {
  const { archive, client, table } = of;
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const limit = LEFT_OUT.has(table.name) ? 'limit 0' : '';
  const rows = client.query(
    copyTo(`copy (select ${columns} from ${client.escapeIdentifier(table.name)} ${limit}) to stdout`),
  );
  let number = 0;
  let pending: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    await add(archive, tableEntry(table.name, (number += 1)), Buffer.concat(pending));
    pending = [];
    bytes = 0;
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    pending.push(chunk);
    bytes += chunk.length;
    if (bytes >= PART_BYTES) await flush();
  }
  if (bytes > 0) await flush();
  return rows.rowCount;
}

/** After the tables: an image that was uploaded since is superfluous, and one that was deleted since is not missed. */
async function addImages(archive: Pack, directory: string): Promise<number> {
  let count = 0;
  for (const file of await readdir(directory, { withFileTypes: true }).catch(noneIfMissing)) {
    const { name } = file;
    if (!file.isFile() || !IMAGE_NAME.test(name)) continue;
    const bytes = await readFile(join(directory, name)).catch(noneIfMissing);
    if (!Buffer.isBuffer(bytes)) continue;
    await add(archive, imageEntry(name), bytes);
    count += 1;
  }
  return count;
}

function noneIfMissing(error: unknown): [] {
  if (errorCode(error) === 'ENOENT') return [];
  throw error;
}

const addText = (archive: Pack, name: string, text: string) => add(archive, name, Buffer.from(text));

function add(archive: Pack, name: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The archive was ended'));
    if (archive.destroyed) return ended();
    archive.once('close', ended);
    const entry = archive.entry({ name, size: bytes.length, mode: 0o600 }, (error) => {
      archive.off('close', ended);
      if (error) reject(error);
      else resolve();
    });
    entry.end(bytes);
  });
}

/** The failure of the file that ending the archive causes. */
function isOwnEnd(reason: unknown): boolean {
  return errorCode(reason) === 'ERR_STREAM_PREMATURE_CLOSE';
}

import { randomBytes } from 'node:crypto';
import { chown, lchown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../error-code.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import type { Binaries } from './binaries.ts';
import { runToEnd, type WayToRun } from './way-to-run.ts';

/** The database, and the role that owns it and is not a superuser. */
export const NAME = 'openhours';

const PASSWORD_FILE = 'openhours-password';
const UNFINISHED = 'cluster.new-';

/** Every connection needs the password. The superuser, which PostgreSQL requires, cannot connect at all. */
const WHO_MAY_CONNECT = `local all ${NAME} scram-sha-256\nhost all ${NAME} 127.0.0.1/32 scram-sha-256\n`;

/** The paths of PostgreSQL's files after `prepareCluster`. */
export function clusterIn(dataDirectory: string): string {
  return join(dataDirectory, 'cluster');
}

/**
 * Creates the cluster if there is none, gives its files to the server's user, and returns the password.
 *
 * A new one is created next to its place and moved there when it is complete, so a crash leaves all of it or nothing.
 *
 * @throws DatabaseUnavailable if the cluster has another major version, or cannot be created
 */
export async function prepareCluster(wanted: {
  readonly dataDirectory: string;
  readonly binaries: Binaries;
  readonly way: WayToRun;
  readonly durable: boolean;
}): Promise<{ readonly password: string }> {
  const cluster = clusterIn(wanted.dataDirectory);
  for (const name of await readdir(wanted.dataDirectory)) {
    // Retried: an initdb that outlived its parent may still be writing there.
    const retries = { maxRetries: 10, retryDelay: 100 };
    if (name.startsWith(UNFINISHED)) await rm(join(wanted.dataDirectory, name), { recursive: true, ...retries });
  }
  const found = await majorVersionOf(cluster);
  if (found === undefined) await makeCluster(wanted);
  else {
    const ours = wanted.binaries.version.split('.')[0] ?? '';
    if (found !== ours) throw otherVersion({ dataDirectory: wanted.dataDirectory, found, ours });
    await refuseWithoutPassword(cluster);
    await handOver(cluster, wanted.way);
  }
  return { password: await passwordOf(cluster) };
}

/** The password of our role, readable only with the cluster's files. */
export function passwordOf(cluster: string): Promise<string> {
  return readFile(join(cluster, PASSWORD_FILE), 'utf8');
}

async function majorVersionOf(cluster: string): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function refuseWithoutPassword(cluster: string): Promise<void> {
  try {
    await stat(join(cluster, PASSWORD_FILE));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new DatabaseUnavailable(
      `The file ${PASSWORD_FILE} is missing in ${cluster}, and the database cannot be opened without it. Put it back ` +
        'from a backup of the data directory.',
    );
  }
}

function otherVersion(of: { dataDirectory: string; found: string; ours: string }): DatabaseUnavailable {
  return new DatabaseUnavailable(
    `The database in ${of.dataDirectory} was created by PostgreSQL ${of.found}, but this Openhours includes ` +
      `${of.ours}. Back it up with the version of Openhours that created it (openhours backup), set DATA_DIR to a new directory, and ` +
      'restore the backup with this version (openhours restore).',
  );
}

async function makeCluster(wanted: {
  readonly dataDirectory: string;
  readonly binaries: Binaries;
  readonly way: WayToRun;
  readonly durable: boolean;
}): Promise<void> {
  const { dataDirectory, binaries, way, durable } = wanted;
  const unfinished = join(dataDirectory, UNFINISHED + randomBytes(4).toString('hex'));
  await mkdir(unfinished, { mode: 0o700 });
  if (way.owner !== undefined) await chown(unfinished, way.owner.uid, way.owner.gid);

  const place = ['--pgdata', unfinished, '--username', 'postgres', '--auth', 'reject', '--no-instructions'];
  const text = ['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'];
  const made = await runToEnd(way, binaries.initdb, [...place, ...text, ...(durable ? [] : ['--no-sync'])]);
  if (made.code !== 0) throw cannotMake(made.errors);

  // 256 random bits cannot be guessed anyway, and each connection pays for every round.
  const password = randomBytes(32).toString('base64url');
  const single = ['--single', '-D', unfinished, '-c', 'scram_iterations=1', '-c', 'log_checkpoints=off'];
  const quiet = ['-c', 'log_min_error_statement=panic', ...(durable ? [] : ['-F'])];
  const populated = await runToEnd(
    way,
    binaries.postgres,
    [...single, ...quiet, 'template1'],
    `CREATE ROLE ${NAME} LOGIN CREATEDB PASSWORD '${password}'\nCREATE DATABASE ${NAME} OWNER ${NAME}\n`,
  );
  // It ends well whatever becomes of a statement.
  if (populated.code !== 0 || /\b(ERROR|FATAL|PANIC): /.test(populated.errors)) throw cannotMake(populated.errors);

  const privately = { mode: 0o600, flush: true };
  await writeFile(join(unfinished, 'pg_hba.conf'), WHO_MAY_CONNECT, privately);
  await writeFile(join(unfinished, PASSWORD_FILE), password, privately);
  await handOver(unfinished, way);
  await rename(unfinished, clusterIn(dataDirectory));
  if (process.platform !== 'win32') await syncFolder(dataDirectory);
}

function cannotMake(errors: string): DatabaseUnavailable {
  return new DatabaseUnavailable(`The embedded database cannot be created: ${errors.trim() || 'no reason given'}`);
}

/** The folder itself last: while it belongs to someone else, an interrupted change of owner is repeated. */
async function handOver(cluster: string, way: WayToRun): Promise<void> {
  if (way.owner === undefined) return;
  const { uid, gid } = way.owner;
  const password = join(cluster, PASSWORD_FILE);
  if ((await stat(cluster)).uid === uid && (await stat(password)).uid === uid) return;
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  }
  await lchown(cluster, uid, gid);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

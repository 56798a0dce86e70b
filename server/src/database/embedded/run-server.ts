import { open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLog } from '../database-log.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import type { Binaries } from './binaries.ts';
import { clusterIn } from './cluster.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { killOrphans, stopServer } from './stop-server.ts';
import type { WayToRun } from './way-to-run.ts';

/** A server that accepts connections, until `exited`. */
export interface RunningServer {
  readonly pid: number;
  /** Resolves with how it ended: `signal SIGKILL`, `code 1`. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

interface ServerPlan {
  readonly dataDirectory: string;
  readonly binaries: Binaries;
  readonly way: WayToRun;
  readonly settings: readonly string[];
  readonly log: DatabaseLog;
}

const POLL_MILLIS = 5;
const REPORT_EVERY_MILLIS = 10_000;
const ORPHANS_GRACE_MILLIS = 20_000;
/** After this they are killed. */
const ORPHANS_END_MILLIS = 3_000;
const MAX_LOG_BYTES = 10_000_000;

/**
 * Starts the server and waits until it accepts connections; after a crash, until its recovery is done.
 *
 * @param signal ends the waiting and the server
 * @throws DatabaseUnavailable with the server's last log lines
 */
export async function runServer(plan: ServerPlan, signal: AbortSignal): Promise<RunningServer> {
  const began = Date.now();
  for (;;) {
    const started = await tryToRun(plan, signal);
    if (typeof started !== 'string') return started;
    // The processes of a killed server end by themselves, but not at once, and not while they are stopped or write to a slow disk.
    const orphansAtWork = started.includes('is still in use');
    const waited = Date.now() - began;
    if (!orphansAtWork || signal.aborted || waited > ORPHANS_GRACE_MILLIS) {
      throw new DatabaseUnavailable(`The embedded PostgreSQL does not start: ${started}`);
    }
    if (waited > ORPHANS_END_MILLIS) await killOrphans(clusterIn(plan.dataDirectory), plan.log);
    await sleep(200);
  }
}

/** The running server, or why there is none. */
async function tryToRun(plan: ServerPlan, signal: AbortSignal): Promise<RunningServer | string> {
  const cluster = clusterIn(plan.dataDirectory);
  const logFile = join(plan.dataDirectory, 'postgres.log');
  const logStart = await makeRoom(logFile);
  const output = await open(logFile, 'a', 0o600);
  let server: SpawnedServer;
  try {
    server = spawnServer(plan, output.fd);
  } finally {
    await output.close();
  }
  const { pid, exited } = server;
  if (pid === undefined) return exited;

  const stop = async () => {
    if (process.platform === 'win32') await stopOnWindows(plan);
    await stopServer(pid, () => server.ended !== undefined);
    await exited;
  };
  let report = Date.now() + REPORT_EVERY_MILLIS;
  for (;;) {
    if (server.ended !== undefined) return `${server.ended}. ${await lastWords(logFile, logStart)}`;
    const file = await readPostmasterFile(cluster);
    if (file?.pid === pid && file.ready) return { pid, exited, stop };
    if (signal.aborted) {
      await stop();
      return 'it was stopped while starting.';
    }
    if (Date.now() > report) {
      plan.log.info('The embedded PostgreSQL is still starting; after a crash it recovers first.');
      report += REPORT_EVERY_MILLIS;
    }
    await sleep(POLL_MILLIS);
  }
}

interface SpawnedServer {
  /** `undefined`: it could not be started. */
  readonly pid: number | undefined;
  readonly exited: Promise<string>;
  /** How it ended, once it has. */
  ended: string | undefined;
}

/** Not asynchronous: a server that is refused ends within milliseconds, before somebody who waited would listen. */
function spawnServer({ dataDirectory, binaries, way, settings }: ServerPlan, output: number): SpawnedServer {
  const args = ['-D', clusterIn(dataDirectory), ...settings.flatMap((setting) => ['-c', setting])];
  // A process group of its own: Ctrl-C reaches only us, and we stop the server after the last request.
  const child = way.spawn(binaries.postgres, args, { stdio: ['ignore', output, output], detached: true });
  const { promise: exited, resolve } = Promise.withResolvers<string>();
  const server: SpawnedServer = { pid: child.pid, exited, ended: undefined };
  const end = (how: string) => resolve((server.ended ??= how));
  child.once('error', (error) => end(error.message));
  child.once('exit', (code, by) => end(by === null ? `code ${code}` : `signal ${by}`));
  return server;
}

// On Windows, Node's kill would be a crash; this program of PostgreSQL requests the stop.
async function stopOnWindows(plan: ServerPlan): Promise<void> {
  const args = ['stop', '-D', clusterIn(plan.dataDirectory), '-m', 'fast', '-t', '10'];
  const child = plan.way.spawn(plan.binaries.pgCtl, args, { stdio: 'ignore' });
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}

/** Rotates a large log, and returns where the next line will be. */
async function makeRoom(logFile: string): Promise<number> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= MAX_LOG_BYTES) return size;
  await rename(logFile, `${logFile}.1`);
  return 0;
}

async function lastWords(logFile: string, from: number): Promise<string> {
  const file = await open(logFile, 'r');
  try {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(4_000), position: from });
    return buffer.toString('utf8', 0, bytesRead).trim();
  } finally {
    await file.close();
  }
}

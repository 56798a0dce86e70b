import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../error-code.ts';
import type { DatabaseLog } from '../database-log.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { disownPostmasterFile, readPostmasterFile } from './postmaster-file.ts';

const POLL_MILLIS = 10;

/** The steps of stopping a server and their time: fast shutdown, immediate shutdown, kill. */
const STEPS = [
  { signal: 'SIGINT', millis: 10_000 },
  { signal: 'SIGQUIT', millis: 5_000 },
  { signal: 'SIGKILL', millis: 5_000 },
] as const;

/**
 * Stops a server. Committed data is safe at every step; after the later ones, the next start needs recovery.
 *
 * @returns false if it still runs after all steps
 */
export async function stopServer(pid: number, isGone: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const { signal, millis } of STEPS) {
    if (await isGone()) return true;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (errorCode(error) === 'ESRCH') return true;
      throw error;
    }
    const deadline = Date.now() + millis;
    while (Date.now() < deadline) {
      if (await isGone()) return true;
      await sleep(POLL_MILLIS);
    }
  }
  return isGone();
}

/**
 * Stops a server that outlived its Openhours (`kill -9`), and makes a stale file of one harmless. Only for the holder
 * of the data directory.
 *
 * @throws DatabaseUnavailable if it cannot be stopped
 */
export async function stopLeftover(cluster: string, log: DatabaseLog): Promise<void> {
  const leftover = await readPostmasterFile(cluster);
  if (leftover === undefined || leftover.pid === process.pid || !isAlive(leftover.pid)) return;
  const { pid } = leftover;
  if (!(await isServerOf(cluster, pid))) return disownPostmasterFile(cluster);

  log.info(`Stopping the PostgreSQL that an earlier run left behind (process ${pid}).`);
  const stopped = await stopServer(pid, async () => !(await isServerOf(cluster, pid))).catch(() => false);
  if (!stopped) {
    throw new DatabaseUnavailable(`A PostgreSQL of an earlier run (process ${pid}) does not stop. Stop it by hand.`);
  }
}

/**
 * Kills the processes of a server whose first process is dead. They can commit nothing any more, but keep another server from
 * starting. Only for the holder of the data directory, while no server runs. On Linux, where processes tell their folder.
 */
export async function killOrphans(cluster: string, log: DatabaseLog): Promise<void> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  for (const pid of pids) {
    if ((await readlink(`/proc/${pid}/cwd`).catch(() => undefined)) !== cluster) continue;
    // Not an operator's shell: PostgreSQL sets this process title.
    if (!(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).startsWith('postgres:')) continue;
    log.warn(`Killing a process (${pid}) that a PostgreSQL which died has left behind.`);
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error;
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Process ids are reused: this one must be working in that folder, or have been started with it. */
async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    if ((await readlink(`/proc/${pid}/cwd`).catch(() => undefined)) === cluster) return true;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.split('\0').includes(cluster);
  }
  if (process.platform === 'win32') return false;
  return new Promise((resolve) => {
    execFile('ps', ['-p', String(pid), '-o', 'command='], (_error, output) => resolve(output.includes(cluster)));
  });
}

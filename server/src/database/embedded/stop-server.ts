import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLog } from '../database-log.ts';
import { DatabaseUnavailable } from '../database-unavailable.ts';
import { errorCode } from './file-errors.ts';
import { disownPostmasterFile, readPostmasterFile } from './postmaster-file.ts';

const POLL_MILLIS = 10;

/** Each step of stopping a server, and how long it is given: fast shutdown, immediate shutdown, the kernel. */
const STEPS = [
  { signal: 'SIGINT', millis: 10_000 },
  { signal: 'SIGQUIT', millis: 5_000 },
  { signal: 'SIGKILL', millis: 5_000 },
] as const;

/**
 * Stops a server. What was committed is safe at every step; the later ones only make the next start recover.
 *
 * @returns false when it still runs after all of them
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
 * Stops a server that outlived the Openhours that started it (`kill -9`), and sees to it that a stale file of one is no
 * obstacle. To be called by the holder of the data directory only.
 *
 * @throws DatabaseUnavailable when it cannot be stopped
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Numbers of processes are used again: this one must be working in that very folder, or have been told to. */
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

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../error-code.ts';

/** What a running (or killed) server wrote into its own folder. */
interface PostmasterFile {
  readonly pid: number;
  /** True once it accepts connections, after any recovery. */
  readonly ready: boolean;
}

/** Reads `postmaster.pid`; undefined if there is none, or it is incomplete. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const lines = await linesOf(cluster);
  const pid = Number(lines?.[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, ready: lines?.[7]?.trim() === 'ready' };
}

/**
 * Replaces the process id in a stale `postmaster.pid` by our own. If another process has that id now, PostgreSQL would
 * refuse to start; it ignores the id of its parent. The rest of the file must stay: it shows PostgreSQL whether orphans
 * of the killed server are still running.
 */
export async function disownPostmasterFile(cluster: string): Promise<void> {
  const lines = await linesOf(cluster);
  if (lines !== undefined) await writeFile(pathIn(cluster), [process.pid, ...lines.slice(1)].join('\n'));
}

async function linesOf(cluster: string): Promise<readonly string[] | undefined> {
  try {
    return (await readFile(pathIn(cluster), 'utf8')).split('\n');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function pathIn(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

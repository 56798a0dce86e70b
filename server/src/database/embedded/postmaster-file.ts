import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './file-errors.ts';

/** What a running (or killed) server says about itself in its own folder. */
export interface PostmasterFile {
  readonly pid: number;
  /** True once it takes connections, after any recovery. */
  readonly ready: boolean;
}

/** Reads `postmaster.pid`; undefined where there is none, or none that is complete yet. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  const lines = await linesOf(cluster);
  const pid = Number(lines?.[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, ready: lines?.[7]?.trim() === 'ready' };
}

/**
 * Makes a stale `postmaster.pid` name this process instead of one that happens to have its number now, which would keep
 * PostgreSQL from starting. It ignores its parent's number; the rest of the file must stay, for by it PostgreSQL sees
 * whether orphans of the killed server are still at work.
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

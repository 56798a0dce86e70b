import { readFile } from 'node:fs/promises';
import { processTree } from './cpu-time.ts';

/** A process's memory in bytes, with its part of what it shares with others. Linux only; elsewhere 0. */
export async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return 1024 * Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
}

/** The same for a process with everything that it started. */
export async function memoryOfTree(pid: number): Promise<number> {
  const sizes = await Promise.all((await processTree(pid)).map(memoryOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

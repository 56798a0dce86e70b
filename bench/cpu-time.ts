import { readFile } from 'node:fs/promises';

/** Linux counts processor time in hundredths of a second, on every architecture. */
const MILLIS_PER_TICK = 10;

/**
 * The processor time of all threads of a process so far, in milliseconds; undefined on systems other than Linux (it is
 * read from /proc).
 */
export async function cpuMillisOf(pid: number): Promise<number | undefined> {
  return (await timesOf(pid))?.own;
}

/**
 * The same for a process and all its descendants, including those that have ended. For a PostgreSQL server, give the id of
 * its first process.
 */
export async function cpuMillisOfTree(pid: number): Promise<number | undefined> {
  const times = (await Promise.all((await processTree(pid)).map(timesOf))).filter((one) => one !== undefined);
  if (times.length === 0) return undefined;
  return times.reduce((sum, { own, endedChildren }) => sum + own + endedChildren, 0);
}

/** A process and everything that it started and that still runs; on systems other than Linux the process alone. */
export async function processTree(pid: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pids = children.trim().split(' ').filter(Boolean).map(Number);
  return [pid, ...(await Promise.all(pids.map(processTree))).flat()];
}

async function timesOf(pid: number): Promise<{ readonly own: number; readonly endedChildren: number } | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // After the program's name in parentheses, which may contain any character: fields 3 and following of proc(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = (field: number) => Number(fields[field - 3]) * MILLIS_PER_TICK;
  return { own: ticks(14) + ticks(15), endedChildren: ticks(16) + ticks(17) };
}

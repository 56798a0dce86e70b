import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterIn } from '@openhours/server/database/embedded/cluster.ts';
import type { BenchClinic } from './bench-clinic.ts';

/** A statement as PostgreSQL executed it: its text, and EXPLAIN (ANALYZE, BUFFERS). */
export interface Executed {
  readonly text: string;
  readonly plan: string;
  readonly millis: number;
}

/** PostgreSQL writes to its log before it answers, but not all sessions belong to the request that was answered. */
const WRITES_MILLIS = 20;
const RELOAD_MILLIS = 500;
const RECONNECT_MILLIS = 3_000;
const ENTRY = /LOG: {2}duration: ([\d.]+) ms {2}plan:$/;
const PLAN_STARTS = /^\S.* \(cost=/;

const SETTINGS = `
session_preload_libraries = 'auto_explain'
auto_explain.log_min_duration = 0
auto_explain.log_analyze = on
auto_explain.log_buffers = on
auto_explain.log_nested_statements = on
# Parameters are of one run, and of people.
auto_explain.log_parameter_max_length = 0
`;

/**
 * Makes PostgreSQL log each statement of the server with its plan, also those in functions and triggers, and returns a
 * function that does some work and returns what was executed meanwhile. The queue of jobs is left out.
 */
export async function watchStatements({
  database: { pool },
  databaseFolder,
  databasePid,
}: BenchClinic): Promise<(work: () => Promise<unknown>) => Promise<readonly Executed[]>> {
  // Our role is no superuser, which loading a library takes.
  await appendFile(join(clusterIn(databaseFolder), 'postgresql.conf'), SETTINGS);
  process.kill(databasePid, 'SIGHUP');
  await sleep(RELOAD_MILLIS);
  // Libraries are loaded by new connections.
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and usename = current_user`);
  await sleep(RECONNECT_MILLIS);
  const databaseLog = join(databaseFolder, 'postgres.log');
  return async (work) => {
    const { length: before } = await readFile(databaseLog);
    await work();
    await sleep(WRITES_MILLIS);
    const written = (await readFile(databaseLog)).subarray(before).toString();
    return executedIn(written).filter(({ text }) => !text.includes('pgboss'));
  };
}

/** In PostgreSQL's log, the lines of an entry after its first start with a tab. */
function executedIn(written: string): readonly Executed[] {
  return written.split(/\n(?!\t)/).flatMap((entry) => {
    const [first = '', ...lines] = entry.split('\n').map((line) => line.replace(/^\t/, ''));
    const millis = ENTRY.exec(first)?.[1];
    const start = lines.findIndex((line) => PLAN_STARTS.test(line));
    if (millis === undefined || start < 0) return [];
    const text = lines.slice(0, start).join('\n').replace('Query Text: ', '');
    return [{ text, plan: lines.slice(start).join('\n'), millis: Number(millis) }];
  });
}

import { execFile, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ConnectionParameters } from '@openhours/server/database/embedded/start-embedded-postgres.ts';

const BOOKING_SCRIPT = fileURLToPath(new URL('booking.sql', import.meta.url));
const DEBIAN_FOLDER = '/usr/lib/postgresql';

export interface Pgbench {
  readonly program: string;
  /** Its own version text. */
  readonly version: string;
}

/** Looks for pgbench on the PATH and in Debian's folders, newest first; undefined if none runs. */
export async function findPgbench(): Promise<Pgbench | undefined> {
  const versions = await readdir(DEBIAN_FOLDER).catch(() => []);
  const folders = [
    ...versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN_FOLDER, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  for (const folder of folders) {
    const program = join(folder, process.platform === 'win32' ? 'pgbench.exe' : 'pgbench');
    const said = await promisify(execFile)(program, ['--version']).catch(() => undefined);
    if (said) return { program, version: said.stdout.trim() };
  }
  return undefined;
}

interface BookingRun {
  readonly connection: ConnectionParameters;
  readonly connections: number;
  readonly seconds: number;
  /** The number of the first request, and the day of request 0. */
  readonly nextRequest: number;
  readonly firstDay: string;
  readonly signal: AbortSignal;
}

/**
 * Runs `booking.sql` for a while, with prepared statements, from request `nextRequest` on.
 *
 * @returns the transactions per second, without the time to connect, and their number
 * @throws Error with pgbench's message if it or one of its clients fails
 */
export async function runBookingScript(
  pgbench: Pgbench,
  run: BookingRun,
): Promise<{ readonly perSecond: number; readonly transactions: number }> {
  const { connection, connections, seconds, nextRequest, firstDay, signal } = run;
  const { host, port, user, password, database } = connection;
  const variables = [`next_request=${nextRequest}`, `first_day=${firstDay}`, `clients=${connections}`, 'turn=0'];
  const args = [
    '--no-vacuum',
    '--protocol=prepared',
    `--file=${BOOKING_SCRIPT}`,
    `--client=${connections}`,
    `--time=${seconds}`,
    ...variables.map((variable) => `--define=${variable}`),
    `--host=${host}`,
    `--port=${port}`,
    `--username=${user}`,
    database,
  ];
  const child = spawn(pgbench.program, args, {
    env: { PATH: process.env['PATH'] ?? '', PGPASSWORD: password },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const transactions = Number(/transactions actually processed: (\d+)/.exec(output)?.[1]);
  const perSecond = Number(/tps = ([\d.]+) \(without/.exec(output)?.[1]);
  if (code !== 0 || !(transactions > 0 && perSecond > 0)) throw new Error(`pgbench failed (${code}):\n${output}`);
  return { perSecond, transactions };
}

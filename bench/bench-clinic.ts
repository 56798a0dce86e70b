import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenDatabase, openDatabase } from '@openhours/server/database/connect.ts';
import { clusterIn } from '@openhours/server/database/embedded/cluster.ts';
import { findRunningPostgres } from '@openhours/server/database/embedded/find-running-postgres.ts';
import { readPostmasterFile } from '@openhours/server/database/embedded/postmaster-file.ts';
import type { ConnectionParameters } from '@openhours/server/database/embedded/start-embedded-postgres.ts';
import { stopLeftover } from '@openhours/server/database/embedded/stop-server.ts';
import { startServerProcess } from '@openhours/server/testing/test-process.ts';
import { silent } from '@openhours/server/testing/test-server.ts';

/** The real server in its own process with a durable embedded PostgreSQL, and a connection to its database. */
export interface BenchClinic {
  readonly url: string;
  readonly secret: string;
  readonly serverPid: number;
  /** The first process of PostgreSQL. */
  readonly databasePid: number;
  readonly connection: ConnectionParameters;
  /** With PostgreSQL's log and, in another folder, its data and settings. */
  readonly databaseFolder: string;
  readonly database: OpenDatabase;
  /** Settles when the server has ended for any reason. */
  readonly ended: Promise<unknown>;
}

const SECRET = 'a secret that only this benchmark knows';
const ENVIRONMENT = { AUTH_SECRET: SECRET, MAX_UNPAID_BOOKINGS: '1000', BOOKING_HORIZON_DAYS: '730' };
/** The limits of a real clinic. Each request then needs the address of its patient (`headersOf`). */
export const WITH_LIMITS = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' };

/**
 * Starts the demo clinic in a temporary folder.
 *
 * @param cleanUp receives the function that stops it and deletes its folder before anything starts, so that an
 *   interruption at any moment cleans up
 * @param environment settings besides the usual ones
 */
export async function startBenchClinic(
  cleanUp: AsyncDisposableStack,
  environment: Readonly<Record<string, string>> = {},
): Promise<BenchClinic> {
  const folder = await mkdtemp(join(tmpdir(), 'openhours-bench-'));
  const databaseFolder = join(folder, 'database');
  const starting = startServerProcess({ ...ENVIRONMENT, ...environment, DATA_DIR: folder });
  cleanUp.defer(async () => {
    const server = await starting.catch(() => undefined);
    await server?.kill('SIGTERM');
    // After a second signal, a server does not wait for its PostgreSQL.
    await stopLeftover(clusterIn(databaseFolder), silent);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });

  const server = await starting;
  const connection = await findRunningPostgres(databaseFolder);
  const postmaster = await readPostmasterFile(clusterIn(databaseFolder));
  if (!connection || !postmaster) throw new Error('The server runs, but not on an embedded PostgreSQL.');
  const database = await openDatabase({ connection, poolSize: 2, statementTimeoutMillis: 120_000, log: silent });
  cleanUp.defer(() => database.close());
  const { url, pid: serverPid, ended } = server;
  return { url, secret: SECRET, serverPid, databasePid: postmaster.pid, connection, databaseFolder, database, ended };
}

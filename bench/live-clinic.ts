import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@openhours/server/database/connect.ts';
import { startEmbeddedPostgres } from '@openhours/server/database/embedded/start-embedded-postgres.ts';
import { startServerProcess } from '@openhours/server/testing/test-process.ts';
import { silent } from '@openhours/server/testing/test-server.ts';
import { settle } from './history.ts';
import { insertPatients } from './patients.ts';

const SECRET = 'a secret that only this benchmark knows';
const ISSUER = 'http://clinic.example';
/** Node's argument for a preloaded module. */
export const COLLECTS = new URL('collect-on-signal.ts', import.meta.url).href;

/** Two real servers on one durable PostgreSQL, and people with a session each. */
export async function startLiveClinic(cleanUp: AsyncDisposableStack, peopleCount: number) {
  const folder = await mkdtemp(join(tmpdir(), 'openhours-bench-live-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(folder, 'db'), durable: true, log: silent });
  cleanUp.defer(() => postgres.stop());
  const { user, password, host, port, database } = postgres.connection;
  const url = new URL('postgresql://localhost');
  Object.assign(url, { username: user, password, pathname: database });
  url.searchParams.set('host', host);
  url.searchParams.set('port', String(port));

  const node = async () => {
    const server = await startServerProcess({
      DATABASE_URL: url.href,
      AUTH_SECRET: SECRET,
      DATA_DIR: folder,
      PUBLIC_URL: ISSUER,
      DEMO: 'off',
      NODE_OPTIONS: `--expose-gc --import=${COLLECTS}`,
    });
    cleanUp.defer(() => server.kill('SIGTERM'));
    return server;
  };
  const [here, there] = [await node(), await node()];
  const opened = await openDatabase({ connection: postgres.connection, poolSize: 2, log: silent });
  cleanUp.defer(() => opened.close());
  const people = await insertPatients(opened.db, { secret: SECRET, issuer: ISSUER, count: peopleCount });
  await opened.pool.query('update people set is_doctor = true');
  await settle(opened);
  return { here, there, people };
}

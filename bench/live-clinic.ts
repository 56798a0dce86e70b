import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@openhours/server/database/connect.ts';
import type { Database } from '@openhours/server/database/database.ts';
import { startEmbeddedPostgres } from '@openhours/server/database/embedded/start-embedded-postgres.ts';
import { people, sessions } from '@openhours/server/database/schema/index.ts';
import { createAccessTokens } from '@openhours/server/features/identity/access-token.ts';
import { startServerProcess } from '@openhours/server/testing/test-process.ts';
import { sql } from 'drizzle-orm';

const SECRET = 'a secret that only this benchmark knows';
const ISSUER = 'http://clinic.example';
/** Node's argument for a preloaded module. */
export const COLLECTS = new URL('collect-on-signal.ts', import.meta.url).href;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface LivePerson {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** Two real servers on one durable PostgreSQL, and people with a session each. */
export async function startLiveClinic(cleanUp: AsyncDisposableStack, peopleCount: number) {
  const folder = await mkdtemp(join(tmpdir(), 'openhours-bench-live-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(folder, 'db'), durable: true, log: quiet });
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
  const opened = await openDatabase({ connection: postgres.connection, poolSize: 2, log: quiet });
  cleanUp.defer(() => opened.close());
  return { here, there, people: await makePeople(opened.db, peopleCount), db: opened.db };
}

async function makePeople(db: Database, count: number): Promise<readonly LivePerson[]> {
  const tokens = createAccessTokens({ secret: SECRET, issuer: ISSUER });
  const id = (kind: number, number: number) => `00000000-0000-7000-${kind}-${String(number).padStart(12, '0')}`;
  const made = Array.from({ length: count }, (_, number) => ({
    id: id(8000, number),
    sessionId: id(8001, number),
    email: `person-${number}@example.org`,
  }));
  await db.insert(people).values(made.map(({ id, email }) => ({ id, email, name: 'Pat', isDoctor: true })));
  const expiresAt = new Date(Date.now() + 86_400_000);
  await db
    .insert(sessions)
    .values(made.map(({ id: personId, sessionId }) => ({ id: sessionId, personId, token: sessionId, expiresAt })));
  await db.execute(sql`analyze`);
  return Promise.all(
    made.map(async ({ id: personId, sessionId, email }) => ({
      id: personId,
      email,
      token: await tokens.issue({ personId, sessionId, email }),
    })),
  );
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { openDatabase } from '../database/connect.ts';
import { loggedError } from '../http/logged-error.ts';
import type { Mail, MailSender } from '../providers/mail/port.ts';
import { createTestClient, type TestClient } from './test-client.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { freePort } from './test-process.ts';
import { silent } from './test-server.ts';

/** The whole server on a port and a database of its own. Only what leaves it, mail and log lines, is kept in memory. */
export interface TestApp {
  readonly url: string;
  readonly config: Config;
  readonly database: TestDatabase;
  readonly mails: readonly Mail[];
  readonly logLines: readonly string[];
  readonly auth: Awaited<ReturnType<typeof createApp>>['auth'];
  /** What the server does every hour. */
  readonly sweep: () => Promise<void>;
  readonly live: Awaited<ReturnType<typeof createApp>>['live'];
  /** What time it is for the server. Set it to move; unset, time is real. */
  clock: Date | undefined;
  /** A browser of its own, signed in to nothing. */
  client(): TestClient;
  /** A browser in which a new person has signed up. */
  person(person?: { name?: string; email?: string }): Promise<TestClient>;
  close(): Promise<void>;
}

const PASSWORD = 'Correct1!';
let people = 0;

export async function startTestApp(
  options: {
    environment?: Readonly<Record<string, string>>;
    poolSize?: number;
    pagesDirectory?: string;
    heartbeatMillis?: number;
    /** Another node of the same clinic: on that one's database, and with its secret. */
    beside?: TestApp;
  } = {},
): Promise<TestApp> {
  const { environment = {}, poolSize = 20, pagesDirectory = import.meta.dirname, heartbeatMillis, beside } = options;
  const database = beside ? await openBeside(beside, poolSize) : await createTestDatabase({ poolSize });
  const port = await freePort();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'openhours-test-app-'));
  const config = readConfig({
    AUTH_SECRET: 'a secret that only this test run knows',
    CLINIC_TIME_ZONE: 'UTC',
    RATE_LIMITS: 'off',
    DEMO: 'off',
    DATA_DIR: dataDirectory,
    PORT: String(port),
    ...environment,
  });
  const mails: Mail[] = [];
  const mail: MailSender = { send: (message) => void mails.push(message), close: async () => undefined };
  const logLines: string[] = [];
  const log = pino(
    { level: 'debug', serializers: { err: loggedError } },
    { write: (line: string) => void logLines.push(line) },
  );

  const running: { clock: Date | undefined } = { clock: undefined };
  const { app, auth, live, sweep } = await createApp({
    config,
    db: database.db,
    pool: database.pool,
    mail,
    log,
    pagesDirectory,
    version: 'test',
    now: () => running.clock ?? new Date(),
    ...(heartbeatMillis === undefined ? {} : { heartbeatMillis }),
  });
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://localhost:${port}`;

  return Object.assign(running, {
    url,
    config,
    database,
    mails,
    logLines,
    auth,
    live,
    sweep,
    client: () => createTestClient(url),
    async person({ name = 'Pat Example', email = `person-${(people += 1)}@example.org` } = {}) {
      const client = createTestClient(url);
      const answer = await client.post('/api/auth/sign-up/email', { name, email, password: PASSWORD });
      if (answer.status !== 200) throw new Error(`Sign-up failed: ${answer.status} ${JSON.stringify(answer.body)}`);
      return Object.assign(client, { email, name });
    },
    async close() {
      await live.stop();
      await new Promise((resolve) => {
        server.close(resolve);
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      await database.close();
      await rm(dataDirectory, { recursive: true });
    },
  });
}

/** A pool of one's own on the database of another node. Closing it leaves the database to that one. */
async function openBeside({ database }: TestApp, poolSize: number): Promise<TestDatabase> {
  const { connection } = database;
  return { ...(await openDatabase({ connection, poolSize, log: silent })), connection };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { openDatabase } from '../database/connect.ts';
import type { Database } from '../database/database.ts';
import { PAYMENT_JOBS } from '../features/payments/jobs.ts';
import { COMPARE_JOB, RECONCILE_JOB } from '../features/payments/money-desk.ts';
import { loggedError } from '../http/logged-error.ts';
import { choosePaymentProviders, type PaymentProviders, type PaymentSandbox } from '../payment-providers.ts';
import { createPgBossQueue } from '../providers/jobs/pg-boss.ts';
import type { Jobs } from '../providers/jobs/port.ts';
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
  /** Does every background job that is waiting, now. */
  runJobs(): Promise<number>;
  /** Does what the clock would have done by now: asks the providers about what is due. */
  reconcile(): Promise<void>;
  /** Lays the providers' books beside ours. */
  compare(): Promise<void>;
  /** What time it is for the server. Set it to move; unset, time is real. */
  clock: Date | undefined;
  /** A browser of its own, signed in to nothing. */
  client(): TestClient;
  /** A browser in which a new person has signed up. */
  person(person?: { name?: string; email?: string }): Promise<TestClient>;
  close(): Promise<void>;
}

export interface Interposed {
  readonly providers?: (providers: PaymentProviders) => PaymentProviders;
  readonly database?: (db: Database) => Database;
  readonly jobs?: (jobs: Jobs) => Jobs;
}

const PASSWORD = 'Correct1!';
let people = 0;
let hashOfPassword: Promise<string> | undefined;

/** Hashing a password is slow on purpose, and nearly every test signs people up: the tests' own is hashed once a file. */
async function hashOnce(auth: TestApp['auth']): Promise<void> {
  const { password } = await auth.$context;
  const { hash } = password;
  password.hash = (text) => (text === PASSWORD ? (hashOfPassword ??= hash(text)) : hash(text));
}

export async function startTestApp(
  options: {
    environment?: Readonly<Record<string, string>>;
    poolSize?: number;
    pagesDirectory?: string;
    heartbeatMillis?: number;
    /** Another node of the same clinic: on that one's database, and with its secret. */
    beside?: TestApp;
    /** A sandbox that takes payments; without it, the clinic takes none. */
    sandbox?: PaymentSandbox;
    /** Stands between the server and what it works with, to see or to disturb what passes. */
    through?: Interposed;
  } = {},
): Promise<TestApp> {
  const { environment = {}, poolSize = 20, pagesDirectory = import.meta.dirname, heartbeatMillis } = options;
  const { beside, sandbox, through = {} } = options;
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
  const jobs = createPgBossQueue({ pool: database.pool, names: PAYMENT_JOBS, log });
  if (sandbox) await jobs.open();
  const providers = choosePaymentProviders(config, sandbox);
  const { app, auth, live, sweep, jobHandlers } = await createApp({
    config,
    db: through.database?.(database.db) ?? database.db,
    pool: database.pool,
    mail,
    payments: through.providers?.(providers) ?? providers,
    jobs: through.jobs?.(jobs) ?? jobs,
    log,
    pagesDirectory,
    version: 'test',
    now: () => running.clock ?? new Date(),
    ...(heartbeatMillis === undefined ? {} : { heartbeatMillis }),
  });
  await hashOnce(auth);
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://localhost:${port}`;

  const doNow = async (job: string) => jobHandlers.find(({ name }) => name === job)?.work({});

  return Object.assign(running, {
    url,
    config,
    database,
    mails,
    logLines,
    auth,
    sweep,
    live,
    runJobs: () => jobs.runNow(jobHandlers),
    reconcile: () => doNow(RECONCILE_JOB),
    compare: () => doNow(COMPARE_JOB),
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
      await jobs.stop();
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

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, JOB_NAMES } from '../src/app.ts';
import { type Config, readConfig } from '../src/config/config.ts';
import { openDatabase, openReplica } from '../src/database/connect.ts';
import type { Database } from '../src/database/database.ts';
import { SUMMARY_JOB } from '../src/features/agenda/index.ts';
import { HOLDS_JOB, RELEASE_JOB, REMINDERS_JOB } from '../src/features/booking/index.ts';
import { hashAlike, hashPassword } from '../src/features/identity/password-hash.ts';
import { COMPARE_JOB, RECONCILE_JOB } from '../src/features/payments/jobs.ts';
import type { WorkQueueRules } from '../src/http/work-queue.ts';
import { createLog } from '../src/log/create-log.ts';
import { createPgBossQueue } from '../src/providers/jobs/pg-boss.ts';
import type { Jobs } from '../src/providers/jobs/port.ts';
import type { Mail, MailSender } from '../src/providers/mail/port.ts';
import { listen } from '../src/start/listen.ts';
import { choosePaymentProviders, type PaymentProviders, type PaymentSandbox } from '../src/start/payment-providers.ts';
import { chooseTextSender, type TextSandbox } from '../src/start/text-sender.ts';
import { SWEEP_JOB } from '../src/sweep.ts';
import { closeAfterTests } from './close-after-tests.ts';
import { refuseSecondConnection } from './one-connection.ts';
import { signUpInDatabase } from './sign-up.ts';
import { createTestClient, type TestClient } from './test-client.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { type TestPages, writePages } from './test-pages.ts';
import { freePort } from './test-process.ts';
import { silent } from './test-server.ts';

/** The whole server on its own port and database. Emails and log lines are kept in memory. */
export interface TestApp extends AsyncDisposable {
  readonly url: string;
  readonly config: Config;
  readonly database: TestDatabase;
  /** The emails that were sent: see `deliverMail`. */
  readonly mails: readonly Mail[];
  readonly logLines: readonly string[];
  readonly auth: Awaited<ReturnType<typeof createApp>>['auth'];
  readonly live: Awaited<ReturnType<typeof createApp>>['live'];
  /** Runs every waiting background job now, and sends the emails that are due. */
  runJobs(): Promise<number>;
  /** Sends the emails that are due, and reminders. */
  deliverMail(): Promise<void>;
  /** Only reminders whose time is after the present time of `clock` leave. For tests that set the clock back. */
  remindFromNow(): Promise<void>;
  /** Sends emails by itself, as a running server does, until `close`. */
  startMail(): void;
  /** Offers free slots to those who wait, everywhere, after ending what is over. */
  offerSlots(): Promise<void>;
  /** Offers slots by itself when time is freed, as a running server does, until `close`. */
  startOffering(): void;
  /** Works on background jobs as a running server does, until `close`. */
  startJobs(): Promise<void>;
  /** Runs what is due by the clock: asks the providers. */
  reconcile(): Promise<void>;
  /** Compares the providers' books with ours. */
  compare(): Promise<void>;
  /** Cancels what was not paid in time. */
  releaseUnpaid(): Promise<void>;
  /** Deletes holds that are over. */
  endHolds(): Promise<void>;
  /** Deletes what is old and unused images. */
  sweep(): Promise<void>;
  /** Queues the morning summaries if it is time. */
  summarise(): Promise<void>;
  /** The server's time. Set it to move the clock; unset, time is real. */
  clock: Date | undefined;
  /** A new browser, signed out. */
  client(): TestClient;
  /** A browser in which a new person has signed up and, unless told otherwise, confirmed their address. */
  person(person?: { name?: string; email?: string; isConfirmed?: boolean }): Promise<TestClient>;
  close(): Promise<void>;
}

export interface Interposed {
  readonly providers?: (providers: PaymentProviders) => PaymentProviders;
  readonly database?: (db: Database) => Database;
  readonly jobs?: (jobs: Jobs) => Jobs;
  readonly mail?: Partial<MailSender>;
}

const REPLICA = { poolSize: 2, statementTimeoutMillis: 10_000 };
const PASSWORD = 'Correct1!';
let people = 0;

export const TEST_SECRET = 'a secret that only this test run knows';

/**
 * Password hashing is slow on purpose, nearly every test signs people up, and an authenticator app has ten recovery codes. So
 * hashes of tests have the low cost for public passwords (any other would be replaced at the next sign-in); otherwise they are made
 * and compared as in production.
 */
const CHEAP_HASH = '$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2g';

export async function startTestApp(
  options: {
    environment?: Readonly<Record<string, string>>;
    poolSize?: number;
    /** The built web client, in `pages` of the data directory. Unset: it has not been built. */
    pages?: TestPages;
    heartbeatMillis?: number;
    workQueue?: Partial<WorkQueueRules>;
    /** One by default, so that emails are sent in order. */
    mailLanes?: number;
    /**
     * How long cached answers are trusted. Unset: not at all, so that tests can change the database behind the server's back.
     */
    trustMillis?: number;
    /** Hashes as slowly as in production. */
    slowHashes?: boolean;
    /** Another node of the same clinic: on its database, with its secret. */
    beside?: TestApp;
    /** The address of a replica. */
    replicaUrl?: string;
    /** A sandbox that takes payments, and text messages if TEXT_MESSAGES is `embedded`; without it, the clinic has none. */
    sandbox?: PaymentSandbox & Partial<TextSandbox>;
    /** Wraps the server's dependencies, to observe or disturb them. */
    through?: Interposed;
  } = {},
): Promise<TestApp> {
  const { environment = {}, poolSize = 20, pages, heartbeatMillis, slowHashes = false } = options;
  const { beside, sandbox, workQueue = {}, mailLanes = 1, through = {}, trustMillis = 0, replicaUrl } = options;
  const database = beside ? await openBeside(beside, poolSize) : await createTestDatabase({ poolSize });
  const port = await freePort();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'openhours-test-app-'));
  const pagesDirectory = pages ? join(dataDirectory, 'pages') : import.meta.dirname;
  if (pages) await writePages(pagesDirectory, pages);
  const config = readConfig({
    AUTH_SECRET: TEST_SECRET,
    CLINIC_TIME_ZONE: 'UTC',
    RATE_LIMITS: 'off',
    DEMO: 'off',
    DATA_DIR: dataDirectory,
    PORT: String(port),
    ...environment,
  });
  const mails: Mail[] = [];
  const mail: MailSender = {
    send: async (sent) => {
      mails.push(sent);
      return { kind: 'accepted', said: '250 kept' };
    },
    close: async () => undefined,
    ...through.mail,
  };
  const logLines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void logLines.push(line) });

  const replica = replicaUrl === undefined ? undefined : openReplica({ connection: replicaUrl, ...REPLICA, log });

  const running: { clock: Date | undefined } = { clock: undefined };
  const jobs = createPgBossQueue({
    pool: database.pool,
    sessions: database.sessions,
    names: JOB_NAMES,
    log,
  });
  if (sandbox) await jobs.open();
  const providers = choosePaymentProviders(config, sandbox);
  const { app, answerAtOnce, auth, live, readiness, messages, offering, imageDecoder, jobHandlers } = await createApp({
    config,
    db: through.database?.(database.db) ?? database.db,
    pool: database.pool,
    sessions: database.sessions,
    aside: database.aside.db,
    replica,
    mail,
    texts: chooseTextSender(config, { sandbox: sandbox?.twilio && { ...sandbox, twilio: sandbox.twilio }, log }),
    payments: through.providers?.(providers) ?? providers,
    jobs: through.jobs?.(jobs) ?? jobs,
    log,
    pagesDirectory,
    version: 'test',
    now: () => running.clock ?? new Date(),
    // One after the other, in the order in which they were queued.
    mailLanes,
    workQueue,
    trustMillis,
    heartbeatMillis,
    hashPassword: slowHashes ? undefined : (text) => hashAlike(text, CHEAP_HASH),
  });
  const server = await listen(app.fetch, { ...config, answerAtOnce });
  const url = `http://localhost:${port}`;

  const doNow = async (job: string) => jobHandlers.find(({ name }) => name === job)?.work({});

  const close = closeAfterTests(async () => {
    await live.stop();
    await server.cutOff();
    await imageDecoder.stop();
    await jobs.stop();
    await offering.stop();
    await messages.stop();
    await readiness.close();
    await replica?.close();
    await database.close();
    await rm(dataDirectory, { recursive: true });
  });

  return Object.assign(running, {
    url,
    config,
    database,
    mails,
    logLines,
    auth,
    live,
    async runJobs() {
      const done = await jobs.runNow(jobHandlers);
      await messages.run();
      return done;
    },
    async deliverMail() {
      await doNow(REMINDERS_JOB);
      await messages.run();
    },
    async remindFromNow() {
      await database.pool.query(
        'insert into reminder_progress (queued_until) values ($1) on conflict (id) do update set queued_until = $1',
        [running.clock ?? new Date()],
      );
    },
    startMail: () => messages.start(),
    offerSlots: () => offering.run(),
    startOffering: () => offering.start(),
    startJobs: () => jobs.start(jobHandlers),
    reconcile: () => doNow(RECONCILE_JOB),
    compare: () => doNow(COMPARE_JOB),
    releaseUnpaid: () => doNow(RELEASE_JOB),
    endHolds: () => doNow(HOLDS_JOB),
    sweep: () => doNow(SWEEP_JOB),
    summarise: () => doNow(SUMMARY_JOB),
    client: () => createTestClient(url),
    async person({ name = 'Pat Example', email = `person-${(people += 1)}@example.org`, isConfirmed = true } = {}) {
      const client = createTestClient(url);
      if (isConfirmed) {
        const { secret, publicUrl } = config;
        const hash = await (slowHashes ? hashPassword(PASSWORD) : hashAlike(PASSWORD, CHEAP_HASH));
        const cookies = await signUpInDatabase({ pool: database.pool, secret, publicUrl }, { name, email, hash });
        for (const [cookie, value] of cookies) client.cookies.set(cookie, value);
      } else {
        const answer = await client.post('/api/auth/sign-up/email', { name, email, password: PASSWORD });
        if (answer.status !== 200) throw new Error(`Sign-up failed: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      return Object.assign(client, { email, name });
    },
    close,
    [Symbol.asyncDispose]: close,
  });
}

/** A separate pool on another node's database. Closing it does not drop the database. */
async function openBeside({ database }: TestApp, poolSize: number): Promise<TestDatabase> {
  const { connection } = database;
  return { ...refuseSecondConnection(await openDatabase({ connection, poolSize, log: silent })), connection };
}

import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded/start-embedded-postgres.ts';
import { serverPid } from '../../testing/embedded-copy.ts';
import { type FaultyMailServer, type MailFault, startFaultyMailServer } from '../../testing/faulty-mail-server.ts';
import {
  type FaultyTextServer,
  REPORTS,
  startFaultyTextServer,
  type TextFault,
} from '../../testing/faulty-text-server.ts';
import { type Sandbox, startSandbox } from '../../testing/sandbox.ts';
import { freePort, startServerProcess, type TestProcess } from '../../testing/test-process.ts';
import { type Proxy, startProxy } from './proxy.ts';

/**
 * Real nodes on a real PostgreSQL of their own, with payment providers, a mail server and a provider of text messages, and
 * what can be done to them.
 */
export interface FaultyClinic {
  readonly urls: readonly string[];
  /** The nodes' secret, which signs links. */
  readonly secret: string;
  /** A zone in which midnight is hours away, because staff work on today's appointments during the whole run. */
  readonly timeZone: string;
  readonly mailServer: FaultyMailServer;
  readonly textServer: FaultyTextServer;
  readonly sandbox: Sandbox;
  readonly database: Proxy;
  /** What the mail server does wrong from now on. */
  mailFault: MailFault | undefined;
  textFault: TextFault | undefined;
  /** Ends a node and starts it again, with the right time. */
  restart(node: number, signal: NodeJS.Signals): Promise<void>;
  /** Moves a node's clock: 90 s ahead, then 90 s behind, then to the right time. */
  moveClock(node: number): void;
  /** What a node's clock shows. */
  clock(node: number): Date;
  /** Stops a node's process for this time, as a busy machine does. */
  pause(node: number, millis: number): Promise<void>;
  killDatabase(): Promise<void>;
  /** Fills the disk of the database for this time. `undefined`: only root can make such a disk, on Linux. */
  readonly fillDisk: ((millis: number) => Promise<void>) | undefined;
  /** PostgreSQL itself, beside the proxy. */
  connection(): EmbeddedPostgres['connection'];
  /** Rows, read beside the nodes. */
  rows<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** What the nodes logged that contains this text. */
  logged(text: string): readonly string[];
  stop(): Promise<void>;
}

const NODES = 2;
const DISK_MEGABYTES = 400;
/** How far a node's clock is ahead, before and after each move. */
const CLOCKS_MILLIS = [0, 90_000, -90_000];
const SECRET = 'a secret that only the nodes of this clinic know';
const TWILIO_TOKEN = 'a token that the provider of text messages knows, too';

export async function startFaultyClinic(): Promise<FaultyClinic> {
  const cleanUp = new AsyncDisposableStack();
  return start(cleanUp).catch(async (error: unknown) => {
    await cleanUp.disposeAsync();
    throw error;
  });
}

/** @param cleanUp receives what stops each part, also if a later one does not start */
async function start(cleanUp: AsyncDisposableStack): Promise<FaultyClinic> {
  const folder = await mkdtemp(join(tmpdir(), 'openhours-faults-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const disk = join(folder, 'disk');
  await mkdir(disk);
  const hasDisk =
    process.platform === 'linux' &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', disk]).status === 0;
  if (hasDisk) cleanUp.defer(() => void spawnSync('umount', ['--lazy', disk]));
  const dataDirectory = join(disk, 'database');
  const said: string[] = [];
  const say = (line: string) => void said.push(`${new Date().toISOString()} ${line}`);
  const log = { info: say, warn: say, error: say };
  const startPostgres = () => startEmbeddedPostgres({ dataDirectory, durable: true, log });
  let postgres: EmbeddedPostgres = await startPostgres();
  const ending = new AbortController();
  // After several deaths in a minute it leaves the decision to the operator: start it again.
  const operator = (async () => {
    for (;;) {
      const why = await postgres.exited;
      if (ending.signal.aborted) return;
      say(`given up: ${why?.message ?? 'no reason'}`);
      postgres = await startPostgres();
    }
  })();
  operator.catch((error: unknown) => say(`the operator could not start it: ${String(error)}`));
  cleanUp.defer(async () => {
    ending.abort();
    await postgres.stop();
    await operator;
  });
  const database = await startProxy(() => {
    const { host, port } = postgres.connection;
    return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  });
  cleanUp.defer(() => database.stop());
  const sandbox = await startSandbox({ port: 0, production: false, stripe: { retryDelaysMs: [200] } });
  cleanUp.defer(() => sandbox.stop());
  const state: Pick<FaultyClinic, 'mailFault' | 'textFault'> = { mailFault: undefined, textFault: undefined };
  const mailServer = await startFaultyMailServer({ faultOf: () => state.mailFault });
  cleanUp.defer(() => mailServer.stop());

  const ports = await Promise.all(Array.from({ length: NODES }, freePort));
  const publicUrl = `http://localhost:${ports[0]}`;
  const reportUrl = `${publicUrl}/api/webhooks/twilio`;
  const textServer = await startFaultyTextServer({
    authToken: TWILIO_TOKEN,
    reportUrl,
    faultOf: () => state.textFault,
    // Late ones are never posted here.
    reportsOf: (messageId) => REPORTS[Number.parseInt(messageId.slice(-4), 16) % REPORTS.length] ?? 'never',
    report: async ({ search, body, headers }) => {
      headers.set('content-type', 'application/x-www-form-urlencoded');
      // A report that is not taken is not repeated.
      const answer = await fetch(reportUrl + search, { method: 'POST', body, headers }).catch(() => undefined);
      return answer?.ok === true;
    },
  });
  cleanUp.defer(() => textServer.stop());
  const timeZone = zoneAtMidday();
  const images = join(folder, 'images');
  await mkdir(images);
  for (const node of ports.keys()) {
    await mkdir(join(folder, `node-${node}`));
    await symlink(images, join(folder, `node-${node}`, 'images'));
  }
  const startNode = (node: number) => {
    const { user, password, database: name } = postgres.connection;
    return startServerProcess(
      {
        DATA_DIR: join(folder, `node-${node}`),
        DATABASE_URL: `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${database.port}/${name}`,
        SMTP_URL: mailServer.smtpUrl,
        AUTH_SECRET: SECRET,
        CLINIC_TIME_ZONE: timeZone,
        DEMO: 'off',
        PORT: String(ports[node]),
        PUBLIC_URL: publicUrl,
        TWILIO_ACCOUNT_SID: 'AC0',
        TWILIO_AUTH_TOKEN: TWILIO_TOKEN,
        TWILIO_FROM: '+12025550100',
        TWILIO_URL: textServer.apiUrl,
        TEXTS_PER_DAY: '10000',
        BOOKING_HORIZON_DAYS: '360',
        MAX_UNPAID_BOOKINGS: '1000',
        NODE_OPTIONS: `--import=${MOVABLE_CLOCK}`,
      },
      { sandbox },
    );
  };
  const nodes: TestProcess[] = [];
  cleanUp.defer(async () => void (await Promise.all(nodes.map((node) => node.kill('SIGTERM')))));
  // Both at once: one of them makes the tables.
  const starts = ports.map(async (_, node) => {
    nodes[node] = await startNode(node);
  });
  for (const started of await Promise.allSettled(starts)) if (started.status === 'rejected') throw started.reason;
  const endedOutputs: string[] = [];
  const clockMoves = ports.map(() => 0);
  sandbox.stripe.sendWebhooksTo(`${nodes[0]?.url}/api/webhooks/stripe`);

  async function rows<Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const client = new pg.Client({ ...postgres.connection });
    client.on('error', () => undefined);
    await client.connect();
    try {
      // The caller names the columns.
      return (await client.query(text, [...values])).rows as Row[];
    } finally {
      await client.end();
    }
  }

  async function isRunning(): Promise<void> {
    for (let wait = 0; wait < 300; wait += 1) {
      if (await rows('select 1').catch(() => undefined)) return;
      await sleep(100);
    }
    throw new Error(['PostgreSQL did not start again', ...said.slice(-8)].join('\n'));
  }

  return Object.assign(state, {
    urls: nodes.map(({ url }) => url),
    secret: SECRET,
    timeZone,
    mailServer,
    textServer,
    sandbox,
    database,
    connection: () => postgres.connection,
    rows,
    logged: (text: string) =>
      [...endedOutputs, ...nodes.map((node) => node.output())]
        .flatMap((output) => output.split('\n'))
        .filter((line) => line.includes(text)),
    async restart(node: number, signal: NodeJS.Signals) {
      await nodes[node]?.kill(signal);
      endedOutputs.push(nodes[node]?.output() ?? '');
      nodes[node] = await startNode(node);
      clockMoves[node] = 0;
    },
    moveClock(node: number) {
      clockMoves[node] = (clockMoves[node] ?? 0) + 1;
      process.kill(nodes[node]?.pid ?? 0, CLOCK_SIGNAL);
    },
    clock: (node: number) =>
      new Date(Date.now() + (CLOCKS_MILLIS[(clockMoves[node] ?? 0) % CLOCKS_MILLIS.length] ?? 0)),
    async pause(node: number, millis: number) {
      const pid = nodes[node]?.pid ?? 0;
      process.kill(pid, 'SIGSTOP');
      await sleep(millis);
      process.kill(pid, 'SIGCONT');
    },
    async killDatabase() {
      process.kill(await serverPid(dataDirectory), 'SIGKILL');
      await sleep(100);
      await isRunning();
    },
    fillDisk: hasDisk ? (millis: number) => fillDisk(disk, millis).then(isRunning) : undefined,
    stop: () => cleanUp.disposeAsync(),
  });
}

async function fillDisk(disk: string, millis: number): Promise<void> {
  const ballast = join(disk, 'ballast');
  const { bavail, bsize } = await statfs(disk);
  await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC') throw error;
  });
  await sleep(millis);
  await rm(ballast);
}

/** A zone in which it is between 10 and 12 o'clock, a whole number of hours from UTC. */
function zoneAtMidday(): string {
  const behindUtc = Math.min(12, new Date().getUTCHours() - 10);
  return `Etc/GMT${behindUtc < 0 ? behindUtc : `+${behindUtc}`}`;
}

/** A module that moves a process's clock when the process gets the signal. */
const CLOCK_SIGNAL = 'SIGUSR2';
const MOVABLE_CLOCK = `data:text/javascript,${encodeURIComponent(`
  const RealDate = Date;
  const clocks = ${JSON.stringify(CLOCKS_MILLIS)};
  let moves = 0;
  process.on('${CLOCK_SIGNAL}', () => (moves += 1));
  const now = () => RealDate.now() + clocks[moves % clocks.length];
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [now()] : given, as),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });`)}`;

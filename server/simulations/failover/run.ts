import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { v7 as uuidv7 } from 'uuid';
import { type OpenDatabase, openDatabase } from '../../src/database/connect.ts';
import { openOption } from '../../testing/clinic.ts';
import { openEventStream } from '../../testing/event-stream.ts';
import { createTestClient, type TestClient } from '../../testing/test-client.ts';
import { freePort, startServerProcess } from '../../testing/test-process.ts';
import { silent } from '../../testing/test-server.ts';
import { findContradictions } from '../faults/verdict.ts';
import { findPrograms, startCluster, until } from './cluster.ts';
import { startFront } from './front.ts';
import { startPatroni } from './patroni.ts';

/**
 * `npm run simulate:failover -- [seconds] [--patroni]`: three nodes behind nginx on a PostgreSQL cluster with synchronous
 * replication, with bookings all the time, that many seconds before and after each accident. The primary is killed with all
 * its processes and the standby is promoted: by hand, or with `--patroni` by Patroni, to which more accidents happen. Then
 * the rows are compared with what was acknowledged: each acknowledged booking must be there once.
 */
const { values: options, positionals } = parseArgs({
  options: { patroni: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const CALM_MILLIS = Number(positionals[0] ?? 10) * 1000;
/** Patroni's accidents take minutes. Each booking of a patient is on another day. */
const PAUSE_MILLIS = options.patroni ? 4_000 : 0;
const NODES = 3;
const PATIENTS = 20;
const DAYS = 170;
const PASSWORD = 'Correct1!';
/** One of the patients. */
const ADMIN = 'patient-0@example.org';
/** Emails that an accident interrupted are tried again two minutes later. */
const QUIET_MILLIS = 200_000;
const RETURN_MILLIS = 60_000;
const STARTED_AT = Date.now();

interface Acknowledged {
  readonly id: string;
  readonly email: string;
  readonly day: string;
  readonly at: number;
}

/** What was seen from outside. */
interface Seen {
  /** When the statistics, which come from a replica, were answered. */
  readonly readings: number[];
  /** Of the first patient, by a live event. */
  readonly bookings: Set<string>;
}

async function main(): Promise<void> {
  const programs = findPrograms();
  if (programs === undefined) {
    throw new Error('This needs PostgreSQL with pg_basebackup: install the package postgresql.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'openhours-failover-'));
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755);
  const startAny = options.patroni ? startPatroni : startCluster;
  const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  try {
    const cluster = await startAny(programs, join(folder, 'cluster'));
    stops.unshift(() => cluster.stop().catch(() => undefined));
    const frontPort = await freePort();
    const settings = {
      DATABASE_URL: cluster.url,
      DATABASE_REPLICA_URL: cluster.replicaUrl,
      AUTH_SECRET: randomBytes(32).toString('base64url'),
      DEMO: 'off',
      MAX_UNPAID_BOOKINGS: '1000',
      DATA_DIR: join(folder, 'data'),
      PUBLIC_URL: `http://127.0.0.1:${frontPort}`,
      TRUSTED_PROXIES: '1',
    };
    const nodes = [];
    for (let number = 0; number < NODES; number += 1) {
      const node = await startServerProcess(settings);
      nodes.push(node);
      stops.unshift(() => node.kill('SIGTERM'));
    }
    const ports = { own: frontPort, nodes: nodes.map(({ url }) => Number(new URL(url).port)) };
    const front = await startFront(ports, join(folder, 'nginx'));
    if (front === undefined) throw new Error('This needs nginx.');
    stops.unshift(() => front.stop());

    const patients = await prepare(front.url, cluster.url);
    const admin = patients.find(({ email }) => email === ADMIN)?.client;
    const seen: Seen = { readings: [], bookings: new Set() };
    const [booking, watching] = [new AbortController(), new AbortController()];
    const working = Promise.all(patients.map((patient) => bookAll(front.url, patient, booking.signal)));
    const watchers = Promise.all(
      [readAll, follow].map((watch) => watch(front.url, admin, { signal: watching.signal, seen })),
    );
    // A refused booking ends the next wait.
    working.catch(() => undefined);
    const calm = () => Promise.race([working, sleep(CALM_MILLIS)]);
    await calm();
    const periods: Period[] = [];
    for (const accident of cluster.accidents) {
      console.log(`${accident.name} …`);
      const from = Date.now();
      const repair = await accident.happen();
      const handled = Date.now();
      await calm();
      await repair();
      await calm();
      periods.push({ name: accident.name, from, handled, to: Date.now() });
    }
    booking.abort();
    const acknowledged = (await working).flat();
    // The balancer may not know the primary yet.
    const database = await until(
      () => openDatabase({ connection: cluster.url, poolSize: 1, log: silent }).catch(() => undefined),
      RETURN_MILLIS,
    );
    stops.unshift(() => database.close());
    const missing = await untilQuiet(database);
    watching.abort();
    await watchers;
    await report({ database, acknowledged, periods, seen, missing });
  } finally {
    for (const stop of stops) await stop();
  }
}

interface Patient {
  readonly client: TestClient;
  readonly email: string;
  readonly option: { readonly optionId: string; readonly treatment: string };
}

/** People with an option of their own, so that every booking can come true. One of them is an admin. */
async function prepare(url: string, databaseUrl: string): Promise<readonly Patient[]> {
  const database = await openDatabase({ connection: databaseUrl, poolSize: 2, log: silent });
  const patients: Patient[] = [];
  for (let number = 0; number < PATIENTS; number += 1) {
    const email = `patient-${number}@example.org`;
    const client = createTestClient(url);
    const { status } = await client.post('/api/auth/sign-up/email', { name: 'Pat Example', email, password: PASSWORD });
    if (status !== 200) throw new Error(`The sign-up failed with ${status}.`);
    const treatment = `Podiatry ${number}`;
    const doctor = { id: null, name: `Doctor ${number}`, photo: null };
    const { optionId } = await openOption(database.db, { treatment, priceMinor: 0, doctor });
    patients.push({ client, email, option: { optionId, treatment } });
  }
  await database.pool.query('update people set email_verified = true, is_admin = email = $1', [ADMIN]);
  await database.close();
  return patients;
}

const dayAt = (days: number) => new Date(STARTED_AT + (days + 2) * 86_400_000).toISOString().slice(0, 10);

/** Books a day after the other, and repeats each booking with its key until it is answered. */
async function bookAll(
  url: string,
  { client, email, option: { optionId, treatment } }: Patient,
  signal: AbortSignal,
): Promise<readonly Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  for (let number = 0; number < DAYS && !signal.aborted; number += 1) {
    const day = dayAt(number);
    const key = uuidv7();
    const body = {
      appointmentDate: mediumDateFromIso(day),
      slot: '09:00 AM - 09:30 AM',
      patient: 'Pat Example',
      email,
      treatment,
      price: 0,
      optionId,
    };
    for (;;) {
      const sent = { at: url, body, headers: { 'idempotency-key': key } };
      const answer = await client.request('POST', '/api/bookings', sent).catch(() => undefined);
      if (answer?.status === 200) {
        acknowledged.push({ id: String(answer.body['insertedId']), email, day, at: Date.now() });
        await sleep(PAUSE_MILLIS);
        break;
      }
      if (answer !== undefined && answer.status < 500) {
        throw new Error(`A booking was refused with ${answer.status}: ${JSON.stringify(answer.body)}`);
      }
      // What an unanswered request did is unknown: its repetition finds out.
      if (signal.aborted) break;
      await sleep(200);
    }
  }
  return acknowledged;
}

/** Reads what comes from a replica. */
async function readAll(
  url: string,
  client: TestClient | undefined,
  { signal, seen }: { signal: AbortSignal; seen: Seen },
) {
  const today = mediumDateFromIso(dayAt(-2));
  const path = `/api/statistics?${new URLSearchParams({ from: today, to: today }).toString()}`;
  while (!signal.aborted) {
    const answer = await client?.request('GET', path, { at: url }).catch(() => undefined);
    if (answer?.status === 200) seen.readings.push(Date.now());
    await sleep(200);
  }
}

/** Live events, as a browser gets them that connects again. */
async function follow(
  url: string,
  client: TestClient | undefined,
  { signal, seen }: { signal: AbortSignal; seen: Seen },
) {
  for (let lastEventId: string | undefined; !signal.aborted; ) {
    const stream = client && (await openEventStream(client, url, { lastEventId }).catch(() => undefined));
    signal.addEventListener('abort', () => stream?.close());
    await stream?.ended;
    for (const { event } of stream?.received ?? []) if (event.type === 'booking') seen.bookings.add(event.bookingId);
    lastEventId = stream?.lastId();
    await sleep(500);
  }
}

/** From an accident until some time after the repair. */
interface Period {
  readonly name: string;
  readonly from: number;
  readonly handled: number;
  readonly to: number;
}

/** The longest time without one of these within a period, in seconds. */
function longestPause(times: readonly number[], { from, to }: Period): number {
  const within = [from, ...times.filter((at) => at > from && at < to).toSorted((a, b) => a - b), to];
  return seconds(Math.max(...within.slice(1).map((at, index) => at - (within[index] ?? at))));
}

const seconds = (millis: number) => Number((millis / 1000).toFixed(1));

/** Waits until each job has been done again, and every email was sent. Counts what is missing. */
async function untilQuiet(database: OpenDatabase) {
  const since = new Date();
  // An email that several accidents interrupted is due only in many minutes. Make it due now.
  await database.pool.query(
    "update outgoing_messages set due_at = now() where state = 'waiting' and due_at > now() and about ? 'bookingIds'",
  );
  const count = async () => ({
    jobsNotDone: await countMissingJobs(database, since),
    withoutEmail: await countMissingEmails(database),
  });
  const isQuiet = async () => Object.values(await count()).every((missing) => missing === 0);
  await until(isQuiet, QUIET_MILLIS).catch(() => undefined);
  return count();
}

async function report(found: {
  database: OpenDatabase;
  acknowledged: readonly Acknowledged[];
  periods: readonly Period[];
  seen: Seen;
  missing: Readonly<Record<string, number>>;
}): Promise<void> {
  const { database, acknowledged, periods, seen, missing } = found;
  const rows = await listBookings(database);
  const lost = acknowledged.filter(({ id, day, email }) => rows.get(id) !== `${day} ${email}`);
  const places = [...rows.values()];
  const faults = {
    lost: lost.length,
    twice: places.length - new Set(places).size,
    halfWritten: (await findContradictions(async (query) => (await database.pool.query<object>(query)).rows)).length,
    withoutLiveEvent: acknowledged.filter(({ id, email }) => email === ADMIN && !seen.bookings.has(id)).length,
    ...missing,
  };
  const bookings = acknowledged.map(({ at }) => at);
  const longestPausesInSeconds = periods.map((period) => ({
    accident: period.name,
    untilHandled: seconds(period.handled - period.from),
    bookings: longestPause(bookings, period),
    statistics: longestPause(seen.readings, period),
  }));
  const unacknowledged = new Set(rows.keys()).difference(new Set(acknowledged.map(({ id }) => id))).size;
  console.log({ acknowledged: acknowledged.length, unacknowledged, ...faults, longestPausesInSeconds });
  if (Object.values(faults).every((count) => count === 0)) return;
  process.exitCode = 1;
  console.log(await listUnsent(database));
}

/** The day and the patient of every booking, by its id. */
async function listBookings({ pool }: OpenDatabase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ id: string; place: string }>(
    `select b.id, b.day || ' ' || p.email as place from bookings b join people p on p.id = b.patient_id
     where b.state <> 'cancelled'`,
  );
  return new Map(rows.map(({ id, place }) => [id, place]));
}

/** Of those that are due every minute. */
async function countMissingJobs({ pool }: OpenDatabase, since: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `select 1 from pgboss.schedule s where cron = '* * * * *'
     and not exists (select 1 from pgboss.job where name = s.name and state = 'completed' and completed_on > $1)`,
    [since],
  );
  return rowCount ?? 0;
}

/** The emails that were not sent, and why. */
async function listUnsent({ pool }: OpenDatabase): Promise<readonly object[]> {
  const { rows } = await pool.query<object>(
    `select kind, state, tries, unknown_tries, due_at - now() as due, said from outgoing_messages
     where state <> 'sent' and about ? 'bookingIds'`,
  );
  return rows;
}

async function countMissingEmails({ pool }: OpenDatabase): Promise<number> {
  const { rowCount } = await pool.query(
    `select 1 from bookings b where not exists (
       select 1 from outgoing_messages where state = 'sent' and about->>'bookingIds' = b.id::text)`,
  );
  return rowCount ?? 0;
}

await main();

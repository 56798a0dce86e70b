import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { v7 as uuidv7 } from 'uuid';
import { openDatabase } from '../../src/database/connect.ts';
import { openOption } from '../../testing/clinic.ts';
import { createTestClient, type TestClient } from '../../testing/test-client.ts';
import { freePort, startServerProcess } from '../../testing/test-process.ts';
import { silent } from '../../testing/test-server.ts';
import { findPrograms, startCluster } from './cluster.ts';
import { startFront } from './front.ts';

/**
 * `npm run simulate:failover -- [seconds]`: three nodes behind nginx on a PostgreSQL cluster with synchronous replication,
 * with bookings all the time. In the middle the primary is killed with all its processes and the standby is promoted. Then
 * the rows are compared with what was acknowledged: each acknowledged booking must be there once.
 */
const SECONDS = Number(process.argv[2] ?? 20);
const NODES = 3;
const PATIENTS = 20;
const DAYS = 170;
/** After how long a manager like Patroni takes a primary for dead. */
const NOTICE_MILLIS = 2_000;
const PASSWORD = 'Correct1!';

interface Acknowledged {
  readonly id: string;
  readonly email: string;
  readonly day: string;
  readonly at: number;
}

async function main(): Promise<void> {
  const programs = findPrograms();
  if (programs === undefined) {
    throw new Error('This needs PostgreSQL with pg_basebackup: install the package postgresql.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'openhours-failover-'));
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755);
  const cluster = await startCluster(programs, join(folder, 'cluster'));
  const stops: (() => unknown)[] = [];
  try {
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
    const readings = { good: 0, bad: 0 };
    const stopping = new AbortController();
    const working = Promise.all(patients.map((patient) => bookAll(front.url, patient, stopping.signal)));
    const reading = readAll(front.url, patients[0]?.client, { signal: stopping.signal, readings });
    // A refused booking ends the wait.
    await Promise.race([working, sleep((SECONDS * 1000) / 2)]);
    const killed = Date.now();
    cluster.primary.kill();
    await sleep(NOTICE_MILLIS);
    await cluster.failOver();
    const promoted = Date.now();
    await Promise.race([working, sleep((SECONDS * 1000) / 2)]);
    stopping.abort();
    const acknowledged = (await working).flat();
    await reading;
    await report({ port: cluster.standby.port, acknowledged, killed, promoted, readings });
  } finally {
    for (const stop of stops) await stop();
    await cluster.stop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Patient {
  readonly client: TestClient;
  readonly email: string;
  readonly option: { readonly optionId: string; readonly treatment: string };
}

/** People with an option of their own, so that every booking can come true. The first one is an admin. */
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
  await database.pool.query("update people set email_verified = true, is_admin = email = 'patient-0@example.org'");
  await database.close();
  return patients;
}

const dayAt = (days: number) => new Date(Date.now() + (days + 2) * 86_400_000).toISOString().slice(0, 10);

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

/** Reads what comes from the replica, which after the failover is the primary. */
async function readAll(
  url: string,
  client: TestClient | undefined,
  { signal, readings }: { signal: AbortSignal; readings: { good: number; bad: number } },
): Promise<void> {
  const today = mediumDateFromIso(dayAt(-2));
  const path = `/api/statistics?${new URLSearchParams({ from: today, to: today }).toString()}`;
  while (!signal.aborted) {
    const answer = await client?.request('GET', path, { at: url }).catch(() => undefined);
    if (answer?.status === 200) readings.good += 1;
    else readings.bad += 1;
    await sleep(200);
  }
}

async function report(found: {
  port: number;
  acknowledged: readonly Acknowledged[];
  killed: number;
  promoted: number;
  readings: { good: number; bad: number };
}): Promise<void> {
  const { port, acknowledged, killed, promoted, readings } = found;
  const rows = await listBookings(port);
  const lost = acknowledged.filter(({ id, day, email }) => rows.get(id) !== `${day} ${email}`);
  const places = [...rows.values()];
  const twice = places.length - new Set(places).size;
  const before = acknowledged.filter(({ at }) => at <= killed).length;
  const firstAfter = Math.min(...acknowledged.filter(({ at }) => at > promoted).map(({ at }) => at));
  const seconds = (millis: number) => Number((millis / 1000).toFixed(1));
  console.log(
    JSON.stringify(
      {
        acknowledged: acknowledged.length,
        beforeTheKill: before,
        lost: lost.length,
        twice,
        unacknowledged: rows.size - acknowledged.length,
        promotedAfterSeconds: seconds(promoted - killed),
        bookedAgainAfterSeconds: seconds(firstAfter - killed),
        readings,
      },
      null,
      2,
    ),
  );
  if (lost.length > 0 || twice > 0 || before === 0 || !Number.isFinite(firstAfter)) process.exitCode = 1;
}

/** The day and the patient of every booking, by its id. */
async function listBookings(port: number): Promise<ReadonlyMap<string, string>> {
  const connection = `postgresql://openhours@127.0.0.1:${port}/openhours`;
  const database = await openDatabase({ connection, poolSize: 1, log: silent });
  const { rows } = await database.pool.query<{ id: string; place: string }>(
    `select b.id, b.day || ' ' || p.email as place from bookings b join people p on p.id = b.patient_id
     where b.state <> 'cancelled'`,
  );
  await database.close();
  return new Map(rows.map(({ id, place }) => [id, place]));
}

await main();

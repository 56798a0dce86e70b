import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { atNewAddress, type BookingWish, bookingWishes, signUpPatients } from '../testing/booking-wishes.ts';
import type { TestClient } from '../testing/test-client.ts';
import { startServerProcess, type TestProcess } from '../testing/test-process.ts';

/** The real server with its embedded PostgreSQL, and `kill -9` during hundreds of bookings, twenty at a time. */

const ENVIRONMENT = { MAX_UNPAID_BOOKINGS: '1000', BOOKING_HORIZON_DAYS: '200' };

let dataDirectory: string;
let server: TestProcess;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'openhours-durability-'));
  server = await start();
});

afterAll(async () => {
  await server.kill('SIGTERM');
  await rm(dataDirectory, { recursive: true, force: true });
});

const start = (more: Readonly<Record<string, string>> = {}) =>
  startServerProcess({ ...ENVIRONMENT, DATA_DIR: dataDirectory, ...more });

/** Sends all bookings, twenty at a time, and returns the ids of the acknowledged ones. */
async function send(wishes: readonly BookingWish[], onAcknowledged: (count: number) => void = () => undefined) {
  const acknowledged = new Map<string, BookingWish>();
  const waiting = [...wishes];
  const worker = async () => {
    for (let wish = waiting.shift(); wish; wish = waiting.shift()) {
      const { by, body, key } = wish;
      const answer = await by
        .post('/api/bookings', body, { 'idempotency-key': key, origin: server.url })
        .catch(() => undefined);
      if (answer?.status === 200) {
        acknowledged.set(String(answer.body['insertedId']), wish);
        onAcknowledged(acknowledged.size);
      } else if (answer !== undefined && answer.status < 500) {
        throw new Error(`Not a wish that can come true: ${JSON.stringify(answer.body)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: 20 }, worker));
  return acknowledged;
}

async function bookingsOf(patients: readonly TestClient[]): Promise<ReadonlySet<string>> {
  const lists = await Promise.all(
    patients.map(async (patient) => (await patient.get(`/api/bookings?email=${patient.email}`)).body),
  );
  return new Set(lists.flat().map((booking) => (booking as { _id: string })._id));
}

it('loses and repeats no acknowledged booking when the server is killed during four hundred', async () => {
  const patients = await signUpPatients(server.url, 20);
  const wishes = await bookingWishes(server.url, { patients, count: 400 });
  let killed: Promise<void> | undefined;
  const acknowledged = await send(wishes, (count) => {
    if (count === 160) killed ??= server.kill('SIGKILL');
  });
  await killed;
  expect(acknowledged.size).toBeGreaterThanOrEqual(160);
  expect(acknowledged.size).toBeLessThan(400);

  server = await start();
  const again = atNewAddress(patients, server.url);
  const kept = await bookingsOf(again);
  expect([...acknowledged.keys()].filter((id) => !kept.has(id))).toEqual([]);

  // Unanswered requests are sent again with the same key: all exist, none twice.
  const repeated = await send(wishes.map((wish) => ({ ...wish, by: again[patients.indexOf(wish.by)] ?? wish.by })));
  expect(repeated.size).toBe(400);
  expect(await bookingsOf(again)).toEqual(new Set(repeated.keys()));
}, 300_000);

it('loses no acknowledged booking when PostgreSQL is killed, and recovers by itself', async () => {
  const patients = await signUpPatients(server.url, 20);
  const wishes = await bookingWishes(server.url, { patients, count: 200 });
  let killed = false;
  const acknowledged = await send(wishes, (count) => {
    if (count < 75 || killed) return;
    killed = true;
    void killPostgres();
  });
  expect(acknowledged.size).toBeGreaterThanOrEqual(75);

  await becomesReady();
  const kept = await bookingsOf(patients);
  expect([...acknowledged.keys()].filter((id) => !kept.has(id))).toEqual([]);
  const repeated = await send(wishes);
  expect(repeated.size).toBe(200);
}, 300_000);

it('finishes the current request, accepts no other, and exits with 0 on SIGTERM', async () => {
  const { hostname, port } = new URL(server.url);
  const body = JSON.stringify({ email: 'nobody@example.org', password: 'Wrong1!' });
  const underWay = request({
    hostname,
    port,
    method: 'POST',
    path: '/api/auth/sign-in/email',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      origin: server.url,
      // The server has read the headers and waits for the rest.
      expect: '100-continue',
    },
  });
  underWay.flushHeaders();
  await once(underWay, 'continue');

  const stopped = server.kill('SIGTERM');
  await refusesConnections();
  underWay.end(body);
  const [answer]: IncomingMessage[] = await once(underWay, 'response');
  expect(answer?.statusCode).toBe(401);
  answer?.resume();
  await stopped;
  expect(await server.ended).toBe(0);
  server = await start();
});

it('is not ready some time before it stops to accept connections, so that a balancer can move on', async () => {
  await server.kill('SIGTERM');
  server = await start({ DRAIN_SECONDS: '4' });
  const stopped = server.kill('SIGTERM');
  const readyz = () => fetch(`${server.url}/readyz`, { headers: { connection: 'close' } });
  await expect.poll(async () => (await readyz()).status).toBe(503);
  expect(await (await readyz()).json()).toEqual({ status: 'the server is stopping' });
  expect((await fetch(`${server.url}/api/v2/appointmentDays`)).status).toBe(200);
  await stopped;
  expect(await server.ended).toBe(0);
  server = await start();
});

async function refusesConnections(): Promise<void> {
  for (let attempt = 0; attempt < 1500; attempt += 1) {
    const answer = await fetch(`${server.url}/livez`, { headers: { connection: 'close' } }).catch(() => undefined);
    if (!answer) return;
    await sleep(20);
  }
  throw new Error('The server kept accepting connections');
}

async function killPostgres(): Promise<void> {
  const file = await readFile(join(dataDirectory, 'database/cluster/postmaster.pid'), 'utf8');
  process.kill(Number(file.split('\n')[0]), 'SIGKILL');
}

async function becomesReady(): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if ((await fetch(`${server.url}/readyz`)).status === 200) return;
    await sleep(100);
  }
  throw new Error('The server did not become ready again');
}

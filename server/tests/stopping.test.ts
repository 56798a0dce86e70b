import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startDatabaseRelay } from '../testing/database-relay.ts';
import { type FaultyMailServer, startFaultyMailServer } from '../testing/faulty-mail-server.ts';
import { serverProgram } from '../testing/server-program.ts';
import { createTestClient } from '../testing/test-client.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../testing/test-database.ts';
import { passedOn, startServerProcess, type TestProcess } from '../testing/test-process.ts';

/** The real server, and SIGTERM. `server/simulations/faults` shows what survives worse. */

let dataDirectory: string;
let database: TestDatabase;
let mailServer: FaultyMailServer;
let server: TestProcess;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'openhours-stopping-'));
  database = await createTestDatabase();
  mailServer = await startFaultyMailServer({});
});

afterEach(() => server?.kill('SIGTERM'));

afterAll(async () => {
  await mailServer.stop();
  await database.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

async function start(more: Readonly<Record<string, string>> = {}): Promise<void> {
  server = await startServerProcess({
    DATA_DIR: dataDirectory,
    DATABASE_URL: urlOf(database.connection),
    SMTP_URL: mailServer.smtpUrl,
    DEMO: 'off',
    ...more,
  });
}

// A service manager takes any other code for a failure.
it('exits with 0 on SIGTERM while it starts', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const connected = once(silent, 'connection');
  const child = spawn(process.execPath, serverProgram, {
    env: {
      ...passedOn(),
      DATA_DIR: dataDirectory,
      DATABASE_URL: `postgresql://clinic@127.0.0.1:${port}/clinic`,
      DEMO: 'off',
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await connected;
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  silent.close();
});

it('finishes the current request, accepts no other, and exits with 0 on SIGTERM', async () => {
  await start();
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
});

it('is not ready some time before it stops to accept connections, so that a balancer can move on', async () => {
  await start({ DRAIN_SECONDS: '4' });
  const stopped = server.kill('SIGTERM');
  const readyz = () => fetch(`${server.url}/readyz`, { headers: { connection: 'close' } });
  await expect.poll(async () => (await readyz()).status).toBe(503);
  expect(await (await readyz()).json()).toEqual({ status: 'the server is stopping' });
  expect((await fetch(`${server.url}/api/v2/appointmentDays`)).status).toBe(200);
  await stopped;
  expect(await server.ended).toBe(0);
});

it('does not wait for a mail server that is silent, and loses no email', async () => {
  await start();
  const email = 'pat@example.org';
  await createTestClient(server.url).post('/api/auth/sign-up/email', { name: 'Pat', email, password: 'Correct1!' });
  // The link that confirms the address.
  await vi.waitUntil(() => mailServer.received.length > 0, { timeout: 30_000 });

  await mailServer.shut('silent');
  await createTestClient(server.url).post('/api/auth/request-password-reset', { email });
  const states = async () => (await database.pool.query('select state, unknown_tries from outgoing_messages')).rows;
  await expect.poll(states).toContainEqual({ state: 'sending', unknown_tries: 0 });
  await server.kill('SIGTERM');
  // It ended by itself: a try may take a minute, and a stop waits six seconds for it.
  expect(await server.ended).toBe(0);

  await mailServer.open();
  await database.pool.query(
    "update outgoing_messages set due_at = now() - interval '1 second' where state in ('waiting', 'sending')",
  );
  await start();
  await expect.poll(states).toEqual([
    { state: 'sent', unknown_tries: 0 },
    { state: 'sent', unknown_tries: 0 },
  ]);
  expect(mailServer.received).toHaveLength(2);
});

it('exits in the promised time although PostgreSQL is frozen', async () => {
  const relay = await startDatabaseRelay(database.connection);
  await start({ DATABASE_URL: relay.url });
  relay.freeze();
  const began = performance.now();
  await server.kill('SIGTERM');
  expect(performance.now() - began).toBeLessThan(31_000);
  await relay.stop();
});

async function refusesConnections(): Promise<void> {
  for (let attempt = 0; attempt < 1500; attempt += 1) {
    const answer = await fetch(`${server.url}/livez`, { headers: { connection: 'close' } }).catch(() => undefined);
    if (!answer) return;
    await sleep(20);
  }
  throw new Error('The server kept accepting connections');
}

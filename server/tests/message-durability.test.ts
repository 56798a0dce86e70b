import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FaultyMailServer, type Moment, startFaultyMailServer } from '../testing/faulty-mail-server.ts';
import { createTestClient } from '../testing/test-client.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../testing/test-database.ts';
import { startServerProcess, type TestProcess } from '../testing/test-process.ts';

/** The real server, and `kill -9` while it talks to the mail server. */

const email = 'pat@example.org';
/** What happens when the mail server reaches this moment, and whether it says nothing from then on. */
const plan: { at: Moment | undefined; signal: NodeJS.Signals; isSilent: boolean } = {
  at: undefined,
  signal: 'SIGKILL',
  isSilent: false,
};

let dataDirectory: string;
let database: TestDatabase;
let mailServer: FaultyMailServer;
let server: TestProcess;
let ended = Promise.withResolvers<void>();

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'openhours-message-durability-'));
  database = await createTestDatabase();
  mailServer = await startFaultyMailServer({
    faultOf: () => (plan.isSilent ? 'silent' : undefined),
    onMoment(moment) {
      if (moment !== plan.at) return;
      plan.at = undefined;
      void server.kill(plan.signal).then(ended.resolve);
    },
  });
  server = await start();
  await createTestClient(server.url).post('/api/auth/sign-up/email', { name: 'Pat', email, password: 'Correct1!' });
  // The link that confirms the address.
  await vi.waitUntil(() => mailServer.received.length > 0, { timeout: 30_000 });
});

afterAll(async () => {
  await server.kill('SIGTERM');
  await mailServer.stop();
  await database.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

const start = () =>
  startServerProcess({
    DATA_DIR: dataDirectory,
    DATABASE_URL: urlOf(database.connection),
    SMTP_URL: mailServer.smtpUrl,
    DEMO: 'off',
  });

/** Queues an email, ends the server at this moment of its sending, starts it again, and returns the copies. */
async function endAt(at: Moment, signal: NodeJS.Signals): Promise<readonly string[]> {
  const before = mailServer.received.length;
  ended = Promise.withResolvers();
  Object.assign(plan, { at, signal });
  expect((await createTestClient(server.url).post('/api/auth/request-password-reset', { email })).status).toBe(200);
  await ended.promise;
  plan.isSilent = false;
  // As if the pause or the claim were over.
  await database.pool.query(
    "update outgoing_messages set due_at = now() - interval '1 second' where state in ('waiting', 'sending')",
  );
  server = await start();
  const waiting = async () =>
    (await database.pool.query("select 1 from outgoing_messages where state in ('waiting', 'sending')")).rowCount;
  await expect.poll(waiting).toBe(0);
  return mailServer.received.slice(before).map(({ messageId }) => messageId);
}

describe('a server that is killed', () => {
  it('before the mail server has the text: the email is sent once', async () => {
    expect(await endAt('recipient', 'SIGKILL')).toHaveLength(1);
  });

  it('after the mail server took it, before it said so: the email is sent twice, with one Message-ID', async () => {
    const copies = await endAt('before-answer', 'SIGKILL');
    expect(copies).toHaveLength(2);
    expect(new Set(copies).size).toBe(1);
  });

  it('after the mail server said that it took it: the email is sent, and at most twice', async () => {
    const copies = await endAt('after-answer', 'SIGKILL');
    expect(new Set(copies).size).toBe(1);
    expect(copies.length).toBeLessThanOrEqual(2);
  });
});

it('a server that stops while the mail server is silent does not wait for it, and loses no email', async () => {
  plan.isSilent = true;
  const stopping = server;
  expect(await endAt('recipient', 'SIGTERM')).toHaveLength(1);
  // It ended by itself: a try may take a minute, and a stop waits six seconds for it.
  expect(await stopping.ended).toBe(0);
  const { rows } = await database.pool.query('select unknown_tries from outgoing_messages order by id desc limit 1');
  expect(rows).toEqual([{ unknown_tries: 0 }]);
});

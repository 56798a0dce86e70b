import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { conversationOn, say, writePost } from '../testing/conversations.ts';
import { type EventStream, openEventStream } from '../testing/event-stream.ts';
import { createTestClient, type TestClient } from '../testing/test-client.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../testing/test-database.ts';
import { startServerProcess, type TestProcess } from '../testing/test-process.ts';

/** Two real servers on one PostgreSQL, and `kill -9` on the one with all connections. */

const MESSAGES = 200;
const KILL_AFTER = 90;

let database: TestDatabase;
let folder: string;
let doomed: TestProcess;
let survivor: TestProcess;

beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 5 });
  folder = await mkdtemp(join(tmpdir(), 'openhours-nodes-'));
  const environment = {
    DATABASE_URL: urlOf(database.connection),
    AUTH_SECRET: 'a secret that both of the nodes know',
    DATA_DIR: folder,
    DEMO: 'off',
  };
  [doomed, survivor] = await Promise.all([startServerProcess(environment), startServerProcess(environment)]);
});

afterAll(async () => {
  await doomed.kill('SIGKILL');
  await survivor.kill('SIGTERM');
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function signUp(name: string): Promise<TestClient> {
  const client = createTestClient(doomed.url);
  const email = `${name}@example.org`;
  const answer = await client.post('/api/auth/sign-up/email', { name, email, password: 'Correct1!' });
  expect(answer.status).toBe(200);
  return Object.assign(client, { email, name });
}

it('loses and repeats nothing when the node with all connections is killed during a conversation', async () => {
  const [doctor, patient] = [await signUp('doctor'), await signUp('patient')];
  await database.db.execute(sql`update people set is_doctor = true where email = ${doctor.email}`);
  const { _id: conversationId } = await conversationOn(patient, await writePost(doctor));

  // Like a browser: reconnects to the other node and asks for missed events.
  const streams: EventStream[] = [await openEventStream(doctor, doomed.url)];
  const goneOn = streams[0]?.ended.then(async () => {
    streams.push(await openEventStream(doctor, survivor.url, { lastEventId: streams[0]?.lastId() }));
  });

  let node = doomed.url;
  let unanswered = 0;
  for (let number = 1; number <= MESSAGES; number += 1) {
    const _id = uuidv7();
    if (number === KILL_AFTER) setTimeout(() => void doomed.kill('SIGKILL'), 20);
    for (;;) {
      const answer = await say(patient, conversationId, `Number ${number}`, { _id, at: node }).catch(() => undefined);
      if (answer?.status === 200) break;
      unanswered += 1;
      node = survivor.url;
    }
  }
  await goneOn;
  expect(unanswered).toBeGreaterThan(0);

  const heard = () =>
    streams.flatMap(({ received }) =>
      received.flatMap(({ event }) => (event.type === 'message' ? [event.message.message] : [])),
    );
  const all = Array.from({ length: MESSAGES }, (_, index) => `Number ${index + 1}`);
  await vi.waitFor(() => expect(heard().length).toBeGreaterThanOrEqual(MESSAGES), { timeout: 30_000 });
  expect(heard()).toEqual(all);
  expect(streams[1]?.received[0]?.event).toEqual({ type: 'ready', resumed: true });
  const kept = await doctor.request('GET', `/api/conversations/${conversationId}/messages?limit=200`, {
    at: survivor.url,
  });
  expect(kept.body.map((message) => Reflect.get(Object(message), 'message'))).toEqual(all);
  streams[1]?.close();
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setupCode } from '../testing/setup-code.ts';
import { createTestClient } from '../testing/test-client.ts';
import { startServerProcess, type TestProcess } from '../testing/test-process.ts';

/** The real server on an empty database, as a clinic starts it for the first time. */

const founder = { name: 'Ada Weber', email: 'ada@weber.example', password: 'Correct1!' };
const clinic = { name: 'Praxis Weber', timeZone: 'Europe/Berlin', currency: 'EUR' };

let folder: string;
let server: TestProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openhours-first-start-'));
});
afterEach(async () => {
  await server?.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

/** Sets the clinic up with the printed address. */
async function setUp({ url, output }: TestProcess, origin: string) {
  await expect.poll(output).toContain(`${origin}/setup#code=`);
  const code = setupCode(output());
  const { body: before } = await createTestClient(url).get('/api/clinic');
  const admin = createTestClient(url);
  const { status } = await admin.post('/api/setup', { code, admin: founder, clinic }, { origin });
  const answers = await Promise.all(['/api/session', '/api/clinic', '/api/treatments'].map((path) => admin.get(path)));
  return { code, before, status, after: answers.map(({ body }) => body) };
}

/** A clinic that is not open, then one of its own name with an admin, and nothing else in it. */
const begun = {
  before: { open: false },
  status: 200,
  after: [{ user: { email: founder.email, isAdmin: true } }, { ...clinic, open: false, addressLines: [] }, []],
};

test('without a demo it prints what is misspelt, and the address of the set-up, which works once and survives no restart', async () => {
  const environment = { DATA_DIR: folder, DEMO: 'off', CLINIC_TIMEZONE: 'Asia/Dhaka' };
  server = await startServerProcess(environment);
  const first = await setUp(server, server.url);
  expect(server.output()).toContain('CLINIC_TIMEZONE is not a setting. Do you mean CLINIC_TIME_ZONE?\n');
  expect(first).toMatchObject(begun);
  await server.kill('SIGTERM');

  server = await startServerProcess(environment);
  expect(server.output()).not.toContain('/setup#code=');
  const again = await createTestClient(server.url).post('/api/setup', { code: first.code, admin: founder, clinic });
  expect(again).toMatchObject({ status: 404 });
  expect((await createTestClient(server.url).get('/api/clinic')).body).toMatchObject(clinic);
});

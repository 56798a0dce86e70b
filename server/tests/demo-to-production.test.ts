import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandProgram } from '../testing/server-program.ts';
import { createTestClient } from '../testing/test-client.ts';
import { freePort, passedOn, startServerProcess, type TestProcess } from '../testing/test-process.ts';

/** The real server: first as a demo, then in production on the same data. */

const KNOWN = { email: 'admin@openhours.example', password: 'Openhours1!' };
const PRODUCTION = {
  NODE_ENV: 'production',
  DEMO: 'off',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://clinic.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Clinic <no-reply@clinic.example>',
  PAYMENTS: 'off',
  RATE_LIMITS: 'on',
};

let folder: string;
let running: TestProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openhours-demo-'));
});
afterAll(async () => {
  await running?.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

const start = async (environment: Readonly<Record<string, string>> = {}) => {
  running = await startServerProcess({ DATA_DIR: folder, ...environment });
  return running;
};
const signIn = async (server: TestProcess, origin = server.url) =>
  (await createTestClient(server.url).post('/api/auth/sign-in/email', KNOWN, { origin })).status;

function removeDemo(...options: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...commandProgram('demo-remove'), ...options], {
    env: { ...passedOn(), DATA_DIR: folder, ...PRODUCTION },
    encoding: 'utf8',
    input: '',
  });
  return { status, said: stdout + stderr };
}

/** The error of a server that refuses to start: one sentence and nothing else. */
async function refusalOf(environment: Readonly<Record<string, string>>): Promise<string> {
  const error = await start(environment).then(
    () => 'It started',
    (reason: Error) => reason.message,
  );
  // This test does not need built pages.
  const [first, ...said] = error
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('serveStatic: '));
  expect(first).toBe('The server ended with 1:');
  expect(said).toHaveLength(1);
  return said[0] ?? '';
}

it("a demo listens on this machine only, and prints the README's passwords", async () => {
  const demo = await start();
  expect(await signIn(demo)).toBe(200);
  expect(demo.output()).toContain(KNOWN.password);
  const { port } = new URL(demo.url);
  for (const { address } of Object.values(networkInterfaces()).flatMap((found) => found ?? [])) {
    if (address.startsWith('127.') || address.includes(':')) continue;
    await expect(fetch(`http://${address}:${port}/readyz`)).rejects.toThrow('fetch failed');
  }
});

it('production refuses the data of a killed demo, and leaves no PostgreSQL behind', async () => {
  await running?.kill('SIGKILL');
  const said = await refusalOf(PRODUCTION);
  expect(said).toMatch(/^Openhours: This database holds a demo clinic, .+ `npm run demo:remove`, .+\.$/);
  await expect.poll(() => existsSync(join(folder, 'database/cluster/postmaster.pid'))).toBe(false);
});

it('ports in use are reported in one sentence each', async () => {
  // Never answers: the test checks whether the server is ready on that very port.
  const other = createServer((socket) => socket.destroy());
  const port = String(await freePort());
  await new Promise<void>((resolve) => other.listen(Number(port), '127.0.0.1', resolve));
  expect(await refusalOf({ DEMO: 'off', PORT: port })).toContain(`PORT: another program uses port ${port}.`);
  expect(await refusalOf({ DEMO: 'off', SANDBOX_PORT: port })).toContain(
    `SANDBOX_PORT: another program uses port ${port}.`,
  );
  await new Promise((resolve) => other.close(resolve));
});

it('a demo opened with HOST has other passwords, printed once', async () => {
  const open = await start({ HOST: '0.0.0.0' });
  expect(await signIn(open)).toBe(401);
  const [, password = ''] = /admin@openhours\.example +admin +(\S+)/.exec(open.output()) ?? [];
  const admin = createTestClient(open.url);
  expect((await admin.post('/api/auth/sign-in/email', { ...KNOWN, password })).status).toBe(200);
  await open.kill('SIGTERM');

  const again = await start({ HOST: '0.0.0.0' });
  expect(again.output()).toContain('npm run demo:passwords');
  expect(again.output()).not.toContain(password);
  await again.kill('SIGTERM');
});

it('the demo is removed on request, and production starts without its accounts', async () => {
  expect(removeDemo()).toMatchObject({ status: 1, said: expect.stringContaining('Nothing was deleted.') });
  const { status, said } = removeDemo('--yes');
  expect(said).toMatch(/Deleted: \d+ people, \d+ appointments, 7 treatments\.\n$/);
  expect(status).toBe(0);

  const clinic = await start(PRODUCTION);
  expect(await signIn(clinic, PRODUCTION.PUBLIC_URL)).toBe(401);
  expect(removeDemo('--yes')).toEqual({ status: 0, said: 'There is no demo in this database.\n' });
});

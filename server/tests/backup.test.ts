import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClient } from '../testing/test-client.ts';
import { passedOn, startServerProcess, type TestProcess } from '../testing/test-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const founder = { name: 'Ada Weber', email: 'ada@weber.example', password: 'Correct1!' };
const clinic = { name: 'Praxis Weber', timeZone: 'Europe/Berlin', currency: 'EUR' };

let folder: string;
let server: TestProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openhours-backup-commands-'));
});
afterEach(async () => {
  await server?.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

async function run(command: string, file: string, settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(ROOT, 'server/src/commands', `${command}.ts`), file], {
    env: { ...passedOn(), DEMO: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, said };
}

test('npm run backup saves a running clinic, and npm run restore brings it back with its sessions', async () => {
  const first = { DATA_DIR: join(folder, 'first'), DEMO: 'off' };
  const second = { DATA_DIR: join(folder, 'second'), DEMO: 'off' };
  const file = join(folder, 'clinic.tar.gz');
  server = await startServerProcess(first);
  await expect.poll(server.output).toContain('/setup?code=');
  const [, code = ''] = /\/setup\?code=(\S+)/.exec(server.output()) ?? [];
  const admin = createTestClient(server.url);
  expect(await admin.post('/api/setup', { code, admin: founder, clinic })).toMatchObject({ status: 200 });

  expect(await run('backup', file, first)).toMatchObject({ code: 0, said: expect.stringContaining(`Wrote ${file}`) });
  const again = await run('restore', file, first);
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('is using the data directory') });
  const { port } = new URL(server.url);
  await server.kill('SIGTERM');

  expect(await run('restore', file, second)).toMatchObject({ code: 0, said: expect.stringContaining('Restored') });
  const twice = await run('restore', file, second);
  expect(twice).toMatchObject({ code: 1, said: expect.stringContaining('The database is not empty') });

  server = await startServerProcess({ ...second, PORT: port });
  expect((await admin.get('/api/session')).body).toMatchObject({ user: { email: founder.email, isAdmin: true } });
  expect((await admin.get('/api/clinic')).body).toMatchObject(clinic);
});

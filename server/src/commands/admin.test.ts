import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { personWith } from '../../testing/admins.ts';
import { commandProgram } from '../../testing/server-program.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { urlOf } from '../../testing/test-database.ts';
import { passedOn } from '../../testing/test-process.ts';

const app = await startTestApp();

async function run(
  email: string,
  settings: Readonly<Record<string, string>> = { DATABASE_URL: urlOf(app.database.connection) },
): Promise<{ code: unknown; said: string }> {
  const child = spawn(process.execPath, [...commandProgram('admin'), email], {
    env: { ...passedOn(), DEMO: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, said: said.trim() };
}

test('npm run admin makes a person with a confirmed address an admin, and explains refusals', async () => {
  const confirmed = await personWith(app);
  const unconfirmed = await personWith(app, { emailVerified: false });
  expect(await run(confirmed.email)).toEqual({ code: 0, said: `${confirmed.email} is now an admin.` });
  expect(await run(unconfirmed.email)).toMatchObject({
    code: 1,
    said: expect.stringContaining('Nobody has confirmed'),
  });
  expect(await run('nobody@example.org')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Nobody has signed'),
  });
  expect((await confirmed.get('/api/users/count')).status).toBe(200);
  expect((await unconfirmed.get('/api/users/count')).status).toBe(403);
});

test('npm run admin without the settings of the server says so, and creates no clinic', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'openhours-admin-'));
  expect(await run('nobody@example.org', { DATA_DIR: directory })).toEqual({
    code: 1,
    said: `Openhours: There is no clinic in ${directory}. Run this with the settings of the server: its DATA_DIR, or its DATABASE_URL.`,
  });
  await expect(readdir(join(directory, 'database'))).rejects.toThrow('ENOENT');
  await rm(directory, { recursive: true });
});

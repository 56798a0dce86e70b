import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personWith } from '../../testing/admins.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { urlOf } from '../../testing/test-database.ts';
import { passedOn } from '../../testing/test-process.ts';

const COMMAND = fileURLToPath(new URL('./admin.ts', import.meta.url));

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function run(email: string): Promise<{ code: unknown; said: string }> {
  const child = spawn(process.execPath, [COMMAND, email], {
    env: { ...passedOn(), DEMO: 'off', DATABASE_URL: urlOf(app.database.connection) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
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

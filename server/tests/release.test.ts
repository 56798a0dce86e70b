import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { has } from '../../scripts/trial.ts';
import { imageForm, stripes } from '../testing/pictures.ts';
import { setupCode } from '../testing/setup-code.ts';
import { createTestClient } from '../testing/test-client.ts';
import { createTestDatabase, urlOf } from '../testing/test-database.ts';
import { startServerProcess, type TestProcess } from '../testing/test-process.ts';

/** A complete release, as a clinic runs it: not as root, and on files that the server cannot write. */

const ROOT = join(import.meta.dirname, '../..');
const founder = { name: 'Ada Weber', email: 'ada@weber.example', password: 'Correct1!' };
const clinic = { name: 'Praxis Weber', timeZone: 'Europe/Berlin', currency: 'EUR' };
const metricsToken = 'a token that only this test knows';
/** Root can write everywhere, so its tests start the server as 'nobody'. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let folder: string;
let release: string;
let data: string;
let server: TestProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openhours-release-'));
  await chmod(folder, 0o755);
  release = join(folder, 'release');
  for (const program of [
    ['scripts/build.ts', '--if-needed'],
    ['scripts/release.ts', '--complete', '--to', release],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, program, { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }
  await makeReadOnly('-w');
  data = join(folder, 'data');
  await mkdir(data);
  if (user.uid !== undefined) await chown(data, user.uid, user.gid);
});

afterAll(async () => {
  await server?.kill('SIGTERM');
  await makeReadOnly('u+w');
  await rm(folder, { recursive: true, force: true });
});

async function makeReadOnly(mode: string): Promise<void> {
  await once(spawn('chmod', ['-R', mode, release]), 'close');
}

/** `deploy/openhours.env`, filled in as docs/operations.md says for the PostgreSQL of a complete release. */
function settings(name: string): Readonly<Record<string, string>> {
  const { DATABASE_URL: _url, AUTH_SECRET: _secret, ...given } = parseEnv(readText('deploy/openhours.env'));
  return {
    ...given,
    DATA_DIR: join(data, name),
    HOST: '127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1:9',
    RATE_LIMITS: 'on',
    METRICS_TOKEN: metricsToken,
  };
}

const readText = (file: string) => readFileSync(join(release, file), 'utf8');

const start = (name: string, more: Readonly<Record<string, string>> = {}) =>
  startServerProcess({ ...settings(name), ...more }, { command: [join(release, 'openhours')], user });

async function run(command: readonly string[], name: string) {
  const child = spawn(join(release, 'openhours'), command, {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', ...settings(name) },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, said };
}

test('serves pages and decodes pictures; backup saves the running clinic, and restore brings it back', async () => {
  const file = join(data, 'clinic.tar.gz');
  server = await start('first');
  await expect.poll(server.output).toContain('/setup#code=');
  const code = setupCode(server.output());
  const origin = 'https://clinic.example';
  const admin = createTestClient(server.url);
  expect(await admin.post('/api/setup', { code, admin: founder, clinic }, { origin })).toMatchObject({ status: 200 });

  const page = await (await fetch(`${server.url}/`)).text();
  const [stylesheet = ''] = /\/assets\/[^"]+\.css/.exec(page) ?? [];
  expect((await fetch(`${server.url}${stylesheet}`)).status).toBe(200);
  const picture = imageForm(await stripes({ width: 400, height: 400 }).png().toBuffer());
  expect(await admin.post('/api/images', picture, { origin })).toMatchObject({ status: 200 });

  const metrics = (authorization: string) => fetch(`${server?.url}/metrics`, { headers: { authorization } });
  expect((await metrics('Bearer another')).status).toBe(401);
  expect(await (await metrics(`Bearer ${metricsToken}`)).text()).toContain('call="POST /images",status="200"');
  for (const probe of ['/livez', '/readyz']) expect((await fetch(`${server.url}${probe}`)).status).toBe(200);

  const backup = await run(['backup', file], 'first');
  expect(backup).toMatchObject({ code: 0, said: expect.stringContaining(`Wrote ${file}`) });
  const again = await run(['restore', file], 'first');
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('is using the data directory') });
  await server.kill('SIGTERM');

  expect(await run(['restore', file], 'second')).toMatchObject({ code: 0, said: expect.stringContaining('Restored') });
  const twice = await run(['restore', file], 'second');
  expect(twice).toMatchObject({ code: 1, said: expect.stringContaining('The database is not empty') });

  // As docs/operations.md starts a copy, which must not send emails.
  server = await start('second', { SMTP_URL: 'embedded' });
  const at = server.url;
  expect((await admin.request('GET', '/api/session', { at })).body).toEqual({ user: null });
  const { email, password } = founder;
  await admin.request('POST', '/api/auth/sign-in/email', { at, body: { email, password }, headers: { origin } });
  expect((await admin.request('GET', '/api/session', { at })).body).toMatchObject({ user: { email, isAdmin: true } });
  expect((await createTestClient(server.url).get('/api/clinic')).body).toMatchObject(clinic);
});

test('is also a function, which answers with a page', async () => {
  const database = await createTestDatabase();
  const program = `
    const { default: clinic } = await import(process.argv[1]);
    const page = await clinic.fetch(new Request('https://clinic.example/'));
    console.log(page.status, await page.text());
    await clinic.close();`;
  try {
    const child = spawn(process.execPath, ['-e', program, join(release, 'server/dist/serverless.js')], {
      env: {
        ...settings('function'),
        DATABASE_URL: urlOf(database.connection),
        AUTH_SECRET: 'a secret that only this test run knows',
        IMAGES: 'imgbb',
        IMGBB_KEY: 'none',
      },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = await once(child, 'close');
    expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/^200 <!doctype html>/im) });
  } finally {
    await database.close();
  }
});

test('has the libraries of its pages without their checks for development', async () => {
  const scripts = join(release, 'web/dist/assets');
  const development = (await readdir(scripts)).filter(
    (name) => name.endsWith('.js') && readFileSync(join(scripts, name), 'utf8').includes('Invalid hook call.'),
  );
  expect(development).toEqual([]);
});

test('has every file that its instructions for operators name', () => {
  const instructions = ['docs/operations.md', 'deploy/openhours@.service', 'deploy/openhours.env']
    .map(readText)
    .join('\n');
  const named = new Set([...instructions.matchAll(/\/opt\/openhours\/([\w@/.-]*\w)/g)].map(([, file = '']) => file));
  expect([...named]).toEqual(expect.arrayContaining(['openhours', 'deploy/openhours@.service', 'deploy/nginx.conf']));
  expect([...named].filter((file) => !existsSync(join(release, file)))).toEqual([]);
});

test.skipIf(!has('systemd-analyze'))('systemd accepts its unit', async () => {
  const unit = join(folder, 'openhours@3000.service');
  await writeFile(unit, readText('deploy/openhours@.service').replaceAll('=/opt/openhours/', `=${release}/`));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('names its commands if it is asked for another', async () => {
  expect(await run(['back-up'], 'first')).toEqual({
    code: 2,
    said: expect.stringContaining("no command 'back-up'. It has: admin, backup, restore"),
  });
});

test('lists what it contains, for scanners: the packages in the bundle, Node and PostgreSQL, and no tools', () => {
  const { components }: { components: { name: string; version: string }[] } = JSON.parse(readText('sbom.cdx.json'));
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['hono', 'pg', 'react', 'sharp', 'node.js', 'postgresql']));
  for (const tool of ['vitest', 'vite', 'rolldown', 'tailwindcss']) expect(names).not.toContain(tool);
  expect(components.every(({ version }) => /^\d+\.\d+/.test(version))).toBe(true);
});

test('says its version and how it is used', async () => {
  const { version } = JSON.parse(readText('package.json'));
  expect(await run(['--version'], 'first')).toEqual({ code: 0, said: `Openhours ${version}\n` });
  expect(await run(['--help'], 'first')).toMatchObject({ code: 0, said: expect.stringMatching(/^Usage: .+ backup, /) });
  expect(await run(['restore'], 'first')).toMatchObject({ code: 2, said: expect.stringMatching(/^Usage: /) });
});

test('says which Node it needs if it comes without one', async () => {
  const without = join(folder, 'without-node');
  const bin = join(without, 'bin');
  await mkdir(join(without, 'server/dist'), { recursive: true });
  await mkdir(bin);
  await copyFile(join(release, 'openhours'), join(without, 'openhours'));
  await writeFile(join(without, 'server/dist/main.js'), '');
  await writeFile(join(bin, 'node'), '#!/bin/sh\necho v20.20.2\n', { mode: 0o755 });
  const environment = { encoding: 'utf8', env: { PATH: `${bin}:/usr/bin:/bin` } } as const;
  const { status, stderr } = spawnSync(join(without, 'openhours'), environment);
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^Openhours runs on Node 26, and Node here is v20\.20\.2\./),
  ]);
});

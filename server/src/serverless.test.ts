import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase, urlOf } from '../testing/test-database.ts';
import { readConfig } from './config/config.ts';
import { createFunction } from './serverless.ts';

const URL_OF_CLINIC = 'https://clinic.example';

let database: TestDatabase;
let folder: string;
let settings: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openhours-serverless-'));
  database = await createTestDatabase();
  settings = {
    NODE_ENV: 'production',
    PUBLIC_URL: URL_OF_CLINIC,
    TRUSTED_PROXIES: '1',
    DATA_DIR: folder,
    DATABASE_URL: urlOf(database.connection),
    AUTH_SECRET: 'a secret that only this test run knows',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'no-reply@clinic.example',
    PAYMENTS: 'off',
    LOG_LEVEL: 'silent',
    IMAGES: 's3',
    S3_ENDPOINT: 'https://s3.example',
    S3_REGION: 'eu-central-1',
    S3_BUCKET: 'images',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const functionWith = (more: Readonly<Record<string, string>> = {}) =>
  createFunction(() => readConfig({ ...settings, ...more }));

it('is the same application without a server: accounts, sessions, callers and their addresses', async () => {
  const one = functionWith();
  const ask = (path: string, init: RequestInit = {}) => one.fetch(new Request(`${URL_OF_CLINIC}${path}`, init));
  try {
    expect((await ask('/readyz')).status).toBe(200);
    // Before anybody's transaction needs them.
    const { rows: tables } = await database.pool.query("select to_regclass('pgboss.job') as jobs");
    expect(tables).toEqual([{ jobs: 'pgboss.job' }]);
    expect((await ask('/api/me/dashboard')).status).toBe(401);

    const person = { name: 'Ada Weber', email: 'ada@weber.example', password: 'Correct1!' };
    const headers = {
      'content-type': 'application/json',
      origin: URL_OF_CLINIC,
      'x-forwarded-for': '198.51.100.1, 203.0.113.7',
    };
    const signedUp = await ask('/api/auth/sign-up/email', { method: 'POST', headers, body: JSON.stringify(person) });
    expect(signedUp.status).toBe(200);
    const cookie = signedUp.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const session = await ask('/api/session', { headers: { cookie } });
    expect(await session.json()).toMatchObject({ user: { email: person.email } });
    const { rows } = await database.pool.query('select ip_address from sessions');
    expect(rows).toEqual([{ ip_address: '203.0.113.7' }]);

    const elsewhere = { ...headers, origin: 'https://elsewhere.example', cookie };
    expect((await ask('/api/auth/sign-out', { method: 'POST', headers: elsewhere, body: '{}' })).status).toBe(403);
    expect((await ask('/api/events', { headers: { cookie } })).status).toBe(503);
  } finally {
    await one.close();
  }
});

it.each([
  [{ DATABASE_URL: '' }, 'DATABASE_URL must be set'],
  [
    { IMAGES: 'disk', S3_ENDPOINT: '', S3_REGION: '', S3_BUCKET: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' },
    'IMAGES must not be disk',
  ],
])('refuses %j, which would lose data', async (more, message) => {
  await expect(functionWith(more).fetch(new Request(URL_OF_CLINIC))).rejects.toThrow(message);
});

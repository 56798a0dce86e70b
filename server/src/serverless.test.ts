import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openOption } from '../testing/clinic.ts';
import { imageForm, stripes } from '../testing/pictures.ts';
import { startSandbox } from '../testing/sandbox.ts';
import { createTestClient } from '../testing/test-client.ts';
import { createTestDatabase, urlOf } from '../testing/test-database.ts';
import { readConfig } from './config/config.ts';
import { createFunction } from './serverless.ts';

const URL_OF_CLINIC = 'https://clinic.example';

const folder = await mkdtemp(join(tmpdir(), 'openhours-serverless-'));
const database = await createTestDatabase();
const settings = {
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

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const functionWith = (more: Readonly<Record<string, string>> = {}) =>
  createFunction(() => readConfig({ ...settings, ...more }));

/** A browser whose requests reach the function without a server, through a proxy. */
const browserOf = (clinic: () => ReturnType<typeof functionWith>) =>
  createTestClient(URL_OF_CLINIC, (url, init) => {
    const request = new Request(url, init);
    request.headers.set('x-forwarded-for', '198.51.100.1, 203.0.113.7');
    return clinic().fetch(request);
  });

it('is the same application without a server: accounts, sessions, callers and their addresses', async () => {
  const one = functionWith();
  const ada = browserOf(() => one);
  try {
    expect((await ada.get('/readyz')).status).toBe(200);
    // Before anybody's transaction needs them.
    const { rows: tables } = await database.pool.query("select to_regclass('pgboss.job') as jobs");
    expect(tables).toEqual([{ jobs: 'pgboss.job' }]);
    expect((await ada.get('/api/me/dashboard')).status).toBe(401);

    const person = { name: 'Ada Weber', email: 'ada@weber.example', password: 'Correct1!' };
    expect((await ada.post('/api/auth/sign-up/email', person)).status).toBe(200);
    expect((await ada.get('/api/session')).body).toMatchObject({ user: { email: person.email } });
    const { rows } = await database.pool.query('select ip_address from sessions');
    expect(rows).toEqual([{ ip_address: '203.0.113.7' }]);

    const elsewhere = { origin: 'https://elsewhere.example' };
    expect((await ada.post('/api/auth/sign-out', {}, elsewhere)).status).toBe(403);
    expect((await ada.get('/api/events')).status).toBe(503);
  } finally {
    await one.close();
  }
});

it('books and stores pictures, and the next instance of the same clinic finds both', async () => {
  const sandbox = await startSandbox({ port: 0, production: false });
  const bucket = {
    S3_ENDPOINT: `${sandbox.url}/s3`,
    S3_REGION: 'local',
    S3_BUCKET: 'openhours',
    S3_ACCESS_KEY_ID: 'sandbox',
    S3_SECRET_ACCESS_KEY: 'sandbox-secret',
  };
  let instance = functionWith(bucket);
  const pat = browserOf(() => instance);
  try {
    await openOption(database.db, { treatment: 'Cleaning' });
    const person = { name: 'Pat Example', email: 'pat@example.org', password: 'Correct1!' };
    expect((await pat.post('/api/auth/sign-up/email', person)).status).toBe(200);
    await database.pool.query('update people set email_verified = true');
    await pat.post('/api/auth/sign-out', {});
    expect((await pat.post('/api/auth/sign-in/email', person)).status).toBe(200);

    const days = (await pat.get('/api/v2/appointmentDays')).body as unknown as { date: string }[];
    const asked = { appointmentDate: days.at(-1)?.date, treatment: 'Cleaning', slot: '09:00 AM - 09:30 AM', price: 50 };
    const booked = await pat.post('/api/bookings', { ...asked, patient: person.name, email: person.email });
    expect(booked).toMatchObject({ status: 200, body: { acknowledged: true } });
    const picture = await stripes({ width: 400, height: 400 }).png().toBuffer();
    const uploaded = await pat.post('/api/images', imageForm(picture));
    expect(uploaded).toMatchObject({ status: 200, body: { success: true } });

    await instance.close();
    instance = functionWith(bucket);
    const booking = `/api/bookings/${String(booked.body['insertedId'])}`;
    expect(await pat.get(booking)).toMatchObject({ status: 200, body: asked });
    const { url } = uploaded.body['data'] as { url: string };
    expect((await pat.get(new URL(url, URL_OF_CLINIC).pathname)).status).toBe(200);
  } finally {
    await instance.close();
    await sandbox.stop();
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

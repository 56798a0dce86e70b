import { contract } from '@openhours/contract';
import type { CallMeta } from '@openhours/contract/call.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { resetByOperator } from '../src/features/second-factor/index.ts';
import { proceduresOf } from '../src/http/contract-calls.ts';
import { personWith } from '../testing/admins.ts';
import { enterPassword, setUpAuthenticator } from '../testing/second-factor.ts';
import { startTestApp } from '../testing/test-app.ts';
import type { TestClient } from '../testing/test-client.ts';

const app = await startTestApp();
const admin = await personWith(app, { isAdmin: true });
await setUpAuthenticator(admin);

const require = (required: boolean, by = admin) =>
  by.request('PUT', '/api/clinic/second-factor', { body: { required } });
const reset = (id: string, by = admin, body: object = { checked: 'document' }) =>
  by.post(`/api/users/${id}/second-factor/reset`, body);
const session = async (client: TestClient) => (await client.get('/api/session')).body['user'];
const lastLine = async (what: string) => ((await admin.get(`/api/audit?what=${what}`)).body as object[])[0];

describe('a clinic that requires a second factor of its staff', () => {
  beforeEach(() => require(true));

  test('refuses every call for staff to those without one, with a code of its own', async () => {
    const staff = await personWith(app, { isAdmin: true, isDoctor: true, isFrontDesk: true });
    const forStaff = proceduresOf(contract).flatMap(({ '~orpc': { route, meta } }) => {
      // Every procedure starts with `call` of contract/call.ts, which sets this meta.
      const { who } = (meta as CallMeta).access;
      const isForStaff = who !== 'everyone' && who !== 'signed-in' && who !== 'self';
      return isForStaff && route.method && route.path ? [{ method: route.method, path: route.path }] : [];
    });
    expect(forStaff.length).toBeGreaterThan(40);
    for (const { method, path } of forStaff) {
      const answer = await staff.request(method, `/api${path.replaceAll(/\{\w+\}/g, 'x')}`);
      expect(answer, `${method} ${path}`).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_REQUIRED' } });
    }
    const others = await staff.get(`/api/user/mongo?email=${admin.email}`);
    expect(others).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_REQUIRED' } });
    expect(await session(staff)).toMatchObject({ isAdmin: false, isDoctor: false, isFrontDesk: false });
  });

  test('refuses them by access token too', async () => {
    const staff = await personWith(app, { isAdmin: true });
    const { body } = await staff.get(`/api/jwt?email=${staff.email}`);
    const headers = { authorization: `bearer ${String(body['accessToken'])}` };
    expect(await app.client().get('/api/users', headers)).toMatchObject({
      status: 403,
      body: { code: 'SECOND_FACTOR_REQUIRED' },
    });
  });

  test('gives them their roles as soon as they have one, and takes them with the last one', async () => {
    const staff = await personWith(app, { isDoctor: true });
    expect((await staff.get('/api/me/second-factor')).body).toMatchObject({ required: true, hasAuthenticator: false });
    await setUpAuthenticator(staff);
    expect(await session(staff)).toMatchObject({ isDoctor: true });
    await staff.post('/api/auth/two-factor/disable', { password: 'Correct1!' });
    expect(await session(staff)).toMatchObject({ isDoctor: false });
  });

  test('lets patients do what they could do before', async () => {
    const patient = await app.person();
    expect((await patient.get('/api/me/second-factor')).body).toMatchObject({ required: false });
    expect((await patient.get(`/api/bookings?email=${patient.email}`)).status).toBe(200);
    expect(await patient.get('/api/users')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  test('can end that, on record', async () => {
    const staff = await personWith(app, { isDoctor: true });
    expect((await admin.get('/api/clinic/second-factor')).body).toMatchObject({ required: true });
    expect((await require(false)).body).toMatchObject({ acknowledged: true, required: false });
    expect(await session(staff)).toMatchObject({ isDoctor: true });
    expect(await lastLine('require-second-factor')).toMatchObject({ outcome: 'done', detail: 'No longer required.' });
  });
});

test('an admin without a second factor cannot require one, and so is not locked out', async () => {
  await require(false);
  const careless = await personWith(app, { isAdmin: true });
  expect(await require(true, careless)).toMatchObject({ status: 409, body: { code: 'YOURS_FIRST' } });
  expect((await careless.get('/api/users/count')).status).toBe(200);
  expect(await lastLine('require-second-factor')).toMatchObject({ outcome: 'refused' });
});

describe('an admin resets the second factor of a person', () => {
  test('who is signed out, gets an email, and signs in with the password again; on record', async () => {
    const person = await personWith(app, { name: 'Lost Phone' });
    await setUpAuthenticator(person);
    const waiting = await enterPassword(app, person);
    expect((await reset(person.id)).body).toEqual({ acknowledged: true, deletedCount: 1 });
    expect((await person.get('/api/session')).body).toEqual({ user: null });
    expect((await waiting.client.get('/api/session')).body).toEqual({ user: null });
    expect((await enterPassword(app, person)).answer.body['user']).toBeDefined();
    await app.deliverMail();
    expect(app.mails.findLast(({ to }) => to === person.email)?.subject).toBe('Your second factor was reset');
    expect(await lastLine('reset-second-factor')).toMatchObject({
      outcome: 'done',
      on: { _id: person.id },
      detail: 'They showed an identity document.',
    });
  });

  test('not without saying how they checked who is asking', async () => {
    const person = await personWith(app);
    await setUpAuthenticator(person);
    for (const body of [{}, { checked: 'by-email' }]) expect((await reset(person.id, admin, body)).status).toBe(400);
    expect((await person.get('/api/me/second-factor')).body).toMatchObject({ hasAuthenticator: true });
  });

  test('not after a call to a number that the account got a short time ago', async () => {
    const person = await personWith(app);
    await setUpAuthenticator(person);
    const call = () => reset(person.id, admin, { checked: 'call-back' });
    expect(await call()).toMatchObject({ status: 409, body: { code: 'OTHER_NUMBER' } });
    await person.request('PUT', '/api/me/phone', {
      body: { phone: '+1 202 555 0123', password: 'Correct1!' },
    });
    expect(await call()).toMatchObject({ status: 409, body: { code: 'OTHER_NUMBER' } });
    expect(await lastLine('reset-second-factor')).toMatchObject({ outcome: 'refused' });
    expect((await person.get('/api/me/second-factor')).body).toMatchObject({ hasAuthenticator: true });

    const before = `update people set phone_changed_at = now() - interval '31 days' where id = $1`;
    await app.database.pool.query(before, [person.id]);
    expect((await call()).body).toEqual({ acknowledged: true, deletedCount: 1 });
    await app.database.pool.query('update people set phone_changed_at = now() where id = $1', [person.id]);
    expect((await call()).body).toEqual({ acknowledged: true, deletedCount: 0 });
  });

  test('and nothing happens to someone who has none, or does not exist', async () => {
    const person = await personWith(app);
    for (const id of [person.id, 'nobody', '00000000-0000-7000-8000-000000000000']) {
      expect((await reset(id)).body).toEqual({ acknowledged: true, deletedCount: 0 });
    }
    expect(await session(person)).toMatchObject({ email: person.email });
    expect(await lastLine('reset-second-factor')).toMatchObject({ outcome: 'unchanged' });
  });

  test('but not their own, which needs the password', async () => {
    const self = await personWith(app, { isAdmin: true });
    await setUpAuthenticator(self);
    expect(await reset(self.id, self)).toMatchObject({ status: 409, body: { code: 'YOURSELF' } });
    expect((await self.get('/api/me/second-factor')).body).toMatchObject({ hasAuthenticator: true });
  });
});

test('the operator resets the second factor of the last admin', async () => {
  const { db } = app.database;
  const person = await personWith(app, { isAdmin: true });
  await setUpAuthenticator(person);
  const reset = (email: string) => resetByOperator(db, { email, now: new Date() });
  expect(await reset(person.email)).toBe('reset');
  expect(await reset(person.email)).toBe('unchanged');
  expect(await reset('nobody-at-all@example.org')).toBe('nobody');
  expect((await person.get('/api/session')).body).toEqual({ user: null });
  expect((await enterPassword(app, person)).answer.body['user']).toBeDefined();
});

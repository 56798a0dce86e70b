import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { addressOf } from '../clinic/index.ts';
import { openSetup } from './index.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const clinic = { name: 'Praxis Weber', timeZone: 'Europe/Berlin', currency: 'EUR' };
const person = { name: 'Ada Weber', email: 'ada@weber.example', password: 'Correct1!' };

function setUp(code: string | undefined, { at = app, admin = {} }: { at?: TestApp; admin?: object } = {}) {
  const client = at.client();
  const answer = client.post('/api/setup', { code, admin: { ...person, ...admin }, clinic });
  return { client, answer };
}

async function admins(): Promise<readonly string[]> {
  const { rows } = await app.database.pool.query('select email from people where is_admin');
  return rows.map(({ email }) => email);
}

test('set-up creates the admin, names the clinic and signs the admin in', async () => {
  const { client, answer } = setUp(await openSetup(app.database.db, new Date()));
  expect(await answer).toMatchObject({ status: 200, body: { acknowledged: true } });
  expect(client.cookies.get('signed_in')).toBe('1');
  const session = await client.get('/api/session');
  expect(session.body).toMatchObject({ user: { email: person.email, isAdmin: true } });
  expect((await app.client().get('/api/clinic')).body).toMatchObject(clinic);
  const log = await client.get('/api/audit');
  expect(log.body).toMatchObject([{ what: 'set-up-clinic', outcome: 'done', who: { name: person.name } }]);
  const again = await app.client().post('/api/auth/sign-in/email', person);
  expect(again.status).toBe(200);
});

test('country and currency are those of the time zone if they are left out, and a country alone is no address', async () => {
  const code = await openSetup(app.database.db, new Date());
  const { name, timeZone } = clinic;
  const answer = await app.client().post('/api/setup', { code, admin: person, clinic: { name, timeZone } });
  expect(answer.status).toBe(200);
  expect((await app.client().get('/api/clinic')).body).toMatchObject({ ...clinic, country: 'DE' });
  expect(addressOf({ addressLines: [], city: '', postcode: '', country: 'DE' })).toBe('');
});

test('a used, wrong, expired or replaced code gets 404', async () => {
  const { db } = app.database;
  const earlier = await openSetup(db, new Date());
  const code = await openSetup(db, new Date());
  expect(code).toHaveLength(32);
  for (const wrong of [earlier, '', `${code}a`, 'wrong']) {
    expect(await setUp(wrong).answer).toMatchObject({ status: 404 });
  }
  app.clock = new Date(Date.now() + 24 * 3_600_000 + 1000);
  expect(await setUp(code).answer).toMatchObject({ status: 404 });
  app.clock = undefined;
  expect(await admins()).toEqual([]);

  expect(await setUp(code).answer).toMatchObject({ status: 200 });
  expect(await setUp(code, { admin: { email: 'eve@evil.example' } }).answer).toMatchObject({ status: 404 });
  expect(await openSetup(db, new Date())).toBeUndefined();
  expect(await admins()).toEqual([person.email]);
});

test('of twenty parallel set-ups on two nodes, one succeeds', async () => {
  await using beside = await startTestApp({ beside: app });
  const code = await openSetup(app.database.db, new Date());
  const answers = await Promise.all(
    Array.from(
      { length: 20 },
      (_, number) =>
        setUp(code, { at: number % 2 ? beside : app, admin: { email: `person-${number}@race.example` } }).answer,
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 404)]);
  expect(await admins()).toHaveLength(1);
  const { rows } = await app.database.pool.query('select count(*)::int as people from people');
  expect(rows).toEqual([{ people: 1 }]);
});

test('the code is invalid once the clinic has an admin', async () => {
  const code = await openSetup(app.database.db, new Date());
  await personWith(app, { isAdmin: true });
  expect(await setUp(code).answer).toMatchObject({ status: 404 });
});

test('an email address that has an account is refused, and the code stays valid', async () => {
  await app.person({ email: 'taken@clinic.example' });
  const code = await openSetup(app.database.db, new Date());
  const taken = setUp(code, { admin: { email: 'taken@clinic.example' } });
  expect(await taken.answer).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
  expect(await admins()).toEqual([]);
  expect(await setUp(code).answer).toMatchObject({ status: 200 });
});

test.each([
  ['password', { password: 'weak' }, 'Password must be 6 characters long'],
  ['name', { name: ' ' }, 'Name is Required'],
  ['email address', { email: 'nobody' }, 'That is not an email address.'],
])('an invalid %s is refused with a message', async (_, admin, message) => {
  const code = await openSetup(app.database.db, new Date());
  expect(await setUp(code, { admin }).answer).toMatchObject({ status: 400, body: { message } });
});

test('attempts are refused while they cannot be counted', async () => {
  await using limited = await startTestApp({ beside: app, environment: { RATE_LIMITS: 'on' } });
  await app.database.pool.query('alter table rate_limits rename to rate_limits_gone');
  const code = await openSetup(app.database.db, new Date());
  expect(await setUp(code, { at: limited }).answer).toMatchObject({ status: 503 });
  expect(await admins()).toEqual([]);
});

test('appointments that are left keep their date and time in the time zone of the set-up', async () => {
  const code = await openSetup(app.database.db, new Date());
  await openOption(app.database.db, { treatment: 'Whitening' });
  const patient = await app.person({ name: 'Pat Example' });
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const { body } = await bookAs(patient, {
    appointmentDate: mediumDateFromIso(day),
    treatment: 'Whitening',
    slot: '09:00 AM - 09:30 AM',
    price: 50,
  });
  const startsAt = async () => {
    const { rows } = await app.database.pool.query<{ starts_at: Date }>(
      'select starts_at from bookings where id = $1',
      [body['insertedId']],
    );
    return rows[0]?.starts_at.toISOString();
  };
  expect(await startsAt()).toBe(`${day}T09:00:00.000Z`);

  // A server that starts in another time zone moves nothing.
  await using elsewhere = await startTestApp({ beside: app, environment: { CLINIC_TIME_ZONE: 'Asia/Tokyo' } });
  expect((await elsewhere.client().get('/api/clinic')).body).toMatchObject({ timeZone: 'UTC' });

  const timeZone = 'Asia/Tokyo';
  const answer = app.client().post('/api/setup', { code, admin: person, clinic: { ...clinic, timeZone } });
  expect((await answer).status).toBe(200);
  expect(await startsAt()).toBe(`${day}T00:00:00.000Z`);
});

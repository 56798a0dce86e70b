import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { expect, test } from 'vitest';
import { openOption } from '../../testing/clinic.ts';
import { countLockWaits } from '../../testing/lock-waits.ts';
import { startTestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { addDays } from '../features/schedule/index.ts';

const TOKEN = 'a-token-for-metrics';
const app = await startTestApp({ environment: { METRICS_TOKEN: TOKEN }, workQueue: { most: 1, patienceMillis: 1000 } });
await openOption(app.database.db, { treatment: 'Whitening' });

/** Until the table is released, one request is in progress, and the others wait. */
async function lockBookings() {
  const locker = await app.database.pool.connect();
  await locker.query('begin; lock table bookings in access exclusive mode');
  return async () => {
    await locker.query('rollback');
    locker.release();
  };
}

const bookingBy = (patient: TestClient, day: number) => ({
  appointmentDate: mediumDateFromIso(addDays(new Date().toISOString().slice(0, 10), day)),
  treatment: 'Whitening',
  slot: '09:00 AM - 09:30 AM',
  patient: patient.name,
  email: patient.email,
  phone: '',
  price: 50,
});

const isBookingBlocked = async (of = app) => (await countLockWaits(of.database.pool)) === 1;

async function countWaiting(): Promise<string | undefined> {
  const metrics = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return /^openhours_waiting_requests (\d+)/m.exec(await metrics.text())?.[1];
}

const cookieOf = ({ cookies }: TestClient) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

test('whoever has left while they waited is not worked for', async () => {
  const [patient, leaver] = [await app.person({ name: 'Pat Example' }), await app.person({ name: 'Lea Ver' })];
  const release = await lockBookings();
  const booking = patient.post('/api/bookings', bookingBy(patient, 4));
  await expect.poll(() => isBookingBlocked()).toBe(true);
  const leaving = new AbortController();
  const left = fetch(`${app.url}/api/bookings`, {
    method: 'POST',
    headers: { cookie: cookieOf(leaver), 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify(bookingBy(leaver, 5)),
    signal: leaving.signal,
  });
  await expect.poll(countWaiting).toBe('1');
  leaving.abort();
  await expect(left).rejects.toThrow();
  await sleep(50);
  await release();
  expect((await booking).status).toBe(200);
  // Its turn comes after theirs.
  expect((await app.client().get('/api/treatments')).status).toBe(200);
  const { rows } = await app.database.pool.query('select email from bookings where day > current_date + 3');
  expect(rows).toEqual([{ email: patient.email }]);
});

test('whoever is signed out while their call waits for its turn does not book', async () => {
  const [patient, other] = [await app.person({ name: 'Pat Example' }), await app.person({ name: 'Otto Her' })];
  const body = JSON.stringify(bookingBy(other, 6));
  const theirs = request(`${app.url}/api/bookings`, {
    method: 'POST',
    headers: {
      cookie: cookieOf(other),
      origin: app.url,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  // They are admitted while there is room.
  theirs.flushHeaders();
  await sleep(200);
  const release = await lockBookings();
  const booking = patient.post('/api/bookings', bookingBy(patient, 6));
  await expect.poll(() => isBookingBlocked()).toBe(true);
  theirs.end(body);
  await expect.poll(countWaiting).toBe('1');
  await app.database.pool.query('delete from sessions where person_id = (select id from people where email = $1)', [
    other.email,
  ]);
  // As long as an admission lasts.
  await sleep(1000);
  await release();
  expect((await booking).status).toBe(200);
  const [answer] = (await once(theirs, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(401);
});

test('what waits too long is refused with a time to try again, and what was begun is finished', async () => {
  const patient = await app.person({ name: 'Pat Example' });
  const release = await lockBookings();
  const booking = patient.post('/api/bookings', bookingBy(patient, 3));
  await expect.poll(() => isBookingBlocked()).toBe(true);

  const refused = await app.client().get('/api/treatments');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(refused.headers.get('content-type')).toContain('application/problem+json');
  expect(refused.body).toMatchObject({ status: 503 });
  // Nothing else has to wait.
  expect((await app.client().get('/livez')).status).toBe(200);

  await release();
  expect((await booking).status).toBe(200);
  expect((await app.client().get('/api/treatments')).status).toBe(200);
});

test('in an overload, what is refused at once gets the same answer whether the application sees it or not', async () => {
  const workQueue = { most: 1, rushMillis: 0, overloadPatienceMillis: 60_000 };
  const crowded = await startTestApp({ environment: { METRICS_TOKEN: TOKEN }, workQueue, trustMillis: 1000 });
  const locker = await crowded.database.pool.connect();
  try {
    await openOption(crowded.database.db, { treatment: 'Whitening' });
    const patient = await crowded.person({ name: 'Pat Example' });
    expect((await crowded.client().get('/api/v2/appointmentDays')).status).toBe(200);
    await locker.query('begin; lock table bookings in access exclusive mode');
    const booking = patient.post('/api/bookings', bookingBy(patient, 3));
    await expect.poll(() => isBookingBlocked(crowded)).toBe(true);
    const metrics = async () =>
      (await fetch(`${crowded.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
    // One is in progress, and one waits.
    const waiting = crowded.client().get('/api/treatments');
    await expect.poll(metrics).toMatch(/^openhours_waiting_requests 1/m);

    const book = () => patient.post('/api/bookings', bookingBy(patient, 4));
    const [seen, unseen] = [await book(), await book()];
    const lasting = ({ headers }: typeof seen) =>
      Object.fromEntries(
        [...headers].filter(([name]) => !['date', 'x-request-id', 'transfer-encoding'].includes(name)),
      );
    expect(seen).toMatchObject({ status: 503, body: { status: 503 } });
    expect({ ...unseen, headers: lasting(unseen) }).toEqual({ ...seen, headers: lasting(seen) });
    expect(unseen.headers.get('x-request-id')).not.toBe(seen.headers.get('x-request-id'));
    expect(await metrics()).toMatch(/_count\{call="POST \/bookings",status="503"\} 2/);
    // What needs no work is answered, although the call is refused where it does.
    const days = '/api/v2/appointmentDays';
    expect((await crowded.client().get(`${days}?elsewhere`)).status).toBe(503);
    await expect.poll(async () => (await crowded.client().get(days)).status, { timeout: 8000 }).toBe(200);
    expect((await crowded.client().get('/livez')).status).toBe(200);

    await locker.query('rollback');
    expect((await booking).status).toBe(200);
    expect((await waiting).status).toBe(200);
    await expect.poll(async () => (await book()).status).toBe(200);
  } finally {
    await locker.query('rollback');
    locker.release();
    await crowded.close();
  }
});

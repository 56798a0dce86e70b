import { setTimeout as sleep } from 'node:timers/promises';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOption } from '../../testing/clinic.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { addDays } from '../features/schedule/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ environment: { METRICS_TOKEN: TOKEN }, workQueue: { most: 1, patienceMillis: 1000 } });
  await openOption(app.database.db, { treatment: 'Whitening' });
});
afterAll(() => app.close());

const TOKEN = 'a-token-for-metrics';

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

const isBookingBlocked = async () => {
  const { rows } = await app.database.pool.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows.length === 1;
};

test('whoever has left while they waited is not worked for', async () => {
  const [patient, leaver] = [await app.person({ name: 'Pat Example' }), await app.person({ name: 'Lea Ver' })];
  const release = await lockBookings();
  const booking = patient.post('/api/bookings', bookingBy(patient, 4));
  await expect.poll(isBookingBlocked).toBe(true);
  const cookie = [...leaver.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const leaving = new AbortController();
  const left = fetch(`${app.url}/api/bookings`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify(bookingBy(leaver, 5)),
    signal: leaving.signal,
  });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const waiting = async () =>
    /^openhours_waiting_requests (\d+)/m.exec(await (await fetch(`${app.url}/metrics`, { headers })).text())?.[1];
  await expect.poll(waiting).toBe('1');
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

test('what waits too long is refused with a time to try again, and what was begun is finished', async () => {
  const patient = await app.person({ name: 'Pat Example' });
  const release = await lockBookings();
  const booking = patient.post('/api/bookings', bookingBy(patient, 3));
  await expect.poll(isBookingBlocked).toBe(true);

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

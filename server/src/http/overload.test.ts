import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOption } from '../../testing/clinic.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { addDays } from '../features/schedule/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ workQueue: { most: 1, patienceMillis: 300 } });
  await openOption(app.database.db, { treatment: 'Whitening' });
});
afterAll(() => app.close());

test('what waits too long is refused with a time to try again, and what was begun is finished', async () => {
  const patient = await app.person({ name: 'Pat Example' });
  const locker = await app.database.pool.connect();
  await locker.query('begin; lock table bookings in access exclusive mode');
  const booking = patient.post('/api/bookings', {
    appointmentDate: mediumDateFromIso(addDays(new Date().toISOString().slice(0, 10), 3)),
    treatment: 'Whitening',
    slot: '09:00 AM - 09:30 AM',
    patient: patient.name,
    email: patient.email,
    phone: '',
    price: 50,
  });
  await expect
    .poll(async () => {
      const { rows } = await app.database.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rows.length;
    })
    .toBe(1);

  const refused = await app.client().get('/api/treatments');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(refused.headers.get('content-type')).toContain('application/problem+json');
  expect(refused.body).toMatchObject({ status: 503 });
  // Nothing else has to wait.
  expect((await app.client().get('/livez')).status).toBe(200);

  await locker.query('rollback');
  locker.release();
  expect((await booking).status).toBe(200);
  expect((await app.client().get('/api/treatments')).status).toBe(200);
});

import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { holdingLock } from '../database/holding-lock.ts';
import { DEMO_ACCOUNTS, KNOWN_PASSWORD } from './accounts.ts';
import { seedDemoClinic } from './seed-demo-clinic.ts';

it('the demo clinic is created once, even by parallel nodes, and fills new days', async () => {
  await using app = await startTestApp();
  const { config, database } = app;
  const { db, pool } = database;
  const now = new Date('2026-03-01T08:00:00Z');
  const seed = (at: Date) => holdingLock(pool, 'demo clinic', () => seedDemoClinic({ db, config, now: at }));
  const count = async () => {
    const { rows } = await db.execute(sql`select
      (select count(*)::int from people) as people,
      (select count(*)::int from treatments) as treatments,
      (select count(*)::int from appointment_options) as options,
      (select count(*)::int from bookings) as bookings`);
    return rows[0];
  };
  await Promise.all([seed(now), seed(now), seed(now)]);
  const first = await count();
  expect(first).toMatchObject({ treatments: 7, options: 13 });
  await db.execute(sql`update bookings set state = 'cancelled', change_reason = 'Ill' where day = '2026-03-10'`);
  await seed(now);
  expect(await count(), 'nothing is repeated or restored').toEqual(first);
  await seed(new Date('2026-03-03T08:00:00Z'));
  expect(Number((await count())?.['bookings'])).toBeGreaterThan(Number(first?.['bookings']));

  app.clock = now;
  const { body } = await app.client().get('/api/v2/appointmentDays');
  const spaces = (body as unknown as { spaces: number }[]).slice(0, 28).map((day) => day.spaces);
  expect(spaces.filter((free) => free === 0).length, 'some days are full').toBeGreaterThan(0);
  expect(spaces.filter((free) => free > 0 && free < 15).length, 'some nearly so').toBeGreaterThan(0);
  expect(spaces.filter((free) => free > 30).length, 'most are not').toBeGreaterThan(10);

  for (const { email } of DEMO_ACCOUNTS) {
    const client = app.client();
    expect((await client.post('/api/auth/sign-in/email', { email, password: KNOWN_PASSWORD })).status).toBe(200);
    const { body: session } = await client.get('/api/session');
    expect(session['user']).toMatchObject({
      isAdmin: email.startsWith('admin'),
      isDoctor: email.startsWith('doctor'),
    });
  }
});

import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
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

describe('a visitor of the demo clinic', async () => {
  const app = await startTestApp();
  const { db } = app.database;
  // A Monday, before the clinic opens.
  app.clock = new Date('2026-03-02T06:00:00Z');
  await seedDemoClinic({ db, config: app.config, now: app.clock });
  const signedIn = async (what: (typeof DEMO_ACCOUNTS)[number]['what']) => {
    const client = app.client();
    const email = DEMO_ACCOUNTS.find((account) => account.what === what)?.email;
    await client.post('/api/auth/sign-in/email', { email, password: KNOWN_PASSWORD });
    return client;
  };
  const optionsOf = async (client: TestClient, address: string) => {
    const { body } = await client.get(address);
    return body as unknown as { _id: string; name: string; price: number; slots: string[] }[];
  };

  it('sees nobody twice for a treatment within ten days, or twice a day', async () => {
    const { rows } = await db.execute(sql`
      select a.patient_name, a.treatment_name, a.day, b.treatment_name as other, b.day as other_day
      from bookings a join bookings b on b.treated_id = a.treated_id and b.id <> a.id
        and abs(b.day - a.day) <= case when b.treatment_id = a.treatment_id then 10 else 0 end`);
    expect(rows).toEqual([]);
  });

  it('books as the demo patient, and moves it to each of the next days', async () => {
    const sam = await signedIn('patient');
    const freeOn = async (appointmentDate: string) => {
      const options = await optionsOf(sam, `/api/v2/appointmentOptions?date=${appointmentDate}`);
      const {
        _id: optionId,
        price,
        slots,
      } = options.find((one) => one.name === 'General' && one.slots.length > 0) ?? {};
      return { appointmentDate, optionId, price, slot: slots?.[0] };
    };
    const own = { patient: 'Sam Rivera', email: DEMO_ACCOUNTS[2].email, phone: '' };
    const booking = { ...own, treatment: 'General', ...(await freeOn('Mar 2, 2026')) };
    const { body } = await sam.post('/api/bookings', booking);
    expect(body).toMatchObject({ acknowledged: true });
    for (const day of ['Mar 3, 2026', 'Mar 5, 2026', 'Mar 9, 2026']) {
      const moved = await sam.post(`/api/bookings/${String(body['insertedId'])}/move`, await freeOn(day));
      expect(moved.body).toMatchObject({ acknowledged: true });
    }
  });

  it('moves the first appointments of each day to the next day, at the front desk', async () => {
    const desk = await signedIn('admin');
    const { rows } = await db.execute<{ id: string; name: string; next: string }>(sql`
      select id, treatment_name as name, to_char(day + 1, 'Mon FMDD, YYYY') as next from (
        select *, row_number() over (partition by day, treatment_id order by starts_at) as number from bookings) b
      where number = 1 and email <> ${DEMO_ACCOUNTS[2].email} and day between '2026-03-02' and '2026-03-08'`);
    const outcomes = [];
    for (const { id, name, next } of rows) {
      const options = await optionsOf(desk, `/api/appointments/options?date=${next}&booking=${id}`);
      const free = options.find((one) => one.name === name && one.slots.length > 0);
      if (!free) continue;
      const to = { appointmentDate: next, slot: free.slots[0], optionId: free._id };
      outcomes.push((await desk.post(`/api/bookings/${id}/move`, to)).status);
    }
    expect(outcomes.length).toBeGreaterThan(20);
    expect(outcomes.filter((status) => status !== 200)).toEqual([]);
  });
});

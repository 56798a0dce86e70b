import { afterAll, beforeAll, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

/** A node that nobody tells of changes, and that does not look by itself. */

const FOR_EVER = 3_600_000;

let here: TestApp;
let there: TestApp;
let admin: RoledClient;
let doctor: RoledClient;
let patient: RoledClient;
let treatmentId: string;
let optionId: string;
let month = 0;

beforeAll(async () => {
  here = await startTestApp();
  there = await startTestApp({ beside: here, trustMillis: FOR_EVER });
  for (const node of [here, there]) node.clock = new Date('2030-05-06T06:00:00Z');
  admin = await personWith(here, { isAdmin: true });
  doctor = await personWith(here, { isDoctor: true, name: 'Ada Winter' });
  patient = await personWith(here, { name: 'Pia Patient' });
  const { id, name } = doctor;
  ({ treatmentId, optionId } = await openOption(here.database.db, {
    treatment: 'Oncology',
    doctor: { id, name, photo: null },
  }));
  await admin.request('PUT', '/api/clinic/rules', { body: { horizonDays: 700 } });
  await bookThere();
});
afterAll(async () => {
  await there.close();
  await here.close();
});

interface Wanted {
  price?: number;
  slot?: string;
  /** Of the request: the same one is booked once. */
  key?: string;
}

/** Books the first slot of another day on the node that knows nothing new. */
function bookThere(request: Wanted = {}) {
  month += 1;
  return book(there, request);
}

const dayOf = () =>
  new Date(Date.UTC(2030, 4 + month, 7)).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const work = (from: string) => ({
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to: '18:00' })),
  bookings: 'keep',
});

/** Books the first slot of the day. */
async function book(at: TestApp, { key, ...request }: Wanted) {
  return patient.request('POST', '/api/bookings', {
    at: at.url,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    body: {
      appointmentDate: dayOf(),
      treatment: 'Oncology',
      slot: '09:00 AM - 09:30 AM',
      patient: patient.name,
      email: patient.email,
      phone: '+44 20 7946 0000',
      price: 50,
      ...request,
    },
  });
}

it('refuses an old price, and books for the new one', async () => {
  await admin.request('PUT', `/api/treatments/${treatmentId}`, { body: { minutes: 30, price: 60 } });
  expect((await bookThere({ price: 50 })).body).toMatchObject({ code: 'PRICE_CHANGED' });
  expect((await bookThere({ price: 60 })).body).toMatchObject({ acknowledged: true });
  await admin.request('PUT', `/api/treatments/${treatmentId}`, { body: { minutes: 30, price: 50 } });
  expect((await bookThere({ price: 60 })).body).toMatchObject({ code: 'PRICE_CHANGED' });
});

it('is read with a connection that no booking holds, however many wait for it', async () => {
  await here.database.pool.query('update clinic set least_notice_minutes = 5');
  month += 1;
  // There are twenty connections.
  const requests = Array.from({ length: 150 }, (_, n) => book(here, { key: `key-${n}` }));
  const statuses = Map.groupBy(await Promise.all(requests), ({ status }) => status);
  expect(new Set(statuses.keys())).toEqual(new Set([200, 409]));
  expect(statuses.get(200)).toHaveLength(1);
});

it('refuses hours that the doctor gave up, and books hours that were added', async () => {
  await admin.request('PUT', `/api/doctors/${doctor.id}/hours`, { body: work('10:00') });
  expect((await bookThere()).body).toMatchObject({ code: 'SLOT_NOT_OFFERED' });
  await admin.request('PUT', `/api/doctors/${doctor.id}/hours`, { body: work('08:00') });
  expect((await bookThere()).body).toMatchObject({ acknowledged: true });
  expect((await bookThere({ slot: '08:00 AM - 08:30 AM' })).body).toMatchObject({ acknowledged: true });
});

it('holds only what is offered now', async () => {
  const hold = (slot: string) => {
    month += 1;
    return patient.request('POST', '/api/holds', { at: there.url, body: { optionId, appointmentDate: dayOf(), slot } });
  };
  await admin.request('PUT', `/api/doctors/${doctor.id}/hours`, { body: work('10:00') });
  expect((await hold('09:00 AM - 09:30 AM')).body).toMatchObject({ code: 'SLOT_NOT_OFFERED' });
  await admin.request('PUT', `/api/doctors/${doctor.id}/hours`, { body: work('08:00') });
  expect((await hold('08:00 AM - 08:30 AM')).status).toBe(200);
  await here.database.pool.query('update appointment_options set open = false where id = $1', [optionId]);
  expect((await hold('08:00 AM - 08:30 AM')).body).toMatchObject({ code: 'TREATMENT_UNKNOWN' });
  await here.database.pool.query('update appointment_options set open = true where id = $1', [optionId]);
});

it('answers 503, and when to try again, while the hours change at every try', async () => {
  const { pool } = here.database;
  const functions = ['record_bookings', 'record_holds'];
  const { rows } = await pool.query<{ text: string }>(
    'select pg_get_functiondef(oid) as text from pg_proc where proname = any($1)',
    [functions],
  );
  // As if somebody changed the hours between each look and the next statement.
  await pool.query(`
    create or replace function record_bookings(request jsonb) returns jsonb language sql as
      $$ select jsonb_object_agg(b->>'id', '{"against": "changed"}'::jsonb) from jsonb_array_elements(request->'bookings') b $$;
    create or replace function record_holds(requests jsonb, waits boolean) returns jsonb language sql as
      $$ select jsonb_agg('{"against": "changed"}'::jsonb) from jsonb_array_elements(requests) $$`);
  month += 1;
  const wanted = { optionId, appointmentDate: dayOf(), slot: '09:00 AM - 09:30 AM' };
  for (const refused of [await book(here, {}), await patient.request('POST', '/api/holds', { body: wanted })]) {
    expect(refused).toMatchObject({ status: 503, body: { message: expect.stringContaining('are being changed') } });
    expect(refused.headers.get('retry-after')).toBe('1');
  }
  for (const { text } of rows) await pool.query(text);
  expect((await book(here, {})).body).toMatchObject({ acknowledged: true });
});

it('tells a doctor of new appointments from the moment that they choose it, and not after they end it', async () => {
  const choose = (on: boolean) =>
    doctor.request('PUT', '/api/message-choices', { body: { topic: 'new-bookings', channel: 'email', on } });
  const countEmails = async () => {
    await here.deliverMail();
    return here.mails.filter(({ to, subject }) => to === doctor.email && subject.startsWith('New appointment')).length;
  };
  await bookThere();
  expect(await countEmails()).toBe(0);
  await choose(true);
  await bookThere();
  expect(await countEmails()).toBe(1);
  await choose(false);
  await bookThere();
  expect(await countEmails()).toBe(1);
});

it('tells whoever works at the front desk now', async () => {
  const desk = await personWith(here, { isFrontDesk: true });
  await desk.request('PUT', '/api/message-choices', { body: { topic: 'new-bookings', channel: 'email', on: true } });
  await bookThere();
  await here.database.pool.query('update people set is_front_desk = false where id = $1', [desk.id]);
  const { body } = await bookThere();
  const { rows } = await here.database.pool.query('select about from outgoing_messages where person_id = $1', [
    desk.id,
  ]);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(body['insertedId']);
});

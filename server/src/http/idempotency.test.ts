import { createHash, randomBytes } from 'node:crypto';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { openOption } from '../../testing/clinic.ts';
import { startTestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { deleteOldRows } from '../database/retention.ts';
import { addDays } from '../features/schedule/slots.ts';

const app = await startTestApp();
await openOption(app.database.db, { treatment: 'Whitening', minutes: 30 });

let days = 1;
let keys = 0;
const freshDay = () => mediumDateFromIso(addDays(new Date().toISOString().slice(0, 10), (days += 1)));
const freshKey = () => `key-${(keys += 1)}`;

function book(person: TestClient, options: { day: string; key?: string; slot?: string }) {
  const { day, key, slot = '09:00 AM - 09:30 AM' } = options;
  const body = {
    appointmentDate: day,
    treatment: 'Whitening',
    slot,
    patient: person.name,
    email: person.email,
    phone: '',
    price: 50,
  };
  return person.post('/api/bookings', body, key === undefined ? {} : { 'idempotency-key': key });
}

async function bookingsOf(person: TestClient): Promise<number> {
  const { body } = await person.get(`/api/bookings?email=${person.email}`);
  return body.length;
}

describe('a change under an Idempotency-Key', () => {
  test('is made once; repetitions get the first answer', async () => {
    const person = await app.person();
    const request = { day: freshDay(), key: freshKey() };
    const first = await book(person, request);
    expect(first.status).toBe(200);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    for (let n = 0; n < 2; n += 1) {
      const again = await book(person, request);
      expect(again).toMatchObject({ status: 200, body: first.body });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.headers.get('content-type')).toBe('application/json');
      expect(again.headers.get('cache-control')).toBe('no-store');
    }
    expect(await bookingsOf(person)).toBe(1);
  });

  test('is made once by twenty parallel requests', async () => {
    const person = await app.person();
    const request = { day: freshDay(), key: freshKey() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => book(person, request)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toHaveLength(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await bookingsOf(person)).toBe(1);
  });

  test('that was refused gets the same refusal again, even if it would now succeed', async () => {
    const [first, second] = [await app.person(), await app.person()];
    const day = freshDay();
    expect((await book(first, { day })).status).toBe(200);
    const key = freshKey();
    const refused = await book(second, { day, key });
    expect(refused).toMatchObject({ status: 409, body: { acknowledged: false, code: 'SLOT_TAKEN' } });
    await app.database.pool.query(
      "update bookings set state = 'cancelled', change_reason = 'a test' where email = $1",
      [first.email],
    );

    const again = await book(second, { day, key });
    // The slots it names are those that are free now.
    const { nearest, ...same } = refused.body;
    expect(nearest).toHaveLength(3);
    expect(again).toMatchObject({ status: 409, body: same });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await book(second, { day, key: freshKey() })).status).toBe(200);
  });

  test('with invalid input gets the same problem again', async () => {
    const person = await app.person();
    const request = { day: 'Feb 30, 2024', key: freshKey() };
    const first = await book(person, request);
    const again = await book(person, request);
    expect(again).toMatchObject({ status: 400, body: first.body });
    expect(again.headers.get('content-type')).toBe('application/problem+json');
  });

  test.each([
    ['deleteItem', { status: 404 }],
    ['waiting-list', { status: 200, body: { deletedCount: 0 } }],
  ])('of %s with an id of any length is answered as without a key', async (call, expected) => {
    const person = await app.person();
    // Random, because PostgreSQL compresses what it can.
    const path = `/api/${call}/${randomBytes(3000).toString('base64url')}`;
    for (const headers of [{}, { 'idempotency-key': freshKey() }]) {
      expect(await person.request('DELETE', path, { headers })).toMatchObject(expected);
    }
  });

  test('with a different body is 422 and has no effect', async () => {
    const person = await app.person();
    const key = freshKey();
    await book(person, { day: freshDay(), key });
    const other = await book(person, { day: freshDay(), key });
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    expect(await bookingsOf(person)).toBe(1);
  });

  test('does not conflict with the same key in another call or of another person', async () => {
    const [one, two] = [await app.person(), await app.person()];
    const key = freshKey();
    const day = freshDay();
    expect((await book(one, { day, key })).status).toBe(200);
    expect((await book(two, { day, key, slot: '10:00 AM - 10:30 AM' })).status).toBe(200);
    const record = { name: one.name, email: one.email };
    const answer = await one.post('/api/users', record, { 'idempotency-key': key });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
  });

  test('is the same change with the cookie and with a token', async () => {
    const person = await app.person();
    const key = freshKey();
    const record = { name: person.name, email: person.email };
    await person.post('/api/users', record, { 'idempotency-key': key });
    const { body } = await person.get(`/api/jwt?email=${person.email}`);
    const authorization = `bearer ${String(body['accessToken'])}`;
    const again = await app.client().post('/api/users', record, { 'idempotency-key': key, authorization });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('is not answered to callers without permission', async () => {
    const person = await app.person();
    const request = { day: freshDay(), key: freshKey() };
    await book(person, request);
    await person.post('/api/auth/sign-out', {});
    expect((await book(person, request)).status).toBe(401);
  });
});

test.each(['x'.repeat(201), 'two words', 'tab\there', 'snö'])('an invalid key is 400: %s', async (key) => {
  const person = await app.person();
  expect(await book(person, { day: freshDay(), key })).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  expect(await bookingsOf(person)).toBe(0);
});

test('a server error is not stored: the same key can be tried again', async () => {
  const person = await app.person();
  const request = { day: freshDay(), key: freshKey() };
  await app.database.pool.query('alter table live_events rename to live_events_gone');
  expect((await book(person, request)).status).toBe(500);
  await app.database.pool.query('alter table live_events_gone rename to live_events');
  const again = await book(person, request);
  expect(again.status).toBe(200);
  expect(again.headers.get('idempotent-replayed')).toBeNull();
  expect(await bookingsOf(person)).toBe(1);
});

describe('a change that shares a transaction with its key', () => {
  let person: TestClient;
  let key: string;
  let bookingId: string;
  beforeEach(async () => {
    person = await app.person();
    key = freshKey();
    bookingId = String((await book(person, { day: freshDay() })).body['insertedId']);
  });
  const cancel = (body: object) =>
    person.post(`/api/bookings/${bookingId}/cancel`, { ...body }, { 'idempotency-key': key });

  test('is made once by ten parallel requests, and refused for another body', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel({ version: 1 })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(await cancel({})).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  test('gets the same refusal again, even if it would now succeed', async () => {
    const refused = await cancel({ version: 2 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
    await app.database.pool.query('update bookings set version = 2 where id = $1', [bookingId]);
    const again = await cancel({ version: 2 });
    expect(again).toMatchObject({ status: 409, body: refused.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('is not stored after a server error', async () => {
    await app.database.pool.query('alter table live_events rename to live_events_gone');
    expect((await cancel({})).status).toBe(500);
    await app.database.pool.query('alter table live_events_gone rename to live_events');
    const again = await cancel({});
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBeNull();
  });

  test('is stored with a hash that does not reveal the body to a guess', async () => {
    const body = JSON.stringify({ version: 1 });
    await cancel({ version: 1 });
    const { rows } = await app.database.pool.query('select request_hash from idempotency_keys where key = $1', [key]);
    expect(rows).toHaveLength(1);
    expect(rows).not.toContainEqual({ request_hash: createHash('sha256').update(body).digest('hex') });
  });
});

test('stored answers are deleted after a day, not earlier', async () => {
  const person = await app.person();
  const [day, key] = [freshDay(), freshKey()];
  await book(person, { day, key });
  await deleteOldRows(app.database.db, new Date(Date.now() + 23 * 3_600_000));
  expect((await book(person, { day, key })).headers.get('idempotent-replayed')).toBe('true');
  await deleteOldRows(app.database.db, new Date(Date.now() + 25 * 3_600_000));
  expect(await book(person, { day, key })).toMatchObject({ status: 409, body: { code: 'ALREADY_BOOKED' } });
});

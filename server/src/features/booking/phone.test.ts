import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';

let app: TestApp;
let patient: TestClient;
beforeAll(async () => {
  app = await startTestApp({ environment: { PHONE_COUNTRY: 'DE' } });
  await openOption(app.database.db, { treatment: 'Cardiology' });
});
afterAll(() => app.close());

let day = 8;
beforeEach(async () => {
  app.clock = new Date('2024-01-05T10:05:00Z');
  day += 1;
  patient = await app.person();
});

const BAD_PHONE = 'That is not a valid phone number. Please check it, or leave the field empty.';

function book(by: TestClient, phone: string | undefined, slot = '09:00 AM - 09:30 AM') {
  const request = { appointmentDate: `Jan ${day}, 2024`, treatment: 'Cardiology', slot, price: 50 };
  return by.post('/api/bookings', { ...request, patient: by.name, email: by.email, phone });
}
const phoneOf = async (by: TestClient, id: unknown) => (await by.get(`/api/bookings/${String(id)}`)).body['phone'];
const keptFor = async (by: TestClient) =>
  ((await by.get('/api/session')).body['user'] as { phoneNumber: string | null }).phoneNumber;
const change = (by: TestClient, id: unknown, phone: string) =>
  by.request('PUT', `/api/bookings/${String(id)}/phone`, { body: { phone } });

describe('the phone number of a booking', () => {
  it('is optional, and none given keeps the one of the time before', async () => {
    expect(await keptFor(patient)).toBeNull();
    const { body } = await book(patient, undefined);
    expect(await phoneOf(patient, body['insertedId'])).toBe('');
    expect(await keptFor(patient)).toBeNull();
  });

  it("is read as dialled in the clinic's country, stored in E.164 and offered in the next form", async () => {
    const { body } = await book(patient, '(030) 90 18 20');
    expect(await phoneOf(patient, body['insertedId'])).toBe('+49 30 901820');
    expect(await keptFor(patient)).toBe('+49 30 901820');
    expect((await patient.get('/api/me/export')).body).toMatchObject({ person: { phone: '+49 30 901820' } });
    const { rows } = await app.database.pool.query('select phone from bookings where id = $1', [body['insertedId']]);
    expect(rows).toEqual([{ phone: '+4930901820' }]);
  });

  it('is refused when it is none, with a sentence, and nothing is booked or kept', async () => {
    const { status, body } = await book(patient, 'abc');
    expect([status, body]).toEqual([409, { acknowledged: false, code: 'PHONE_INVALID', message: BAD_PHONE }]);
    expect((await patient.get(`/api/bookings?email=${patient.email}`)).body).toEqual([]);
    expect(await keptFor(patient)).toBeNull();
  });

  it('is not kept from a booking that was refused', async () => {
    await book(await app.person(), '');
    expect((await book(patient, '030 901820')).body).toMatchObject({ code: 'SLOT_TAKEN' });
    expect(await keptFor(patient)).toBeNull();
  });
});

describe('changing the phone number of a booking', () => {
  it('is for its patient while it is still to come, and keeps the number for the next one', async () => {
    const { body } = await book(patient, '');
    const id = body['insertedId'];
    expect((await change(patient, id, '+44 20 7946 0958')).body).toEqual({
      acknowledged: true,
      phone: '+44 20 7946 0958',
    });
    expect(await phoneOf(patient, id)).toBe('+44 20 7946 0958');
    expect(await keptFor(patient)).toBe('+44 20 7946 0958');
    expect((await change(patient, id, '')).body).toEqual({ acknowledged: true, phone: '' });
    expect(await phoneOf(patient, id)).toBe('');
    expect(await keptFor(patient)).toBe('+44 20 7946 0958');
  });

  it('is refused when it is no number, when the appointment has begun, and when it was cancelled', async () => {
    const { body } = await book(patient, '030 901820');
    const id = body['insertedId'];
    expect((await change(patient, id, 'abc')).body).toMatchObject({ code: 'PHONE_INVALID', message: BAD_PHONE });
    expect((await change(patient, id, '1'.repeat(41))).status).toBe(400);
    app.clock = new Date(`2024-01-${String(day).padStart(2, '0')}T09:00:00Z`);
    expect(await change(patient, id, '')).toMatchObject({ status: 409, body: { code: 'NOT_UPCOMING' } });
    app.clock = new Date('2024-01-05T10:05:00Z');
    await app.database.pool.query(
      `update bookings set status = 'cancelled', cancelled_at = now(), cancel_reason = 'x' where id = $1`,
      [id],
    );
    expect(await change(patient, id, '')).toMatchObject({ status: 409, body: { code: 'NOT_UPCOMING' } });
    expect(await phoneOf(patient, id)).toBe('+49 30 901820');
  });

  it('finds nothing for anyone else, an admin included', async () => {
    const { body } = await book(patient, '030 901820');
    const id = body['insertedId'];
    for (const other of [await app.person(), await personWith(app, { isAdmin: true })]) {
      expect((await change(other, id, '')).status).toBe(404);
    }
    expect((await change(patient, 'x', '')).status).toBe(404);
    expect(await phoneOf(patient, id)).toBe('+49 30 901820');
  });
});

describe('the phone number on the profile', () => {
  const keep = (by: TestClient, phone: string) => by.request('PUT', '/api/me/phone', { body: { phone } });

  it('is changed and taken away, and bookings keep theirs', async () => {
    const { body } = await book(patient, '030 901820');
    expect((await keep(patient, '+1 202 555 0143')).body).toEqual({
      acknowledged: true,
      phoneNumber: '+1 202 555 0143',
    });
    expect(await keptFor(patient)).toBe('+1 202 555 0143');
    expect((await keep(patient, '')).body).toEqual({ acknowledged: true, phoneNumber: null });
    expect(await keptFor(patient)).toBeNull();
    expect(await phoneOf(patient, body['insertedId'])).toBe('+49 30 901820');
    expect(await keep(patient, 'abc')).toMatchObject({
      status: 409,
      body: { code: 'PHONE_INVALID', message: BAD_PHONE },
    });
  });

  it('is not set through the identity service, which knows no rule for it', async () => {
    await patient.post('/api/auth/update-user', { name: 'Pat', phone: 'abc' });
    expect(await keptFor(patient)).toBeNull();
  });

  it('goes when the person is deleted', async () => {
    await keep(patient, '+1 202 555 0143');
    const { body } = await patient.get('/api/session');
    const { uid } = body['user'] as { uid: string };
    await patient.post('/api/me/delete', { password: 'Correct1!' });
    const { rows } = await app.database.pool.query('select name, phone from people where id = $1', [uid]);
    expect(rows).toEqual([{ name: 'Pat Example', phone: null }]);
  });
});

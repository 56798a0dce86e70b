import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { setUpAuthenticator } from '../../../testing/second-factor.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';

let patient: TestClient;
const app = await startTestApp({ environment: { PHONE_COUNTRY: 'DE' } });
await openOption(app.database.db, { treatment: 'Cardiology' });

let day = 8;
beforeEach(async () => {
  app.clock = new Date('2024-01-05T10:05:00Z');
  day += 1;
  patient = await app.person();
});

const BAD_PHONE = 'That is not a valid phone number. Enter one like +49 1512 3456789.';

function book(by: TestClient, phone: string | undefined) {
  const time = { appointmentDate: `Jan ${day}, 2024`, slot: '09:00 AM - 09:30 AM' };
  return bookAs(by, { ...time, treatment: 'Cardiology', price: 50, phone });
}
const phoneOf = async (by: TestClient, id: unknown) => (await by.get(`/api/bookings/${String(id)}`)).body['phone'];
const keptFor = async (by: TestClient) =>
  ((await by.get('/api/session')).body['user'] as { phoneNumber: string | null }).phoneNumber;

describe('the phone number of a booking', () => {
  it('is optional; a booking without one does not change the saved number', async () => {
    expect(await keptFor(patient)).toBeNull();
    const { body } = await book(patient, undefined);
    expect(await phoneOf(patient, body['insertedId'])).toBe('');
    expect(await keptFor(patient)).toBeNull();
  });

  it("is parsed as dialled in the clinic's country, stored in E.164 and prefilled in the next form", async () => {
    const { body } = await book(patient, '(030) 90 18 20');
    expect(await phoneOf(patient, body['insertedId'])).toBe('+49 30 901820');
    expect(await keptFor(patient)).toBe('+49 30 901820');
    expect((await patient.get('/api/me/export')).body).toMatchObject({ person: { phone: '+49 30 901820' } });
    const { rows } = await app.database.pool.query('select phone from bookings where id = $1', [body['insertedId']]);
    expect(rows).toEqual([{ phone: '+4930901820' }]);
  });

  it('does not replace a confirmed number, to which text messages go', async () => {
    await book(patient, '0151 12345001');
    await app.database.pool.query('update people set phone_confirmed_at = now() where email = $1', [patient.email]);
    day += 1;
    const second = await book(patient, '030 901821');
    expect(await phoneOf(patient, second.body['insertedId'])).toBe('+49 30 901821');
    const { rows } = await app.database.pool.query('select phone, phone_confirmed_at from people where email = $1', [
      patient.email,
    ]);
    expect(rows).toEqual([{ phone: '+4915112345001', phone_confirmed_at: expect.any(Date) }]);
  });

  it('is refused with a message if it is invalid, and nothing is booked or saved', async () => {
    const { status, body } = await book(patient, 'abc');
    expect([status, body]).toEqual([409, { acknowledged: false, code: 'PHONE_INVALID', message: BAD_PHONE }]);
    expect((await patient.get(`/api/bookings?email=${patient.email}`)).body).toEqual([]);
    expect(await keptFor(patient)).toBeNull();
  });

  it('is not saved when the booking is refused', async () => {
    await book(await app.person(), '');
    expect((await book(patient, '030 901820')).body).toMatchObject({ code: 'SLOT_TAKEN' });
    expect(await keptFor(patient)).toBeNull();
  });
});

describe('the phone number on the profile', () => {
  const keep = (by: TestClient, phone: string) => by.request('PUT', '/api/me/phone', { body: { phone } });

  it('can be changed and removed without changing bookings', async () => {
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

  it('needs the password, or a sign-in of the last ten minutes, of somebody with a second factor', async () => {
    const client = await personWith(app);
    await keep(client, '030 901820');
    await setUpAuthenticator(client);
    const change = (password?: string) =>
      client.request('PUT', '/api/me/phone', { body: { phone: '030 901821', password } });
    expect(await change()).toMatchObject({ status: 409, body: { code: 'PASSWORD_REQUIRED' } });
    expect(await change('Wrong1!')).toMatchObject({ status: 409, body: { code: 'WRONG_PASSWORD' } });
    expect(await keptFor(client)).toBe('+49 30 901820');
    expect((await change('Correct1!')).body).toEqual({ acknowledged: true, phoneNumber: '+49 30 901821' });

    const { pool } = app.database;
    await pool.query('delete from accounts where person_id = $1', [client.id]);
    expect((await keep(client, '030 901822')).status).toBe(200);
    await pool.query(`update sessions set created_at = now() - interval '11 minutes' where person_id = $1`, [
      client.id,
    ]);
    expect(await keep(client, '030 901823')).toMatchObject({ status: 409, body: { code: 'SESSION_NOT_FRESH' } });
    expect(await keptFor(client)).toBe('+49 30 901822');
  });

  it('of somebody with a second factor is changed with an email to them, of others without one', async () => {
    const client = await personWith(app);
    const notices = async () => {
      await app.deliverMail();
      return app.mails.filter(
        ({ to, subject }) => to === client.email && subject === 'Your phone number was changed or removed',
      );
    };
    await keep(client, '030 901820');
    expect(await notices()).toEqual([]);
    await setUpAuthenticator(client);
    const change = (phone: string) =>
      client.request('PUT', '/api/me/phone', { body: { phone, password: 'Correct1!' } });
    expect((await change('+49 30 901820')).status).toBe(200);
    expect(await notices()).toEqual([]);
    expect((await change('030 901821')).status).toBe(200);
    expect(await notices()).toHaveLength(1);
    expect((await change('')).status).toBe(200);
    expect(await notices()).toHaveLength(2);
  });

  it('of somebody with a second factor, no appointment changes, whoever books it', async () => {
    const client = await personWith(app);
    await setUpAuthenticator(client);
    const { body } = await book(client, '030 901820');
    expect(await phoneOf(client, body['insertedId'])).toBe('+49 30 901820');
    expect(await keptFor(client)).toBeNull();
    const desk = await personWith(app, { isFrontDesk: true });
    day += 1;
    const booked = await desk.post('/api/appointments', {
      appointmentDate: `Jan ${day}, 2024`,
      treatment: 'Cardiology',
      slot: '09:00 AM - 09:30 AM',
      patientId: client.id,
      phone: '030 901822',
    });
    expect(booked.body).toMatchObject({ acknowledged: true });
    expect(await keptFor(client)).toBeNull();
  });

  it('cannot be set through the identity service, which does not validate it', async () => {
    await patient.post('/api/auth/update-user', { name: 'Pat', phone: 'abc' });
    expect(await keptFor(patient)).toBeNull();
  });

  it('is deleted with the person', async () => {
    await keep(patient, '+1 202 555 0143');
    const { body } = await patient.get('/api/session');
    const { uid } = body['user'] as { uid: string };
    await patient.post('/api/me/delete', { password: 'Correct1!' });
    const { rows } = await app.database.pool.query('select name, phone from people where id = $1', [uid]);
    expect(rows).toEqual([{ name: 'Pat Example', phone: null }]);
  });
});

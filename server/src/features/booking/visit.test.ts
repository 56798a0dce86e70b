import { beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startPayingClinic } from '../../../testing/paying.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const NINE = '09:00 AM - 09:30 AM';
const TEN = '10:00 AM - 10:30 AM';
let doctor: RoledClient;
let optionId: string;
let patient: RoledClient;
let nobody: TestClient;
let bookingId: string;
let token: string;

const clinic = await startPayingClinic();
const app = clinic.app;
clinic.sandbox.stripe.deliver({ how: 'never' });
beforeEach(async () => {
  app.clock = new Date('2030-05-01T12:00:00Z');
  patient = await personWith(app);
  nobody = app.client();
  doctor = await personWith(app, { name: 'Dora Doctor', isDoctor: true });
  const as = { id: doctor.id, name: doctor.name, photo: null };
  ({ optionId } = await openOption(app.database.db, { treatment: 'Podiatry', priceMinor: 14_000, doctor: as }));
  bookingId = await book(patient);
  token = await mailedToken(patient);
});

async function book(by: RoledClient, slot = NINE) {
  const request = { appointmentDate: 'May 15, 2030', treatment: 'Podiatry', slot, optionId, price: 140, phone: '' };
  return bookedAs(by, request);
}
/** The token in the newest email to somebody. */
async function mailedToken({ email }: { email: string }) {
  await app.deliverMail();
  const text = app.mails.findLast(({ to }) => to === email)?.text ?? '';
  return /\/visit#token=(\S+)/.exec(text)?.[1] ?? '';
}
const send = (call: string, body: Record<string, unknown> = {}) => nobody.post(`/api/visit${call}`, { token, ...body });
const seen = async () => (await patient.get(`/api/bookings/${bookingId}`)).body;
const row = async () =>
  (await app.database.pool.query('select * from bookings where id = $1', [bookingId])).rows[0] as object;
const CALLS = ['', '/confirm', '/cancellation', '/cancel'];
const refusals = async () => Promise.all(CALLS.map(async (call) => (await send(call)).status));
const DEAD = [404, 404, 404, 404];

describe('the link in an email about an appointment', () => {
  it('shows somebody signed out what the email said, and nothing about the person', async () => {
    const { status, body } = await send('');
    expect(status).toBe(200);
    expect(body).toEqual({
      reference: (await seen())['reference'],
      treatment: 'Podiatry',
      doctorName: 'Dora Doctor',
      appointmentDate: 'May 15, 2030',
      slot: NINE,
      startsAt: (await seen())['startsAt'],
      minutes: 30,
      price: 140,
      currency: 'USD',
      paid: false,
      state: 'booked',
      version: 1,
      can: { confirm: true, move: true, cancel: true },
    });
  });

  it('changes nothing when a program opens or looks at it', async () => {
    const before = await row();
    for (const method of ['GET', 'HEAD']) await nobody.request(method, `/visit?token=${token}`);
    await send('');
    await send('/cancellation');
    const time = { appointmentDate: 'May 20, 2030', slot: TEN, optionId };
    expect(await send('/move-terms', time)).toMatchObject({ status: 200, body: {} });
    for (const call of CALLS) expect((await nobody.get(`/api/visit${call}?token=${token}`)).status).toBe(405);
    expect(await row()).toEqual(before);
  });

  it('is in no log', async () => {
    await nobody.get(`/visit?token=${token}`);
    await send('');
    expect(app.logLines.some((line) => line.includes('/visit'))).toBe(true);
    expect(app.logLines.filter((line) => line.includes(token.split('.')[1] ?? ''))).toEqual([]);
  });

  it('tells the clinic that the patient will come, once, until a move', async () => {
    expect((await send('/confirm')).body['visit']).toMatchObject({ can: { confirm: false } });
    const { confirmedAt } = await seen();
    expect(confirmedAt).toBe('2030-05-01T12:00:00.000Z');
    app.clock = new Date('2030-05-02T12:00:00Z');
    await send('/confirm');
    expect(await seen()).toMatchObject({ confirmedAt, version: 1 });
    const moved = await send('/move', { appointmentDate: 'May 20, 2030', slot: TEN, optionId });
    expect(moved.body).toMatchObject({ acknowledged: true, visit: { appointmentDate: 'May 20, 2030', slot: TEN } });
    expect(await seen()).not.toHaveProperty('confirmedAt');
    expect((await seen())['history']).toMatchObject([{ as: 'patient' }, { as: 'patient', byReader: true }]);
    expect((await send('')).body).toMatchObject({ can: { confirm: true } });
  });

  it('cancels it as the patient; then it only says so', async () => {
    expect((await send('/cancellation')).body).toMatchObject({ needsReason: false });
    expect((await send('/cancel')).body).toMatchObject({ acknowledged: true, visit: { state: 'cancelled' } });
    expect((await seen())['history']).toMatchObject([{}, { state: 'cancelled', as: 'patient', byReader: true }]);
    expect((await send('')).body).toMatchObject({
      state: 'cancelled',
      can: { confirm: false, move: false, cancel: false },
    });
    expect((await send('/confirm')).status).toBe(409);
    expect((await send('/move', { appointmentDate: 'May 20, 2030', slot: TEN, optionId })).status).toBe(409);
  });

  it.each([
    ['everything while cancelling is free of charge', 25, 140],
    ['nothing later', 23, 0],
  ])('refunds %s, as the patient reads when signed in, and once', async (_, hoursBefore, amount) => {
    await app.database.pool.query('update bookings set free_cancellation_hours = 24 where id = $1', [bookingId]);
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    await patient.post('/api/payments', { price: 140, transactionId, email: patient.email, bookingId });
    app.clock = new Date(new Date(String((await seen())['startsAt'])).getTime() - hoursBefore * 3_600_000);
    expect((await send('')).body).toMatchObject({ paid: true, can: { cancel: true, move: amount > 0 } });
    const { body: preview } = await send('/cancellation');
    expect(preview).toEqual((await patient.get(`/api/bookings/${bookingId}/cancellation`)).body);
    const { status, body } = await send('/cancel');
    expect([status, body['refund'], preview['refund']]).toEqual([
      200,
      { amount, currency: 'USD', atClinic: 0, byInsurance: 0 },
      { amount, currency: 'USD', atClinic: 0, byInsurance: 0 },
    ]);
    expect((await send('/cancel')).body).toEqual(body);
    // Nothing about who paid, or how.
    const refunds = amount > 0 ? [{ amount, state: 'pending', kind: 'online' }] : [];
    const payment = { amount: 140, refunded: amount, currency: 'USD', state: 'paid', refunds };
    expect((await send('')).body['payments']).toEqual([payment]);
    await app.runJobs();
    const charge = clinic.sandbox.stripe.charges().find((one) => one.payment_intent === transactionId);
    expect(charge?.amount_refunded).toBe(amount * 100);
  });

  it('acts as the patient, whoever is signed in', async () => {
    await doctor.post('/api/visit/cancel', { token });
    expect((await seen())['history']).toMatchObject([{}, { state: 'cancelled', as: 'patient', byReader: true }]);
  });

  it('moves under the rules of a signed-in move, and a refusal leaves everything as it was', async () => {
    await book(await personWith(app), TEN);
    const move = (body: Record<string, unknown>) =>
      send('/move', { appointmentDate: 'May 15, 2030', optionId, ...body });
    expect((await move({ slot: TEN })).body).toMatchObject({ code: 'SLOT_TAKEN' });
    expect((await move({ slot: '11:00 AM - 11:30 AM', price: 1 })).body).toMatchObject({ code: 'PRICE_CHANGED' });
    expect((await move({ slot: '11:00 AM - 11:30 AM', version: 9 })).body).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    expect(await seen()).toMatchObject({ version: 1, slot: NINE });
    const moved = await move({ slot: '11:00 AM - 11:30 AM' });
    expect((await move({ slot: '11:00 AM - 11:30 AM' })).body).toEqual(moved.body);
    expect(await seen()).toMatchObject({ version: 2, slot: '11:00 AM - 11:30 AM' });
  });

  it('counts with the moves of its patient, who has twenty in an hour; staff have no limit', async () => {
    const later = { appointmentDate: 'May 16, 2030', treatment: 'Podiatry', optionId, price: 140 };
    const otherId = await bookedAs(patient, { ...later, slot: NINE });
    const moveTo = (slot: string, by: RoledClient = patient) =>
      by.post(`/api/bookings/${otherId}/move`, { ...later, slot });
    const byLink = (slot: string) => send('/move', { appointmentDate: 'May 15, 2030', optionId, slot });
    for (let n = 0; n < 10; n += 1) {
      const slot = n % 2 === 0 ? TEN : NINE;
      expect([(await moveTo(slot)).status, (await byLink(slot)).status]).toEqual([200, 200]);
    }
    const refusal = { status: 409, body: { code: 'NOT_POSSIBLE', message: expect.stringContaining('20 times') } };
    expect(await moveTo(TEN)).toMatchObject(refusal);
    expect(await byLink(TEN)).toMatchObject(refusal);
    expect((await moveTo(TEN, doctor)).status).toBe(200);
    app.clock = new Date('2030-05-01T13:00:01Z');
    expect((await byLink(TEN)).status).toBe(200);
  });

  it('does not confirm a time that its reader has not seen', async () => {
    await send('/move', { appointmentDate: 'May 20, 2030', slot: TEN, optionId });
    expect(await send('/confirm', { version: 1 })).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
    expect(await seen()).not.toHaveProperty('confirmedAt');
    expect((await send('/confirm', { version: 2 })).status).toBe(200);
  });

  it('does not cancel a version that its reader has not seen', async () => {
    await send('/move', { appointmentDate: 'May 20, 2030', slot: TEN, optionId });
    expect((await send('/cancel', { version: 1 })).status).toBe(409);
    expect((await seen())['state']).toBe('booked');
  });
});

describe('a link does not work', () => {
  it('altered, or for another appointment', async () => {
    const own = token;
    const otherId = await book(await personWith(app), TEN);
    const [id = '', signature = ''] = own.split('.');
    const first = signature.startsWith('A') ? 'B' : 'A';
    for (const wrong of [
      '',
      id,
      `${id}.`,
      `${otherId}.${signature}`,
      `${id}.${first}${signature.slice(1)}`,
      `${own}.x`,
    ]) {
      token = wrong;
      expect(await refusals()).toEqual(DEAD);
    }
    token = own;
    expect((await send('')).status).toBe(200);
  });

  it('after the appointment has ended', async () => {
    app.clock = new Date('2030-05-15T09:29:00Z');
    expect((await send('')).status).toBe(200);
    expect((await send('/confirm')).status).toBe(409);
    app.clock = new Date('2030-05-15T09:30:00Z');
    expect(await refusals()).toEqual(DEAD);
  });

  it('after its patient or staff ended it; the next email has another', async () => {
    const stranger = await personWith(app);
    const revoke = (by: TestClient) => by.post(`/api/bookings/${bookingId}/revoke-links`, {});
    expect((await revoke(stranger)).status).toBe(404);
    expect((await send('')).status).toBe(200);
    for (const by of [patient, doctor]) {
      expect((await revoke(by)).status).toBe(200);
      expect(await refusals()).toEqual(DEAD);
      await patient.post(`/api/bookings/${bookingId}/move`, {
        appointmentDate: by === patient ? 'May 20, 2030' : 'May 21, 2030',
        slot: TEN,
        optionId,
      });
      token = await mailedToken(patient);
      expect((await send('')).status).toBe(200);
    }
  });

  it('after the address of its patient has changed', async () => {
    await app.database.pool.query('update people set email = $2 where id = $1', [patient.id, `new-${patient.email}`]);
    expect(await refusals()).toEqual(DEAD);
  });

  it('after its patient closed the account', async () => {
    const admin = await personWith(app, { isAdmin: true });
    expect((await admin.request('DELETE', `/api/users/${patient.id}`)).status).toBe(200);
    expect(await refusals()).toEqual(DEAD);
  });
});

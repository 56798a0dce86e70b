import type { Booking } from '@openhours/contract/booking.ts';
import { REFERENCE_PATTERN } from '@openhours/contract/booking-reference.ts';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { storePayment } from '../../../testing/stored-payment.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { people } from '../../database/schema/index.ts';
import { listPatientsAtLimit } from './queries.ts';

let patient: TestClient;

const app = await startTestApp({ environment: { MAX_UNPAID_BOOKINGS: '3', BOOKING_HORIZON_DAYS: '30' } });
const { db } = app.database;
await openOption(db, { treatment: 'Cardiology', priceMinor: 14000 });
await openOption(db, { treatment: 'General', priceMinor: 0, minutes: 20 });
await openOption(db, { treatment: 'Dental Care', priceMinor: 9050, minutes: 60 });

beforeEach(async () => {
  app.clock = new Date('2024-01-05T10:05:00Z');
  await app.database.db.execute(sql`delete from bookings`);
  patient = await app.person();
});

function request(of: TestClient, changes: Record<string, unknown> = {}) {
  return {
    appointmentDate: 'Jan 8, 2024',
    treatment: 'Cardiology',
    slot: '09:00 AM - 09:30 AM',
    patient: of.name,
    email: of.email,
    phone: '+1 202 555 0143',
    price: 140,
    ...changes,
  };
}

const book = (by: TestClient, changes: Record<string, unknown> = {}) => by.post('/api/bookings', request(by, changes));
const options = async (date: string) => (await app.client().get(`/api/v2/appointmentOptions?date=${date}`)).body;
const slotsOf = async (treatment: string, date: string) =>
  (await options(date)).find((option) => (option as { name: string }).name === treatment) as { slots: string[] };

describe('a new booking', () => {
  it('is acknowledged, appears in the list with the submitted data, and takes its slot', async () => {
    const answer = await book(patient);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      acknowledged: true,
      insertedId: expect.any(String),
      reference: expect.stringMatching(REFERENCE_PATTERN),
    });

    const { body } = await patient.get(`/api/bookings?email=${patient.email}`);
    expect(body).toEqual([
      {
        _id: answer.body['insertedId'],
        reference: answer.body['reference'],
        patient: patient.name,
        isForSomebodyElse: false,
        email: patient.email,
        emails: 'on',
        phone: '+1 202 555 0143',
        visitReason: '',
        treatment: 'Cardiology',
        appointmentDate: 'Jan 8, 2024',
        slot: '09:00 AM - 09:30 AM',
        startsAt: '2024-01-08T09:00:00.000Z',
        minutes: 30,
        price: 140,
        currency: 'USD',
        paid: false,
        state: 'booked',
        version: 1,
        history: [
          {
            at: expect.any(String),
            as: 'patient',
            byReader: true,
            state: 'booked',
            appointmentDate: 'Jan 8, 2024',
            slot: '09:00 AM - 09:30 AM',
          },
        ],
        can: { cancel: true, move: true, takePayment: false, become: [] },
        bookedAt: expect.any(String),
        freeUntil: '2024-01-08T09:00:00.000Z',
      },
    ]);
    const { slots } = await slotsOf('Cardiology', 'Jan 8, 2024');
    expect(slots).toHaveLength(15);
    expect(slots[0]).toBe('09:30 AM - 10:00 AM');
  });

  it('can be read by its patient and by admins; anyone else gets 404', async () => {
    const id = String((await book(patient)).body['insertedId']);
    expect((await patient.get(`/api/bookings/${id}`)).body).toMatchObject({ _id: id, treatment: 'Cardiology' });

    const other = await app.person();
    expect((await other.get(`/api/bookings/${id}`)).status).toBe(404);
    expect((await other.get('/api/bookings/not-an-id')).status).toBe(404);
    await app.database.db.update(people).set({ isAdmin: true }).where(sql`email = ${other.email}`);
    expect((await other.get(`/api/bookings/${id}`)).status).toBe(200);
  });

  it('can be read by its doctor while they have that role, and by no other doctor', async () => {
    const doctor = await personWith(app, { name: 'Dora Doc', isDoctor: true });
    const otherDoctor = await personWith(app, { isDoctor: true });
    const { db } = app.database;
    const { optionId } = await openOption(db, {
      treatment: 'Pediatrics',
      doctor: { id: doctor.id, name: 'Dora Doc', photo: null },
    });
    const booked = await book(patient, { treatment: 'Pediatrics', price: 50, optionId });
    const path = `/api/bookings/${String(booked.body['insertedId'])}`;
    expect((await doctor.get(path)).body).toMatchObject({ doctorName: 'Dora Doc' });
    expect((await otherDoctor.get(path)).status).toBe(404);
    await db.update(people).set({ isDoctor: false }).where(sql`email = ${doctor.email}`);
    expect((await doctor.get(path)).status).toBe(404);
    await db.execute(sql`delete from bookings`);
    await db.execute(sql`update appointment_options set open = false where id = ${optionId}`);
  });

  it('appears exactly once across the pages of the list, latest appointment first', async () => {
    for (const day of [9, 10, 8]) {
      await book(patient, {
        appointmentDate: `Jan ${day}, 2024`,
        treatment: 'General',
        price: 0,
        slot: '09:00 AM - 09:20 AM',
      });
    }
    const list = async (rest: string) =>
      (await patient.get(`/api/bookings?email=${patient.email}${rest}`)).body as unknown as {
        _id: string;
        appointmentDate: string;
      }[];
    const first = await list('&limit=2');
    const second = await list(`&limit=2&cursor=${first[1]?._id}`);
    expect([...first, ...second].map((booking) => booking.appointmentDate)).toEqual([
      'Jan 10, 2024',
      'Jan 9, 2024',
      'Jan 8, 2024',
    ]);
    expect(await list(`&cursor=${second[0]?._id}`)).toEqual([]);
  });

  it('takes any option of the treatment with that slot free, if the request names no option', async () => {
    const { optionId } = await openOption(app.database.db, { treatment: 'Cardiology' });
    const other = await app.person();
    expect((await book(patient)).status).toBe(200);
    expect((await book(other)).status).toBe(200);
    const third = await app.person();
    expect((await book(third)).body).toMatchObject({ code: 'SLOT_TAKEN' });
    await app.database.db.execute(sql`update appointment_options set open = false where id = ${optionId}`);
  });

  it('keeps its price when the price of the treatment changes', async () => {
    const id = String((await book(patient)).body['insertedId']);
    await app.database.db.execute(sql`update treatments set price_minor = 99900 where name = 'Cardiology'`);
    expect((await patient.get(`/api/bookings/${id}`)).body).toMatchObject({ price: 140 });
    await app.database.db.execute(sql`update treatments set price_minor = 14000 where name = 'Cardiology'`);
  });
});

describe('a booking is refused with a message', () => {
  const expectRefusal = (answer: { status: number; body: unknown }, code: string, message: string | RegExp) => {
    expect(answer.body).toMatchObject({ acknowledged: false, code, message: expect.stringMatching(message) });
    expect(answer.status).toBe(409);
  };

  it('when the slot is taken, with the nearest free slots', async () => {
    await book(await app.person());
    const answer = await book(patient);
    expectRefusal(
      answer,
      'SLOT_TAKEN',
      'Someone else has just booked 09:00 AM - 09:30 AM. Please choose another slot.',
    );
    expect((answer.body['nearest'] as { slot: string }[]).map(({ slot }) => slot)).toEqual([
      '09:30 AM - 10:00 AM',
      '10:00 AM - 10:30 AM',
      '10:30 AM - 11:00 AM',
    ]);
  });

  it('when the patient has a booking for that treatment on that day, with its id', async () => {
    const id = (await book(patient)).body['insertedId'];
    const again = await book(patient, { slot: '11:00 AM - 11:30 AM' });
    expectRefusal(again, 'ALREADY_BOOKED', 'You already have an appointment for Cardiology on Jan 8, 2024.');
    expect(again.body['bookingId']).toBe(id);
    expectRefusal(await book(patient), 'ALREADY_BOOKED', /already have/);
  });

  it('when the patient has another appointment at that time', async () => {
    await book(patient);
    const answer = await book(patient, { treatment: 'General', price: 0, slot: '09:20 AM - 09:40 AM' });
    expectRefusal(answer, 'ELSEWHERE', 'You have another appointment at 09:20 AM - 09:40 AM on Jan 8, 2024.');
  });

  it('when the slot or the day is in the past', async () => {
    const today = { appointmentDate: 'Jan 5, 2024' };
    expectRefusal(await book(patient, { ...today, slot: '10:00 AM - 10:30 AM' }), 'SLOT_PAST', /has already begun/);
    expectRefusal(
      await book(patient, { appointmentDate: 'Jan 4, 2024' }),
      'SLOT_PAST',
      /Jan 4, 2024 has already begun/,
    );
    expect((await book(patient, { ...today, slot: '10:30 AM - 11:00 AM' })).status).toBe(200);
  });

  it('when the slot is not offered', async () => {
    expectRefusal(await book(patient, { slot: '09:10 AM - 09:40 AM' }), 'SLOT_NOT_OFFERED', /not offered at 09:10 AM/);
    expectRefusal(await book(patient, { slot: 'whenever' }), 'SLOT_NOT_OFFERED', /not offered/);
    expectRefusal(await book(patient, { slot: '05:00 PM - 05:30 PM' }), 'SLOT_NOT_OFFERED', /not offered/);
  });

  it('when the day is beyond the horizon of thirty days, today included', async () => {
    expect((await book(patient, { appointmentDate: 'Feb 3, 2024' })).status).toBe(200);
    const answer = await book(await app.person(), { appointmentDate: 'Feb 4, 2024' });
    expectRefusal(
      answer,
      'BEYOND_HORIZON',
      'Appointments can be booked up to Feb 3, 2024. Please choose an earlier day.',
    );
  });

  it('when the price has changed, with the new price', async () => {
    const answer = await book(patient, { price: 139.99 });
    expectRefusal(
      answer,
      'PRICE_CHANGED',
      'The price of Cardiology is now \\$140.00. Please check it and submit again.',
    );
    expect(answer.body).toMatchObject({ price: 140, currency: 'USD' });
    expect((await book(patient, { treatment: 'Dental Care', slot: '09:00 AM - 10:00 AM', price: 90.5 })).status).toBe(
      200,
    );
  });

  it('when the email address or the name is not that of the caller', async () => {
    const other = await app.person({ name: 'Someone Else' });
    expectRefusal(await book(patient, { email: other.email }), 'NOT_YOU', /email address that you are signed in with/);
    expectRefusal(await book(patient, { patient: 'Someone Else' }), 'NOT_YOU', /name has changed/);
  });

  it('while their email address is not confirmed, if the clinic asks for that; nothing is held or kept for them', async () => {
    const admin = await personWith(app, { isAdmin: true });
    const desk = await personWith(app, { isFrontDesk: true, emailVerified: false });
    const newcomer = await app.person({ isConfirmed: false });
    const rule = async (confirmedEmailOnly: boolean) => {
      const saved = await admin.request('PUT', '/api/clinic/rules', { body: { confirmedEmailOnly } });
      expect(saved.status).toBe(200);
    };
    const options = (await newcomer.get('/api/v2/appointmentOptions?date=Jan%2022,%202024')).body;
    const [{ _id: optionId } = {}] = (options as unknown as { _id: string; name: string }[]).filter(
      ({ name }) => name === 'Cardiology',
    );
    const day = { appointmentDate: 'Jan 22, 2024' };
    const hold = () => newcomer.post('/api/holds', { ...day, optionId, slot: '09:00 AM - 09:30 AM' });
    const wait = () =>
      newcomer.post('/api/waiting-list', { treatment: 'Cardiology', from: '2024-01-22', to: '2024-01-23' });
    const rowsOf = async () => (await app.database.pool.query('select 1 from busy_times')).rowCount;

    await rule(true);
    const before = await rowsOf();
    const says = new RegExp(`open the link that we sent to ${newcomer.email}`);
    for (const refused of [await book(newcomer, day), await hold(), await wait()]) {
      expectRefusal(refused, 'EMAIL_UNCONFIRMED', says);
    }
    expect(await rowsOf()).toBe(before);
    const [{ id } = { id: '' }] = await app.database.db.select().from(people).where(eq(people.email, newcomer.email));
    const byDesk = { ...day, patientId: id, treatment: 'Cardiology', slot: '10:00 AM - 10:30 AM' };
    expect((await desk.post('/api/holds', { ...day, optionId, slot: byDesk.slot })).status).toBe(200);
    expect((await desk.post('/api/appointments', byDesk)).status).toBe(200);
    expect((await book(patient, { appointmentDate: 'Jan 23, 2024' })).status).toBe(200);

    await app.database.db.update(people).set({ emailVerified: true }).where(eq(people.id, id));
    expect((await hold()).status).toBe(200);
    expect((await wait()).status).toBe(200);
    expect((await book(newcomer, { appointmentDate: 'Jan 24, 2024' })).status).toBe(200);

    const other = await app.person({ isConfirmed: false });
    await rule(false);
    expect((await book(other, { appointmentDate: 'Jan 25, 2024' })).status).toBe(200);
  });

  it('when the treatment or the option does not exist', async () => {
    expectRefusal(
      await book(patient, { treatment: 'Alchemy' }),
      'TREATMENT_UNKNOWN',
      /^Alchemy is not offered any more/,
    );
    const optionId = '01890000-0000-7000-8000-000000000000';
    expectRefusal(await book(patient, { optionId }), 'TREATMENT_UNKNOWN', /not offered any more/);
  });

  it('when the patient has three unpaid appointments; free ones do not count', async () => {
    for (const day of [8, 9, 10])
      expect((await book(patient, { appointmentDate: `Jan ${day}, 2024` })).status).toBe(200);
    expectRefusal(
      await book(patient, { appointmentDate: 'Jan 11, 2024' }),
      'TOO_MANY_UNPAID',
      /^You have 3 unpaid appointments/,
    );
    expect(
      (
        await book(patient, {
          appointmentDate: 'Jan 11, 2024',
          treatment: 'General',
          price: 0,
          slot: '09:00 AM - 09:20 AM',
        })
      ).status,
    ).toBe(200);
    app.clock = new Date('2024-01-08T12:00:00Z');
    expect((await book(patient, { appointmentDate: 'Jan 12, 2024' })).status).toBe(200);
  });

  it('when the patient has three appointments that cost nothing, without those that staff booked', async () => {
    const free = (day: number) => ({
      appointmentDate: `Jan ${day}, 2024`,
      treatment: 'General',
      slot: '09:00 AM - 09:20 AM',
    });
    const desk = await personWith(app, { isFrontDesk: true });
    const [{ id } = { id: '' }] = await app.database.db.select().from(people).where(eq(people.email, patient.email));
    const byDesk = (day: number) => desk.post('/api/appointments', { patientId: id, ...free(day) });
    const byPatient = (day: number) => book(patient, { ...free(day), price: 0 });
    for (const day of [8, 9, 10]) expect((await byDesk(day)).status).toBe(200);
    for (const day of [11, 12, 15]) expect((await byPatient(day)).status).toBe(200);
    expectRefusal(await byPatient(16), 'TOO_MANY_UNPAID', /^You have 3 upcoming appointments that cost nothing/);
    const now = new Date('2024-01-05T10:05:00Z');
    const tooMany = { patientIds: [id], limit: 3, now };
    expect((await listPatientsAtLimit(app.database.db, tooMany)).free).toEqual(new Set([id]));
    expect((await byDesk(16)).status).toBe(200);
    expect((await book(patient, { appointmentDate: 'Jan 17, 2024' })).status).toBe(200);
  });

  it('and who booked counts, not who moved it since', async () => {
    const treatment = 'General';
    const at = (day: number) => ({ appointmentDate: `Jan ${day}, 2024`, slot: '09:00 AM - 09:20 AM' });
    const desk = await personWith(app, { isFrontDesk: true });
    const { db } = app.database;
    const [{ id } = { id: '' }] = await db.select().from(people).where(eq(people.email, patient.email));
    const move = async (by: TestClient, from: number, to: number) => {
      const bookings = (await patient.get(`/api/bookings?email=${patient.email}`)).body as unknown as Booking[];
      const moved = bookings.find(({ appointmentDate }) => appointmentDate === at(from).appointmentDate);
      expect((await by.post(`/api/bookings/${moved?._id}/move`, { ...at(to), price: 0 })).status).toBe(200);
    };
    const now = new Date('2024-01-05T10:05:00Z');
    const tooMany = async () => (await listPatientsAtLimit(db, { patientIds: [id], limit: 3, now })).free;
    for (const day of [8, 9, 10]) {
      await desk.post('/api/appointments', { patientId: id, treatment, ...at(day) });
      await move(patient, day, day + 3);
    }
    expect(await tooMany()).toEqual(new Set());
    for (const day of [15, 16, 17]) {
      expect((await book(patient, { treatment, price: 0, ...at(day) })).status).toBe(200);
      await move(desk, day, day + 7);
    }
    expect(await tooMany()).toEqual(new Set([id]));
    expectRefusal(await book(patient, { treatment, price: 0, ...at(18) }), 'TOO_MANY_UNPAID', /^You have 3 upcoming/);
  });

  it('but not for appointments whose payment is on hold, which the waiting list does not count either', async () => {
    const days = [8, 9, 10].map((day) => `Jan ${day}, 2024`);
    const [held] = await Promise.all(days.map((appointmentDate) => book(patient, { appointmentDate })));
    const { db, pool } = app.database;
    await storePayment(pool, { bookingId: String(held?.body['insertedId']), state: 'on-hold' });
    const [{ id } = { id: '' }] = await db.select().from(people).where(eq(people.email, patient.email));
    const now = new Date('2024-01-05T10:05:00Z');
    const unpaid = async () => (await listPatientsAtLimit(db, { patientIds: [id], limit: 3, now })).unpaid;
    expect(await unpaid()).toEqual(new Set());
    expect((await book(patient, { appointmentDate: 'Jan 11, 2024' })).status).toBe(200);
    expect(await unpaid()).toEqual(new Set([id]));
    await db.execute(sql`delete from payments`);
    await db.execute(sql`delete from payment_orders`);
  });

  it('and nothing is stored', async () => {
    await book(patient, { slot: 'whenever' });
    await book(patient, { price: 1 });
    expect((await patient.get(`/api/bookings?email=${patient.email}`)).body).toEqual([]);
  });
});

describe('bad input', () => {
  it.each([
    [{ appointmentDate: '2024-01-08' }, /real day/],
    [{ appointmentDate: 'Feb 30, 2024' }, /real day/],
    [{ slot: '' }, /choose a slot/],
    [{ email: 'nobody' }, /not an email/],
    [{ price: '140' }, /price/],
    [{ phone: '1'.repeat(41) }, /phone number is too long/],
    [{ optionId: 'x' }, /optionId/],
  ])('%j gets 400 and a message that says what is wrong', async (changes, message) => {
    const answer = await book(patient, changes);
    expect(answer.status).toBe(400);
    expect(answer.body['message']).toMatch(message);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });
});

it('the reason for the visit is read by the patient and by staff, and is in no email', async () => {
  const visitReason = 'My knee hurts.';
  const { body } = await book(patient, { visitReason: `  ${visitReason} ` });
  const path = `/api/bookings/${String(body['insertedId'])}`;
  const desk = await personWith(app, { isFrontDesk: true });
  for (const by of [patient, desk]) expect((await by.get(path)).body).toMatchObject({ visitReason });
  expect((await (await app.person()).get(path)).status).toBe(404);
  await desk.post(`${path}/cancel`, { reason: 'The doctor is ill.' });
  await app.deliverMail();
  expect(app.mails.filter(({ to }) => to === patient.email)).not.toEqual([]);
  expect(JSON.stringify(app.mails)).not.toContain(visitReason);
  expect((await book(patient, { visitReason: 'x'.repeat(501) })).status).toBe(400);
});

it('a reason that was cut off within an emoji is stored with a replacement character', async () => {
  const { status, body } = await book(patient, { visitReason: 'My knee \ud83d' });
  expect(status).toBe(200);
  const read = await patient.get(`/api/bookings/${String(body['insertedId'])}`);
  expect(read.body).toMatchObject({ visitReason: 'My knee \ufffd' });
});

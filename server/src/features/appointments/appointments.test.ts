import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const DAY = 'Jan 8, 2024';
const NINE = '09:00 AM - 09:30 AM';
const NOBODY = '01890000-0000-7000-8000-000000000000';

let addresses = 0;

const app = await startTestApp({ environment: { MAX_UNPAID_BOOKINGS: '2', PHONE_COUNTRY: 'DE' } });
app.clock = new Date('2024-01-05T10:05:00Z');
const { db } = app.database;
const desk = await personWith(app, { isFrontDesk: true, name: 'Frida Desk' });
const admin = await personWith(app, { isAdmin: true });
const doctor = await personWith(app, { isDoctor: true, name: 'Dora Doctor' });
await openOption(db, { treatment: 'General', priceMinor: 0 });
const { optionId } = await openOption(db, {
  treatment: 'Cardiology',
  priceMinor: 14000,
  doctor: { id: doctor.id, name: doctor.name, photo: null },
});

beforeEach(async () => {
  await app.database.db.execute(sql`delete from bookings`);
});

const newAddress = () => `patient-${(addresses += 1)}@example.org`;
const book = (request: Record<string, unknown>, by = desk) =>
  by.post('/api/appointments', { appointmentDate: DAY, treatment: 'Cardiology', slot: NINE, ...request });
const list = async (query = '') => {
  const { status, body } = await desk.get(`/api/appointments?${query}`);
  expect(status).toBe(200);
  return body as unknown as Record<string, unknown>[];
};
const bookingsOf = async (patient: RoledClient) =>
  (await patient.get(`/api/bookings?email=${patient.email}`)).body as unknown as Record<string, unknown>[];
async function mailsTo(email: string) {
  await app.deliverMail();
  return app.mails.filter(({ to }) => to === email);
}
const refused = async (answer: { status: number; body: Record<string, unknown> }) => {
  expect(answer.status).toBe(409);
  expect(answer.body['acknowledged']).toBe(false);
  return [answer.body['code'], answer.body['message']];
};

it('says when staff can book a treatment next, with each doctor and on duty, at any notice', async () => {
  const on = (weekday: number) => [{ weekday, opensMinute: 540, closesMinute: 570 }];
  const withDora = { treatment: 'Echo', doctor: { ...doctor, photo: null } };
  const tuesdays = await openOption(db, { ...withDora, openings: on(2) });
  const thursdays = await openOption(db, { treatment: 'Echo', openings: on(4) });
  const next = async (from: string) => {
    const { body } = await desk.get(`/api/appointments/next-free?option=${tuesdays.optionId}&from=${from}`);
    return body as unknown as Record<string, unknown>[];
  };
  await admin.request('PUT', '/api/clinic/rules', { body: { leastNoticeMinutes: 43_200 } });
  const found = await next('2024-01-06');
  await admin.request('PUT', '/api/clinic/rules', { body: { leastNoticeMinutes: 0 } });
  expect(found).toEqual([
    {
      optionId: tuesdays.optionId,
      doctorName: 'Dora Doctor',
      date: '2024-01-09',
      slot: NINE,
      startsAt: '2024-01-09T09:00:00.000Z',
    },
    { optionId: thursdays.optionId, date: '2024-01-11', slot: NINE, startsAt: '2024-01-11T09:00:00.000Z' },
  ]);
  const patient = await personWith(app);
  await book({ patientId: patient.id, treatment: 'Echo', appointmentDate: 'Jan 9, 2024', optionId: tuesdays.optionId });
  expect((await next('2024-01-09')).map(({ date }) => date)).toEqual(['2024-01-16', '2024-01-11']);
  expect(await next('2099-01-01')).toEqual([]);
});

describe('booking for a patient', () => {
  it('and cancelling it before the email about it left: only the cancellation is emailed', async () => {
    const patient = await personWith(app);
    const { appointment } = (await book({ patientId: patient.id })).body as { appointment?: { _id: string } };
    expect((await patient.post(`/api/bookings/${appointment?._id}/cancel`, {})).status).toBe(200);
    expect((await mailsTo(patient.email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your appointment on .* was cancelled$/),
    ]);
  });

  it("is the patient's own booking, at the treatment's price, and they are notified by email", async () => {
    const patient = await personWith(app, { name: 'Pat Patient' });
    const answer = await book({ patientId: patient.id, phone: '030 901820', optionId });
    expect(answer.status).toBe(200);
    const { appointment } = answer.body as { appointment?: Record<string, unknown> };
    expect(appointment).toMatchObject({
      patient: 'Pat Patient',
      email: patient.email,
      phone: '+49 30 901820',
      patientId: patient.id,
      doctorId: doctor.id,
      doctorName: 'Dora Doctor',
      price: 140,
      paid: false,
    });

    const [own] = await bookingsOf(patient);
    expect(own).toMatchObject({ _id: appointment?.['_id'], reference: appointment?.['reference'], price: 140 });
    const [mail, ...others] = await mailsTo(patient.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: `Your appointment on ${DAY}` });
    for (const part of ['Treatment: Cardiology', 'With: Dr. Dora Doctor', DAY, NINE, String(own?.['reference'])]) {
      expect(mail?.text).toContain(part);
    }
    expect(mail?.text).not.toContain('Pat Patient');
  });

  it('ignores a price in the body', async () => {
    const patient = await personWith(app);
    expect((await book({ patientId: patient.id, price: 1, currency: 'EUR' })).status).toBe(200);
    expect(await bookingsOf(patient)).toMatchObject([{ price: 140, currency: 'USD' }]);
  });

  it('uses the number that the patient gave last, unless another is typed', async () => {
    const patient = await personWith(app);
    await patient.request('PUT', '/api/me/phone', { body: { phone: '+1 202 555 0143' } });
    await book({ patientId: patient.id });
    const withoutDoctor = await book({
      patientId: patient.id,
      treatment: 'General',
      slot: '10:00 AM - 10:30 AM',
      phone: '',
    });
    expect(withoutDoctor.body['appointment']).not.toHaveProperty('doctorId');
    expect((await list()).map(({ phone }) => phone)).toEqual(['+1 202 555 0143', '']);
  });

  it('is on the audit log, with who booked for whom', async () => {
    const patient = await personWith(app, { name: 'Pat Patient' });
    const { body } = await book({ patientId: patient.id });
    const { reference } = body['appointment'] as { reference: string };
    const lines = (await admin.get(`/api/audit?what=book-for-patient&on=${patient.id}`)).body;
    expect(lines).toMatchObject([
      {
        who: { _id: desk.id, name: 'Frida Desk' },
        on: { _id: patient.id, name: 'Pat Patient' },
        outcome: 'done',
        detail: `Cardiology with Dr. Dora Doctor on ${DAY}, ${reference}`,
      },
    ]);
  });

  it('adds a new patient without a password, who chooses one by email and then sees the appointment', async () => {
    const email = newAddress();
    const answer = await book({ newPatient: { name: 'Nora New', email: email.toUpperCase() }, phone: '030 901820' });
    expect(answer.body['appointment']).toMatchObject({ patient: 'Nora New', email, phone: '+49 30 901820' });
    expect(await mailsTo(email)).toMatchObject([{ text: expect.stringContaining('/forgot-password') }]);

    await app.client().post('/api/auth/request-password-reset', { email, redirectTo: '/reset-password' });
    const [, reset] = await mailsTo(email);
    const [, token] = /token=(\S+)/.exec(reset?.text ?? '') ?? [];
    const nora = app.client();
    await nora.post('/api/auth/reset-password', { token, newPassword: 'Correct1!' });
    expect((await nora.post('/api/auth/sign-in/email', { email, password: 'Correct1!' })).status).toBe(200);
    expect((await nora.get(`/api/bookings?email=${email}`)).body).toMatchObject([{ treatment: 'Cardiology' }]);
  });

  it("is refused with the front desk's message, and leaves nothing behind", async () => {
    const [taker, patient] = [await personWith(app), await personWith(app, { name: 'Pat Patient' })];
    await book({ patientId: taker.id });
    const email = newAddress();
    await app.deliverMail();
    const sent = app.mails.length;

    const taken = await book({ newPatient: { name: 'Nora New', email } });
    expect(taken.body).toMatchObject({ code: 'SLOT_TAKEN', nearest: [{ slot: '09:30 AM - 10:00 AM' }, {}, {}] });
    const { rows } = await app.database.db.execute(sql`select 1 from people where email = ${email}`);
    expect(rows).toEqual([]);
    await app.deliverMail();
    expect(app.mails).toHaveLength(sent);
    expect((await admin.get('/api/audit?what=book-for-patient&limit=1')).body[0]).toMatchObject({
      on: { _id: taker.id },
    });

    await book({ patientId: patient.id, slot: '10:00 AM - 10:30 AM' });
    expect(await refused(await book({ patientId: patient.id, slot: '11:00 AM - 11:30 AM' }))).toEqual([
      'ALREADY_BOOKED',
      'Pat Patient already has an appointment for Cardiology on Jan 8, 2024.',
    ]);
    const elsewhere = { patientId: patient.id, treatment: 'General', slot: '10:00 AM - 10:30 AM' };
    expect(await refused(await book(elsewhere))).toEqual([
      'ELSEWHERE',
      'Pat Patient has another appointment at 10:00 AM - 10:30 AM on Jan 8, 2024.',
    ]);
    await book({ patientId: patient.id, appointmentDate: 'Jan 9, 2024' });
    // More than the clinic's limit of unpaid appointments, which is for what patients book themselves.
    expect((await book({ patientId: patient.id, appointmentDate: 'Jan 10, 2024' })).status).toBe(200);
  });

  it.each([
    [{ patientId: NOBODY }, 409, 'PATIENT_UNKNOWN'],
    [{ newPatient: { name: 'www.evil.example', email: 'evil@example.org' } }, 409, 'PROFILE_REFUSED'],
    [{ newPatient: { name: ' ', email: 'blank@example.org' } }, 400, 'BAD_REQUEST'],
    [{ newPatient: { name: 'Nora', email: 'not an address' } }, 400, 'BAD_REQUEST'],
    [{}, 400, 'BAD_REQUEST'],
    [{ patientId: NOBODY, newPatient: { name: 'Both', email: 'both@example.org' } }, 400, 'BAD_REQUEST'],
    [{ patientId: 'nobody' }, 400, 'BAD_REQUEST'],
    [{ newPatient: { name: 'Nora', email: 'nora@example.org' }, phone: '12' }, 409, 'PHONE_INVALID'],
    [{ newPatient: { name: 'Nora', email: 'nora@example.org' }, treatment: 'Surgery' }, 409, 'TREATMENT_UNKNOWN'],
    [{ newPatient: { name: 'Nora', email: 'nora@example.org' }, slot: 'noon' }, 409, 'SLOT_NOT_OFFERED'],
    [{ newPatient: { name: 'Nora', email: 'nora@example.org' }, appointmentDate: 'Jan 4, 2024' }, 409, 'SLOT_PAST'],
    [
      { newPatient: { name: 'Nora', email: 'nora@example.org' }, appointmentDate: 'Jan 4, 2030' },
      409,
      'BEYOND_HORIZON',
    ],
  ])('is refused with %j', async (request, status, code) => {
    const answer = await book(request);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await list()).toEqual([]);
    expect((await desk.get('/api/patients?search=nora@example.org')).body).toEqual([]);
  });

  it('adds a person only once, even by parallel requests; the others are told to search', async () => {
    const email = newAddress();
    const slots = ['09:00 AM - 09:30 AM', '09:30 AM - 10:00 AM', '10:00 AM - 10:30 AM', '10:30 AM - 11:00 AM'];
    const answers = await Promise.all(slots.map((slot) => book({ newPatient: { name: 'Nora New', email }, slot })));
    const refusals = answers.filter(({ status }) => status !== 200);
    expect(refusals).toHaveLength(3);
    for (const answer of refusals) {
      expect(await refused(answer)).toEqual(['EMAIL_TAKEN', expect.stringContaining('Search for it')]);
    }
    expect(await list()).toHaveLength(1);
  });

  it('is done once and answered alike when it is repeated with the same key', async () => {
    const body = { appointmentDate: DAY, treatment: 'Cardiology', slot: NINE };
    const request = { ...body, newPatient: { name: 'Nora New', email: newAddress() } };
    const send = () => desk.post('/api/appointments', request, { 'idempotency-key': 'desk-once' });
    const [first, second] = [await send(), await send()];
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await mailsTo(request.newPatient.email)).toHaveLength(1);
  });
});

describe('the list of appointments', () => {
  it('has those of every patient in order of time, by days, doctor and status, page by page', async () => {
    const [ann, bob] = [await personWith(app, { name: 'Ann Archer' }), await personWith(app, { name: 'Bob Baker' })];
    await book({ patientId: bob.id, appointmentDate: 'Jan 9, 2024' });
    await book({ patientId: ann.id, treatment: 'General', slot: '11:00 AM - 11:30 AM' });
    await book({ patientId: bob.id, treatment: 'General', slot: NINE });
    await book({ patientId: ann.id });
    await app.database.db.execute(
      sql`update bookings set state = 'cancelled', change_reason = 'A test.'
          where patient_id = ${bob.id} and day = '2024-01-08'`,
    );
    const shown = async (query: string) =>
      (await list(query)).map(({ patient, treatment, appointmentDate }) =>
        [patient, treatment, appointmentDate].join(', '),
      );
    const inOrder = ['Ann Archer, General, Jan 8, 2024', 'Bob Baker, Cardiology, Jan 9, 2024'];
    const nine = ['Bob Baker, General, Jan 8, 2024', 'Ann Archer, Cardiology, Jan 8, 2024'];
    const all = await shown('');
    expect(all.slice(0, 2).toSorted()).toEqual(nine.toSorted());
    expect(all.slice(2)).toEqual(inOrder);

    expect(await shown('from=Jan 8, 2024&to=Jan 8, 2024')).toHaveLength(3);
    expect(await shown('from=Jan 9, 2024')).toEqual(['Bob Baker, Cardiology, Jan 9, 2024']);
    expect(await shown(`doctor=${doctor.id}`)).toEqual([nine[1], inOrder[1]]);
    expect(await shown('state=cancelled')).toEqual([nine[0]]);
    expect(await shown('search=ann')).toEqual([nine[1], inOrder[0]]);
    expect(await shown(`search=${encodeURIComponent(bob.email)} baker`)).toEqual([nine[0], inOrder[1]]);
    expect(await shown('search=100%25')).toEqual([]);
    const [, , third] = await list();
    expect(await shown(`search=${String(third?.['reference']).toLowerCase()}`)).toEqual([inOrder[0]]);

    const pages: string[] = [];
    let cursor = '';
    for (let page = 0; page < 4; page += 1) {
      const [row] = await list(`limit=1${cursor}`);
      pages.push([row?.['patient'], row?.['treatment'], row?.['appointmentDate']].join(', '));
      cursor = `&cursor=${String(row?.['_id'])}`;
    }
    expect(pages).toEqual(all);
    expect(await list(`limit=1${cursor}`)).toEqual([]);
    expect((await desk.get('/api/appointments?from=2024-01-08')).status).toBe(400);
    expect(await list(`cursor=${NOBODY}`)).toEqual([]);
  });

  it('names the doctors to choose from, and finds patients by words of name and address', async () => {
    expect((await desk.get('/api/appointments/doctors')).body).toEqual([{ _id: doctor.id, name: 'Dora Doctor' }]);
    const patient = await personWith(app, { name: 'Zoë Zimmer' });
    const { email, id } = patient;
    expect((await desk.get(`/api/patients?search=zimmer ${email}`)).body).toEqual([
      {
        _id: id,
        name: 'Zoë Zimmer',
        email,
        phone: '',
        emails: 'on',
        can: { change: false, delete: false, merge: false },
      },
    ]);
    expect((await desk.get('/api/patients?search=z')).body).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Please type at least 2 characters.',
    });
  });

  it('no longer opens for somebody who has left the front desk', async () => {
    const former = await personWith(app, { isFrontDesk: true });
    expect((await former.get('/api/appointments')).status).toBe(200);
    await admin.request('DELETE', `/api/users/front-desk/${former.id}`);
    expect((await former.get('/api/appointments')).status).toBe(403);
  });
});

describe('booking the next appointment', () => {
  const next = (id: unknown, by: RoledClient, request: Record<string, unknown> = {}) =>
    by.post(`/api/appointments/${String(id)}/next`, {
      appointmentDate: 'Jan 15, 2024',
      treatment: 'Cardiology',
      optionId,
      slot: NINE,
      ...request,
    });
  const first = async (patient: RoledClient, slot = NINE) =>
    ((await book({ patientId: patient.id, optionId, slot })).body['appointment'] as { _id: string })._id;

  it("is for the same patient, by the appointment's doctor, on record, and the patient is notified", async () => {
    const patient = await personWith(app, { name: 'Pat Patient' });
    const id = await first(patient);
    const answer = await next(id, doctor);
    expect(answer).toMatchObject({
      status: 200,
      body: { appointment: { patientId: patient.id, doctorId: doctor.id } },
    });
    const own = await bookingsOf(patient);
    expect(own).toHaveLength(2);
    expect(own.find(({ _id }) => _id !== id)).toMatchObject({ appointmentDate: 'Jan 15, 2024', price: 140 });
    const [line] = (await admin.get('/api/audit?what=book-for-patient&limit=1')).body as unknown as unknown[];
    expect(line).toMatchObject({ who: { _id: doctor.id }, on: { _id: patient.id } });
    expect((await mailsTo(patient.email)).map(({ subject }) => subject)).toContain('Your appointment on Jan 15, 2024');
    expect(answer.body['appointment']).toMatchObject({ history: [{ as: 'doctor' }] });
  });

  it('is for the child, if it was treated', async () => {
    const parent = await personWith(app);
    const child = { name: 'Mia', dateOfBirth: '2018-05-04', relation: 'child' };
    const { _id } = (await parent.post('/api/me/dependants', child)).body['dependant'] as { _id: string };
    const { appointment } = (await book({ patientId: _id, optionId })).body as { appointment?: { _id: string } };
    expect((await next(appointment?._id, doctor)).body['appointment']).toMatchObject({ patient: 'Mia' });
  });

  it("is never in another doctor's calendar, after another doctor's appointment, or by its patient", async () => {
    const other = await personWith(app, { isDoctor: true, name: 'Otto Other' });
    const elsewhere = await openOption(app.database.db, {
      treatment: 'Neurology',
      doctor: { id: other.id, name: other.name, photo: null },
    });
    const patient = await personWith(app);
    const id = await first(patient);
    const theirs = { treatment: 'Neurology', optionId: elsewhere.optionId };
    expect((await refused(await next(id, doctor, theirs)))[0]).toBe('SLOT_NOT_OFFERED');
    expect((await next(id, other)).status).toBe(404);
    expect((await next(id, patient)).status).toBe(403);
    expect((await next(NOBODY, desk)).status).toBe(404);
    expect(await bookingsOf(patient)).toHaveLength(1);
    expect((await next(id, desk, theirs)).status).toBe(200);
    // Both doctors offer the treatment, and the request names no option.
    await openOption(app.database.db, {
      treatment: 'Cardiology',
      doctor: { id: other.id, name: 'Ada Other', photo: null },
    });
    const another = await first(await personWith(app), '10:00 AM - 10:30 AM');
    const unsaid = { appointmentDate: 'Jan 22, 2024', optionId: undefined };
    expect((await next(another, doctor, unsaid)).body['appointment']).toMatchObject({ doctorId: doctor.id });
  });

  it('is refused with what staff may read, and done once with the same key', async () => {
    const patient = await personWith(app, { name: 'Pat Patient' });
    const id = await first(patient);
    expect(await refused(await next(id, doctor, { appointmentDate: DAY, slot: '10:00 AM - 10:30 AM' }))).toEqual([
      'ALREADY_BOOKED',
      `Pat Patient already has an appointment for Cardiology on ${DAY}.`,
    ]);
    const body = { appointmentDate: 'Jan 15, 2024', treatment: 'Cardiology', optionId, slot: NINE };
    const keyed = () => doctor.post(`/api/appointments/${id}/next`, body, { 'idempotency-key': 'the-next-one' });
    const [one, two] = [await keyed(), await keyed()];
    expect(two).toMatchObject({ status: 200, body: one.body });
    expect(await bookingsOf(patient)).toHaveLength(2);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const app = await startTestApp({ environment: { PHONE_COUNTRY: 'DE' } });
const doctor = await personWith(app, { name: 'Dora Doctor', isDoctor: true });
const desk = await personWith(app, { isFrontDesk: true });
const { optionId } = await openOption(app.database.db, {
  treatment: 'Cardiology',
  doctor: { id: doctor.id, name: doctor.name, photo: null },
});

let day = 5;
let date: string;
beforeEach(() => {
  day += 1;
  date = `Jan ${day}, 2024`;
  app.clock = new Date(`2024-01-${String(day).padStart(2, '0')}T08:00:00Z`);
});

const NINE = '09:00 AM - 09:30 AM';
const book = (body: Record<string, unknown>) =>
  desk.post('/api/appointments', { appointmentDate: date, treatment: 'Cardiology', slot: NINE, ...body });
const appointmentOf = (answer: { body: Record<string, unknown> }) =>
  answer.body['appointment'] as Record<string, unknown>;
const find = async (search: string) =>
  (await desk.get(`/api/patients?search=${encodeURIComponent(search)}`)).body as unknown as Record<string, unknown>[];
const mailsTo = async (email: string) => {
  await app.deliverMail();
  return app.mails.filter(({ to }) => to === email);
};

describe('somebody without an email address', () => {
  it('is added with name and number, found by name, number and date of birth, and gets no email', async () => {
    const newPatient = { name: 'Tessa Telephone', dateOfBirth: '1950-03-31' };
    const answer = await book({ newPatient, phone: '030 901820' });
    expect(appointmentOf(answer)).toMatchObject({ patient: 'Tessa Telephone', email: '', phone: '+49 30 901820' });
    const { rows } = await app.database.pool.query('select 1 from outgoing_messages where person_id = $1', [
      appointmentOf(answer)['patientId'],
    ]);
    expect(rows).toEqual([]);
    const found = {
      _id: appointmentOf(answer)['patientId'],
      name: 'Tessa Telephone',
      email: '',
      phone: '+49 30 901820',
      dateOfBirth: '1950-03-31',
      emails: 'no-address',
      can: { change: true, delete: false, merge: false },
    };
    for (const search of ['tessa', '030 901820', '+49 30 9018', '31.3.1950'])
      expect(await find(search)).toEqual([found]);
    expect(await find('31.3.1951')).toEqual([]);
  });

  it('is found among those of the same name by the date or year of birth, or digits of the number or the address', async () => {
    const add = async (hour: string, email: string, dateOfBirth: string, phone: string) => {
      const newPatient = { name: 'Mía García', email, dateOfBirth };
      const booked = await book({ newPatient, phone, slot: `${hour}:00 AM - ${hour}:30 AM` });
      return appointmentOf(booked)['patientId'];
    };
    const one = await add('10', 'mia-4711@example.org', '1977-08-24', '030 331955');
    const two = await add('11', 'mia@example.org', '1988-08-24', '030 332024');
    const ids = async (search: string) => (await find(search)).map(({ _id }) => _id);
    expect(new Set(await ids('Garcia, Mia'))).toEqual(new Set([one, two]));
    const ofOne = [
      'Garcia, Mia 08/24/1977',
      'mia aug 24, 1977',
      '1977 mia',
      'Mia 1955',
      'mia 030 331955',
      'garcia 4711',
    ];
    for (const search of ofOne) expect(await ids(search), search).toEqual([one]);
    const ofTwo = ['Mia Garcia 2024', 'mia 1988', 'Mia 24.8.1988 332', '8/24/1988 garcia'];
    for (const search of ofTwo) expect(await ids(search), search).toEqual([two]);
    for (const search of ['Mia 8/24/1988 1955', 'otto 8/24/1977']) expect(await ids(search), search).toEqual([]);

    // Nobody has the name that was typed: who has a similar one. Every word applies, and the rest of the search as it is.
    const newPatient = { name: 'Märta Schmitt-Maier', dateOfBirth: '1961-05-04' };
    await book({ newPatient, phone: '030 4444', slot: '12:00 PM - 12:30 PM' });
    const names = async (search: string) => (await find(search)).map(({ name, isSimilar }) => [name, isSimilar]);
    expect(await names('schmitt')).toEqual([['Märta Schmitt-Maier', undefined]]);
    for (const search of ['Merta Schmidt', 'Meier, Marta', 'schmidt 4.5.1961']) {
      expect((await names(search))[0], search).toEqual(['Märta Schmitt-Maier', true]);
    }
    expect(await names('Mia Garzia')).toEqual([
      ['Mía García', true],
      ['Mía García', true],
    ]);
    for (const search of ['schmidt 4.5.1962', 'Merta Lopez', 'merta@schmidt.example', 'xy']) {
      expect(await names(search), search).toEqual([]);
    }
  });

  it('needs a number, and a name that is allowed', async () => {
    expect((await book({ newPatient: { name: 'Nemo' } })).body).toMatchObject({ code: 'PHONE_NEEDED' });
    const linked = { newPatient: { name: 'evil.example' }, phone: '030 901820' };
    expect((await book(linked)).body).toMatchObject({ code: 'PROFILE_REFUSED' });
    expect(await find('nemo')).toEqual([]);
  });

  it('keeps a number, which no later booking or change of their details leaves out', async () => {
    const refusal = {
      status: 409,
      body: { code: 'PHONE_NEEDED', message: 'Enter a phone number or an email address.' },
    };
    const newPatient = { name: 'Keera Keeps' };
    expect(await book({ newPatient, phone: '12' })).toMatchObject({
      body: { code: 'PHONE_INVALID', message: 'That is not a valid phone number. Enter one like +49 1512 3456789.' },
    });
    const { patientId } = appointmentOf(await book({ newPatient, phone: '030 3333' }));
    const next = { patientId, appointmentDate: `Jan ${day + 1}, 2024`, slot: '03:00 PM - 03:30 PM' };
    const series = { ...next, treatment: 'Cardiology', everyWeeks: 1, times: 2 };
    expect(await book({ ...next, phone: '' })).toMatchObject(refusal);
    expect(await desk.post('/api/appointments/series', { ...series, phone: '' })).toMatchObject(refusal);
    const save = (phone: string) =>
      desk.request('PUT', `/api/patients/${String(patientId)}`, { body: { name: 'Keera Keeps', phone } });
    expect(await save('')).toMatchObject(refusal);
    expect(appointmentOf(await book(next))).toMatchObject({ phone: '+49 30 3333' });
    expect((await save('030 4444')).body).toMatchObject({ patient: { phone: '+49 30 4444' } });
  });

  it('is not added again by mistake, with the same name and the same date of birth or number', async () => {
    const newPatient = { name: 'Dúbravka Double', dateOfBirth: '1961-05-06' };
    const _id = appointmentOf(await book({ newPatient, phone: '030 5555' }))['patientId'];
    const slot = '10:00 AM - 10:30 AM';
    const series = (body: object, path = '') =>
      desk.post(`/api/appointments/series${path}`, {
        appointmentDate: date,
        treatment: 'Cardiology',
        slot,
        everyWeeks: 1,
        times: 2,
        ...body,
      });
    const patient = { _id, name: 'Dúbravka Double', dateOfBirth: '1961-05-06', phone: '+49 30 5555' };
    const refusedFor = (same: string) => ({
      status: 409,
      body: {
        code: 'PATIENT_EXISTS',
        message: `There is already a patient with this name and the same ${same}.`,
        patient,
      },
    });
    const byBirth = { newPatient: { ...newPatient, name: 'dubravka  DOUBLE' }, phone: '030 6666' };
    const byNumber = { newPatient: { name: 'Dubravka Double' }, phone: '+49 (0)30 5555' };
    expect(await book({ ...byBirth, slot })).toMatchObject(refusedFor('date of birth'));
    expect(await book({ ...byNumber, slot })).toMatchObject(refusedFor('phone number'));
    expect(await series(byNumber, '/preview')).toMatchObject(refusedFor('phone number'));
    expect(await series(byNumber)).toMatchObject(refusedFor('phone number'));
    expect(await find('double')).toHaveLength(1);

    // Others in the family have the same number, and others the same name.
    expect(await book({ newPatient: { name: 'Dario Double' }, phone: '030 5555', slot })).toMatchObject({
      status: 200,
    });
    const other = { newPatient: { name: newPatient.name, dateOfBirth: '1990-01-01' }, phone: '030 7777' };
    expect((await book({ ...other, slot: '10:30 AM - 11:00 AM' })).status).toBe(200);
    const added = await book({ ...byNumber, slot: '11:00 AM - 11:30 AM', evenIfKnown: true });
    expect(appointmentOf(added)['patientId']).not.toBe(_id);
    expect(await find('double')).toHaveLength(4);
  });

  it.each([
    ['date of birth', { dateOfBirth: '1952-02-03' }, '030 1212', '030 3434'],
    ['phone number', {}, '030 5656', '+49 30 5656'],
  ])('is not added twice by two people at the same moment, with the same %s', async (same, born, phone, otherPhone) => {
    const { pool } = app.database;
    const timetable = await pool.connect();
    try {
      // Both wait in the middle of their transaction, however fast one of them is.
      await timetable.query('begin');
      await timetable.query("select pg_advisory_xact_lock(hashtext('openhours'), hashtext('timetable'))");
      const adding = [
        book({ newPatient: { name: 'Tilda Twice', ...born }, phone }),
        book({ newPatient: { name: 'TILDA  Twice', ...born }, phone: otherPhone, slot: '11:00 AM - 11:30 AM' }),
      ];
      await expect.poll(() => countLockWaits(pool)).toBe(2);
      await timetable.query('commit');
      const answers = await Promise.all(adding);
      const refused = answers.find(({ status }) => status === 409);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(refused?.body).toMatchObject({ code: 'PATIENT_EXISTS', message: expect.stringContaining(same) });
    } finally {
      timetable.release();
    }
  });

  it('needs no number of their own if somebody looks after them', async () => {
    const guardian = await personWith(app, { name: 'Greta Guardian' });
    const child = { name: 'Cara Child', relation: 'child', dateOfBirth: '2019-02-03' };
    expect((await guardian.post('/api/me/dependants', child)).status).toBe(200);
    const [found] = await find('cara child');
    expect(found).toMatchObject({ email: '', emails: 'on', guardian: 'Greta Guardian' });
    const id = String(found?.['_id']);
    const again = { newPatient: { name: 'Cara Child', dateOfBirth: '2019-02-03' }, phone: '030 8888' };
    expect((await book(again)).body).toMatchObject({ code: 'PATIENT_EXISTS', patient: { _id: id } });
    expect(appointmentOf(await book({ patientId: id, phone: '' }))).toMatchObject({ emails: 'on', phone: '' });
    const saved = await desk.request('PUT', `/api/patients/${id}`, { body: { name: 'Cara Child', phone: '' } });
    expect(saved.body).toMatchObject({ patient: { phone: '', emails: 'on' } });

    await app.database.pool.query("update people set phone = '+49309999' where id = $1", [guardian.id]);
    const next = { appointmentDate: `Jan ${day + 1}, 2024`, slot: '04:00 PM - 04:30 PM', phone: '' };
    expect(appointmentOf(await book({ patientId: id, ...next }))).toMatchObject({ phone: '+49 30 9999' });
  });

  it('may have a number of their own, which does not become the number of whoever looks after them', async () => {
    const guardian = await personWith(app, { name: 'Gila Guardian' });
    const child = { name: 'Nora Number', relation: 'child', dateOfBirth: '2010-02-03' };
    const { body } = await guardian.post('/api/me/dependants', child);
    const patientId = (body['dependant'] as { _id: string })._id;
    await desk.request('PUT', `/api/patients/${patientId}`, { body: { name: 'Nora Number', phone: '030 4141' } });
    expect(appointmentOf(await book({ patientId }))).toMatchObject({ phone: '+49 30 4141' });
    const another = { appointmentDate: `Jan ${day + 1}, 2024`, slot: '04:00 PM - 04:30 PM', phone: '030 4242' };
    expect(appointmentOf(await book({ patientId, ...another }))).toMatchObject({ phone: '+49 30 4242' });
    expect(await find('gila guardian')).toMatchObject([{ phone: '' }]);
  });

  it('keeps what was left out of a change, because somebody else may have changed it', async () => {
    const newPatient = { name: 'Pia Part', dateOfBirth: '1961-05-06' };
    const patientId = String(appointmentOf(await book({ newPatient, phone: '030 1212' }))['patientId']);
    const save = (body: object) => desk.request('PUT', `/api/patients/${patientId}`, { body });
    const answers = await Promise.all([save({ phone: '030 1313' }), save({ name: 'Pia Parts' })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const both = { name: 'Pia Parts', phone: '+49 30 1313', dateOfBirth: '1961-05-06' };
    expect(await find('pia part')).toMatchObject([both]);
    const { body } = await save({ dateOfBirth: '' });
    expect(body['patient']).toMatchObject({ name: both.name, phone: both.phone });
    expect(body['patient']).not.toHaveProperty('dateOfBirth');
  });

  it('was not born tomorrow', async () => {
    const born = (dateOfBirth: string) => ({ newPatient: { name: 'Toma Tomorrow', dateOfBirth }, phone: '030 5151' });
    const today = (app.clock ?? new Date()).toISOString().slice(0, 10);
    const refused = { code: 'BIRTH_REFUSED', message: 'The date of birth lies in the future.' };
    expect((await book(born('2062-05-04'))).body).toMatchObject(refused);
    const patientId = String(appointmentOf(await book(born(today)))['patientId']);
    const save = (dateOfBirth: string) => desk.request('PUT', `/api/patients/${patientId}`, { body: { dateOfBirth } });
    expect((await save('2062-05-04')).body).toMatchObject(refused);
    expect((await save('1962-05-04')).status).toBe(200);
  });

  it('has their date of birth in an appointment for its staff only', async () => {
    const guardian = await personWith(app);
    const child = { name: 'Bo Born', relation: 'child', dateOfBirth: '2019-02-03' };
    const { body } = await guardian.post('/api/me/dependants', child);
    const patientId = (body['dependant'] as { _id: string })._id;
    const appointment = appointmentOf(await book({ patientId }));
    expect(appointment['dateOfBirth']).toBe('2019-02-03');
    const seenBy = async (reader: RoledClient) =>
      (await reader.get(`/api/bookings/${String(appointment['_id'])}`)).body;
    expect(await seenBy(desk)).toMatchObject({ patient: 'Bo Born', dateOfBirth: '2019-02-03' });
    expect(await seenBy(doctor)).toMatchObject({ dateOfBirth: '2019-02-03' });
    const seen = await seenBy(guardian);
    expect(seen).toMatchObject({ patient: 'Bo Born' });
    expect(seen).not.toHaveProperty('dateOfBirth');
    const stranger = await personWith(app, { isDoctor: true });
    expect((await stranger.get(`/api/bookings/${String(appointment['_id'])}`)).status).toBe(404);
  });

  it('keeps what somebody else has saved since it was loaded', async () => {
    const newPatient = { name: 'Lara Late', email: `lara-${day}@example.org`, dateOfBirth: '1961-05-06' };
    const booked = await book({ newPatient, phone: '030 1414' });
    const patientId = String(appointmentOf(booked)['patientId']);
    const save = (body: object) => desk.request('PUT', `/api/patients/${patientId}`, { body });
    const [loaded] = await find('lara late');
    const { name, email, phone, dateOfBirth } = loaded as Record<string, string>;
    const edited = loaded;
    const theirs = { name: 'Lara L.', email: `l-${day}@example.org`, phone: '030 1515', dateOfBirth: '' };
    expect((await save({ ...theirs, edited })).status).toBe(200);
    // Whoever lost that answer may save the same again.
    expect((await save({ ...theirs, edited })).status).toBe(200);
    const [patient] = await find('lara l.');
    expect(patient).toMatchObject({ name: theirs.name, email: theirs.email, phone: '+49 30 1515' });
    const edits = [{ name }, { email }, { phone }, { dateOfBirth }].map((mine) => save({ ...mine, edited }));
    for (const { status, body } of await Promise.all(edits)) {
      expect([status, body]).toMatchObject([409, { code: 'CHANGED_MEANWHILE', patient }]);
    }
    expect((await save({ dateOfBirth, edited: patient })).status).toBe(200);
    expect(await find('lara l.')).toMatchObject([{ ...patient, dateOfBirth }]);
  });

  it('gets an account when an address is added, with the appointments they had', async () => {
    const { patientId } = appointmentOf(await book({ newPatient: { name: 'Adda Later' }, phone: '030 1111' }));
    const email = `adda-${day}@example.org`;
    const save = (body: Record<string, unknown>) =>
      desk.request('PUT', `/api/patients/${String(patientId)}`, {
        body: { name: 'Adda Later', phone: '030 1111', ...body },
      });
    expect((await save({ name: 'Adda L.' })).body).toMatchObject({ patient: { name: 'Adda L.', email: '' } });
    expect((await save({ email: desk.email })).body).toMatchObject({ code: 'EMAIL_TAKEN' });
    expect((await save({ email })).body).toMatchObject({ patient: { name: 'Adda Later', email } });
    expect(await mailsTo(email)).toMatchObject([{ text: expect.stringContaining('/forgot-password') }]);
    await app.client().post('/api/auth/request-password-reset', { email, redirectTo: '/reset-password' });
    const [, token] = /token=(\S+)/.exec((await mailsTo(email))[1]?.text ?? '') ?? [];
    const adda = app.client();
    await adda.post('/api/auth/reset-password', { token, newPassword: 'Correct1!' });
    // From now on, only she changes her data.
    expect(await find('adda later')).toMatchObject([{ can: { change: false } }]);
    expect((await save({ name: 'Somebody Else', email: `other-${day}@example.org` })).status).toBe(404);
    expect((await adda.post('/api/auth/sign-in/email', { email, password: 'Correct1!' })).status).toBe(200);
    expect((await adda.get(`/api/bookings?email=${email}`)).body).toMatchObject([{ treatment: 'Cardiology', email }]);
  });

  it('is not among the accounts, has no way in, and cannot be given a role', async () => {
    const admin = await personWith(app, { isAdmin: true });
    const { patientId } = appointmentOf(await book({ newPatient: { name: 'Nora Nowhere' }, phone: '030 2222' }));
    expect((await admin.get('/api/users?search=nowhere')).body).toEqual([]);
    expect((await admin.request('PUT', `/api/users/front-desk/${String(patientId)}`)).status).toBeGreaterThanOrEqual(
      400,
    );
    const { rows } = await app.database.pool.query('select is_front_desk from people where id = $1', [patientId]);
    expect(rows).toEqual([{ is_front_desk: false }]);
  });
});

describe('somebody without an account', () => {
  it('can be deleted by an admin, for whom the audit log has it; the front desk cannot, and gets no offer to', async () => {
    const admin = await personWith(app, { isAdmin: true });
    const newPatient = { name: 'Gone Gardner', dateOfBirth: '1950-03-31' };
    const { patientId, _id: bookingId } = appointmentOf(await book({ newPatient, phone: '030 4444' }));
    const url = `/api/users/${String(patientId)}`;
    const seenBy = async (client: typeof desk) =>
      (await client.get('/api/patients?search=gone+gardner')).body as unknown as object[];
    expect(await seenBy(desk)).toMatchObject([{ can: { delete: false } }]);
    expect((await desk.request('DELETE', url)).status).toBe(403);
    expect(await seenBy(admin)).toMatchObject([{ can: { delete: true } }]);
    const again = { newPatient, phone: '030 4444', appointmentDate: `Jan ${day + 1}, 2024` };
    const known = { patient: { _id: patientId, can: { delete: true } } };
    const body = { treatment: 'Cardiology', slot: NINE, ...again };
    expect((await admin.post('/api/appointments', body)).body).toMatchObject(known);

    expect((await admin.get(`${url}/deletion`)).body).toMatchObject({ hasAccount: false, bookingsAsPatient: 1 });
    expect((await admin.request('DELETE', url)).body).toMatchObject({ deletedCount: 1, cancelledBookings: 1 });
    expect(await seenBy(admin)).toEqual([]);
    expect((await admin.get(`/api/bookings/${String(bookingId)}`)).body).toMatchObject({
      state: 'cancelled',
      patient: 'Gone Gardner',
      phone: '',
      cancelReason: 'The clinic has deleted this patient.',
    });
    const { body: log } = await admin.get('/api/audit?limit=1');
    expect(log).toMatchObject([{ what: 'delete-user', on: { name: 'Gone Gardner' }, outcome: 'done' }]);
  });

  it('can be deleted also if somebody looks after them, who is told of the appointments that this cancels', async () => {
    const admin = await personWith(app, { isAdmin: true });
    const guardian = await personWith(app, { name: 'Wilma Warden' });
    const child = { name: 'Willy Warden', dateOfBirth: '2018-05-04', relation: 'child' };
    const { body } = await guardian.post('/api/me/dependants', child);
    const { _id: patientId } = body['dependant'] as { _id: string };
    expect((await book({ patientId })).status).toBe(200);
    // Whoever has an account is deleted in All Users.
    expect((await admin.get('/api/patients?search=warden')).body).toMatchObject([
      { name: 'Willy Warden', can: { delete: true } },
      { name: 'Wilma Warden', can: { delete: false } },
    ]);
    const url = `/api/users/${patientId}`;
    const effects = { hasAccount: false, guardian: 'Wilma Warden', bookingsAsPatient: 1 };
    expect((await admin.get(`${url}/deletion`)).body).toMatchObject(effects);
    expect((await admin.request('DELETE', url)).body).toMatchObject({ deletedCount: 1, cancelledBookings: 1 });
    expect((await guardian.get('/api/me/dependants')).body).toEqual([]);
    const told = (await mailsTo(guardian.email)).filter(({ subject }) => subject.includes('cancelled'));
    expect(told).toMatchObject([
      { text: expect.stringContaining('The clinic has deleted the person whom you booked for.') },
    ]);
  });
});

describe('an account whose address nobody confirmed', () => {
  it('is marked as such, because somebody else may have opened it', async () => {
    const email = `vera-${day}@example.org`;
    await app.client().post('/api/auth/sign-up/email', { name: 'Vera Victim', email, password: 'Correct1!' });
    expect(await find('vera victim')).toMatchObject([{ email, emails: 'unconfirmed' }]);
    const { body } = await book({ newPatient: { name: 'Vera Victim', email } });
    expect(body).toMatchObject({ code: 'EMAIL_TAKEN', message: expect.stringContaining('never confirmed') });
  });

  it('has its address corrected by staff, and nobody gets in with the earlier one', async () => {
    const [wrong, right] = [`mira.wrogn-${day}@example.org`, `mira.wrong-${day}@example.org`];
    const appointment = appointmentOf(await book({ newPatient: { name: 'Mira Mistyped', email: wrong } }));
    const id = String(appointment['patientId']);
    const save = (body: object) => desk.request('PUT', `/api/patients/${id}`, { body });
    const stranger = app.client();
    await stranger.post('/api/auth/request-password-reset', { email: wrong, redirectTo: '/reset-password' });
    const texts = (await mailsTo(wrong)).map(({ text }) => text).join('\n');
    const [, resetToken] = /reset-password#token=(\S+)/.exec(texts) ?? [];
    const confirmation = (text = '') => /confirm-email#token=(\S+)/.exec(text)?.[1];
    const mailsBefore = (await mailsTo(wrong)).length;

    expect((await save({ email: desk.email })).body).toMatchObject({ code: 'EMAIL_TAKEN' });
    expect((await save({ email: right })).body).toMatchObject({ patient: { email: right, emails: 'unconfirmed' } });
    expect((await desk.get(`/api/bookings/${String(appointment['_id'])}`)).body).toMatchObject({ email: right });
    const admin = await personWith(app, { isAdmin: true });
    const { body: log } = await admin.get('/api/audit?what=save-patient');
    expect(JSON.stringify(log)).toContain('with another email address');

    const reset = { token: resetToken, newPassword: 'Stranger1!' };
    expect((await stranger.post('/api/auth/reset-password', reset)).status).toBe(400);
    expect((await stranger.post('/api/email-confirmation/confirm', { token: confirmation(texts) })).status).not.toBe(
      200,
    );
    const [mail] = await mailsTo(right);
    expect(
      (await app.client().post('/api/email-confirmation/confirm', { token: confirmation(mail?.text) })).status,
    ).toBe(200);
    expect(await mailsTo(right)).toMatchObject([{}, { subject: expect.stringContaining('appointment') }]);
    expect(await mailsTo(wrong)).toHaveLength(mailsBefore);
    expect((await save({ email: wrong })).status).toBe(404);
  });

  it('has its address corrected by one of two people at once, and the other is told', async () => {
    const wrong = `mia.wrogn-${day}@example.org`;
    const id = String(appointmentOf(await book({ newPatient: { name: 'Mia Mistyped', email: wrong } }))['patientId']);
    const [edited] = await find('mia mistyped');
    const save = (email: string) => desk.request('PUT', `/api/patients/${id}`, { body: { email, edited } });
    const { pool } = app.database;
    const blocker = await pool.connect();
    try {
      await blocker.query('begin');
      await blocker.query('select from people where id = $1 for update', [id]);
      const saving = [save(`mia.one-${day}@example.org`), save(`mia.two-${day}@example.org`)];
      await expect.poll(() => countLockWaits(pool)).toBe(2);
      await blocker.query('commit');
      const answers = await Promise.all(saving);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    } finally {
      blocker.release();
    }
  });

  it('is out of the reach of staff if its owner opened it, or has a role', async () => {
    const doctor = await personWith(app, { name: 'Una Unconfirmed', isDoctor: true });
    await app.database.pool.query('delete from accounts where person_id = $1', [doctor.id]);
    await app.database.pool.query('update people set email_verified = false where id = $1', [doctor.id]);
    const { email: owned } = await app.person({ isConfirmed: false });
    const [owner] = await find(owned);
    expect(owner).toMatchObject({ can: { change: false } });
    for (const id of [doctor.id, owner?.['_id']]) {
      const body = { email: `mine-${day}@example.org` };
      expect((await desk.request('PUT', `/api/patients/${String(id)}`, { body })).status).toBe(404);
    }
  });
});

describe('a walk-in', () => {
  it('is booked into a slot that has begun, until it ends, and has arrived at once', async () => {
    app.clock = new Date(app.clock?.getTime() ?? 0);
    app.clock.setUTCHours(9, 29, 59);
    const patient = await personWith(app);
    const { body: options } = await desk.get(`/api/appointments/options?date=${encodeURIComponent(date)}`);
    expect(options).toMatchObject([{ slots: expect.arrayContaining([NINE]) }]);
    const answer = await book({ patientId: patient.id, hasArrived: true });
    expect(appointmentOf(answer)).toMatchObject({ state: 'arrived', version: 2 });
    app.clock = new Date(app.clock.getTime() + 1000);
    expect((await book({ patientId: (await personWith(app)).id })).body).toMatchObject({ code: 'SLOT_PAST' });
  });

  it('can be marked as arrived only today', async () => {
    const tomorrow = { appointmentDate: `Jan ${day + 1}, 2024`, hasArrived: true };
    expect((await book({ patientId: (await personWith(app)).id, ...tomorrow })).body).toMatchObject({
      code: 'NOT_TODAY',
    });
    const { rows } = await app.database.pool.query('select 1 from bookings where day = $1', [`2024-01-${day + 1}`]);
    expect(rows).toEqual([]);
  });
});

describe('a series', () => {
  const series = (body: Record<string, unknown>, path = '') =>
    desk.post(`/api/appointments/series${path}`, {
      appointmentDate: date,
      treatment: 'Cardiology',
      optionId,
      slot: '02:00 PM - 02:30 PM',
      everyWeeks: 1,
      times: 3,
      ...body,
    });
  const inWeeks = (weeks: number) => {
    const at = new Date(Date.UTC(2024, 0, day + 7 * weeks));
    return at.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
  };

  it('shows its clashes before, books all dates or none, and sends one mail', async () => {
    const [first, patient] = [await personWith(app), await personWith(app, { name: 'Serena Series' })];
    const slot = '02:00 PM - 02:30 PM';
    await book({ patientId: first.id, appointmentDate: inWeeks(1), slot });
    const clash = { appointmentDate: inWeeks(1), clash: `${slot} is taken.` };
    const dates = [{ appointmentDate: date }, clash, { appointmentDate: inWeeks(2) }];
    expect((await series({ patientId: patient.id }, '/preview')).body).toEqual({ dates });
    const refused = await series({ patientId: patient.id });
    expect(refused.body).toMatchObject({ code: 'SERIES_CLASHES', dates });
    expect((await patient.get(`/api/bookings?email=${patient.email}`)).body).toEqual([]);

    const booked = await series({ patientId: patient.id, without: [inWeeks(1)] });
    expect(booked.body).toMatchObject({ appointments: [{ appointmentDate: date }, { appointmentDate: inWeeks(2) }] });
    expect(await mailsTo(patient.email)).toMatchObject([{ subject: `Your 2 appointments from ${date}` }]);
  });

  it('marks its appointments, and no others', async () => {
    const patient = await personWith(app);
    await series({ patientId: patient.id, slot: '03:30 PM - 04:00 PM' });
    await series({ patientId: patient.id, slot: '04:00 PM - 04:30 PM', appointmentDate: inWeeks(3) });
    await book({ patientId: patient.id, appointmentDate: inWeeks(6), slot: '03:30 PM - 04:00 PM' });
    const { rows } = await app.database.pool.query(
      `select series_id is not null as marked, count(*)::int from bookings where patient_id = $1
       group by series_id order by count, marked`,
      [patient.id],
    );
    expect(rows).toEqual([
      { marked: false, count: 1 },
      { marked: true, count: 3 },
      { marked: true, count: 3 },
    ]);
  });

  it('adds a new patient once, and nobody in the preview', async () => {
    const newPatient = { name: `Nina Series ${day}` };
    const first = await series({ newPatient, phone: '030 3333', slot: '03:00 PM - 03:30 PM' }, '/preview');
    expect(first.body).toMatchObject({ dates: [{}, {}, {}] });
    expect(await find(newPatient.name)).toEqual([]);
    await series({ newPatient, phone: '030 3333', slot: '03:00 PM - 03:30 PM' });
    expect(await find(newPatient.name)).toHaveLength(1);
  });
});

import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { whenInserting } from '../../../testing/meanwhile.ts';
import { resetTokenFor } from '../../../testing/reset-link.ts';
import { startTestApp } from '../../../testing/test-app.ts';

let number = 0;

const app = await startTestApp();
app.clock = new Date('2024-01-05T10:05:00Z');
const admin = await personWith(app, { isAdmin: true, name: 'Ada Admin' });
await openOption(app.database.db, { treatment: 'Cardiology', priceMinor: 14000 });
await openOption(app.database.db, { treatment: 'Dental Care' });

let doctor: Record<string, string>;
beforeEach(() => {
  number += 1;
  doctor = {
    name: `Nora New ${number}`,
    email: `nora-${number}@example.org`,
    password: 'Strong1!',
    specialty: 'Cardiology',
    photoURL: '/portraits/maya-lindqvist.svg',
  };
});

const options = async () =>
  (await app.client().get('/api/v2/appointmentOptions?date=Jan 8, 2024')).body as unknown as Record<string, unknown>[];
const optionOf = async (name: string | undefined) => (await options()).find(({ doctorName }) => doctorName === name);
const listed = async (search: string | undefined) =>
  (await admin.get(`/api/doctors?search=${encodeURIComponent(search ?? '')}`)).body as unknown as Record<
    string,
    unknown
  >[];
const peopleLeft = async () => (await admin.get(`/api/users/count?search=${doctor['email']}`)).body['count'];

describe('registering a doctor', () => {
  it('creates account, person and option: the doctor can sign in, and patients can book', async () => {
    const answer = await admin.post('/api/doctors', doctor);
    expect(answer.body).toEqual({ acknowledged: true, insertedId: expect.any(String), optionId: expect.any(String) });
    expect(await optionOf(doctor['name'])).toMatchObject({
      _id: answer.body['optionId'],
      name: 'Cardiology',
      price: 140,
      doctorPhoto: '/portraits/maya-lindqvist.svg',
      slots: expect.objectContaining({ length: 16 }),
    });
    expect(await listed(doctor['name'])).toEqual([
      {
        _id: answer.body['insertedId'],
        name: doctor['name'],
        email: doctor['email'],
        specialty: 'Cardiology',
        specialties: ['Cardiology'],
        photoURL: '/portraits/maya-lindqvist.svg',
        role: 'doctor',
        isAdmin: false,
        can: { removeDoctor: true, delete: true },
      },
    ]);
    const browser = app.client();
    const signIn = { email: doctor['email'], password: 'Strong1!' };
    expect((await browser.post('/api/auth/sign-in/email', signIn)).status).toBe(200);
    expect((await browser.get('/api/session')).body).toMatchObject({ user: { isDoctor: true, isAdmin: false } });
    expect((await admin.get('/api/session')).body).toMatchObject({ user: { displayName: 'Ada Admin' } });
  });

  it("shows patients the doctor's changed name and photo", async () => {
    const { body } = await admin.post('/api/doctors', doctor);
    const browser = app.client();
    await browser.post('/api/auth/sign-in/email', { email: doctor['email'], password: 'Strong1!' });
    const shown = async () => (await options()).find(({ _id }) => _id === body['optionId']);

    await browser.post('/api/auth/update-user', { name: `Nora Renamed ${number}` });
    expect(await shown()).toMatchObject({
      doctorName: `Nora Renamed ${number}`,
      doctorPhoto: '/portraits/maya-lindqvist.svg',
    });
    await browser.post('/api/auth/update-user', { image: '/portraits/mei-tanaka.svg' });
    expect(await shown()).toMatchObject({
      doctorName: `Nora Renamed ${number}`,
      doctorPhoto: '/portraits/mei-tanaka.svg',
    });
  });

  it('adds an option of the treatment; other doctors keep theirs', async () => {
    await admin.post('/api/doctors', doctor);
    await admin.post('/api/doctors', { ...doctor, name: 'Second Doctor', email: `second-${number}@example.org` });
    expect(await optionOf(doctor['name'])).toMatchObject({ name: 'Cardiology' });
    expect(await optionOf('Second Doctor')).toMatchObject({ name: 'Cardiology' });
  });

  it.each([
    [{ name: '' }, 'Name is Required'],
    [{ name: undefined }, 'Name is Required'],
    [{ email: '' }, 'Email is Required'],
    [{ email: 'nobody' }, 'That is not an email address.'],
    [{ password: '' }, 'Password is required'],
    [{ password: undefined }, 'Password is required'],
    [{ password: 'Aa1!' }, 'Password must be at least 6 characters long'],
    [{ password: 'aaaaaa1' }, 'Password must include uppercase, number, and special character'],
    [{ photoURL: '' }, 'Photo is Required'],
    [{ specialty: '' }, 'Specialty is Required'],
  ])("%j is answered with the form's message", async (changes, message) => {
    const answer = await admin.post('/api/doctors', { ...doctor, ...changes });
    expect(answer.status).toBe(400);
    expect(answer.body['message']).toBe(message);
    expect(await peopleLeft()).toBe(0);
  });

  it('is refused for an unknown specialty, a foreign photo or a deceptive name, and leaves nothing', async () => {
    const codes = [];
    for (const changes of [
      { specialty: 'Alchemy' },
      { photoURL: 'https://elsewhere.example/photo.jpg' },
      { name: 'Nora\u202egnorts' },
    ]) {
      const answer = await admin.post('/api/doctors', { ...doctor, ...changes });
      expect(answer.status).toBe(409);
      codes.push(answer.body['code']);
    }
    expect(codes).toEqual(['SPECIALTY_UNKNOWN', 'PROFILE_REFUSED', 'PROFILE_REFUSED']);
    expect(await peopleLeft()).toBe(0);
  });

  it('is refused for an email address with an account, which is unchanged', async () => {
    const patient = await personWith(app);
    const answer = await admin.post('/api/doctors', { ...doctor, email: patient.email });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'EMAIL_TAKEN', message: expect.stringContaining(patient.email) });
    expect((await patient.get(`/api/users/doctor/${patient.email}`)).body).toEqual({ isDoctor: false });
    const signIn = { email: patient.email, password: 'Correct1!' };
    expect((await app.client().post('/api/auth/sign-in/email', signIn)).status).toBe(200);
  });

  it.each(['people', 'accounts', 'appointment_options', 'opening_hours', 'audit_entries'])(
    'leaves nothing when %s cannot be written, and works on retry',
    async (table) => {
      const { db } = app.database;
      await db.execute(sql.raw(`alter table ${table} add constraint broken check (false) not valid`));
      const failed = await admin.post('/api/doctors', doctor);
      await db.execute(sql.raw(`alter table ${table} drop constraint broken`));
      expect(failed.status).toBe(500);
      expect(await peopleLeft()).toBe(0);
      expect(await optionOf(doctor['name'])).toBeUndefined();
      expect((await admin.post('/api/doctors', doctor)).status).toBe(200);
    },
  );

  it('with one email address by two admins at once creates one doctor', async () => {
    const other = await personWith(app, { isAdmin: true });
    const answers = await Promise.all([admin, other, admin].map((by) => by.post('/api/doctors', doctor)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await peopleLeft()).toBe(1);
  });
});

describe('a specialty of a doctor', () => {
  const close = (specialty: string, doctorId: unknown) =>
    admin.post('/api/v2/closeAppointmentOption', { specialty, doctorId });

  it('can be taken away: patients cannot book it any more, and its appointments stay', async () => {
    const { body } = await admin.post('/api/doctors', doctor);
    const patient = await app.person();
    const booking = {
      appointmentDate: 'Jan 8, 2024',
      treatment: 'Cardiology',
      patient: patient.name,
      email: patient.email,
      phone: '',
      price: 140,
      optionId: body['optionId'],
    };
    const book = (slot: string) => patient.post('/api/bookings', { ...booking, slot });
    expect((await book('09:00 AM - 09:30 AM')).status).toBe(200);
    expect((await close('Cardiology', body['insertedId'])).body).toMatchObject({ modifiedCount: 1 });
    expect(await optionOf(doctor['name'])).toBeUndefined();
    expect(await listed(doctor['name'])).toMatchObject([{ specialties: [] }]);
    expect((await book('10:00 AM - 10:30 AM')).status).toBe(409);
    expect((await patient.get(`/api/bookings?email=${patient.email}`)).body).toMatchObject([{ state: 'booked' }]);
    expect((await close('Cardiology', body['insertedId'])).body).toMatchObject({ modifiedCount: 0 });
  });

  it('is not found if the clinic has none of that name, or no such doctor', async () => {
    const { body } = await admin.post('/api/doctors', doctor);
    for (const answer of [await close('Alchemy', body['insertedId']), await close('Cardiology', crypto.randomUUID())]) {
      expect(answer.status).toBe(404);
    }
  });
});

describe("the specification's calls in sequence", () => {
  const record = () => ({
    name: doctor['name'],
    email: doctor['email'],
    specialty: 'Dental Care',
    photoURL: '/portraits/mei-tanaka.svg',
    role: 'doctor',
  });
  const update = (changes = {}) =>
    admin.request('PUT', '/api/v2/updateAppointmentOptions', {
      body: {
        specialty: 'Dental Care',
        doctorName: doctor['name'],
        doctorPhoto: '/portraits/mei-tanaka.svg',
        ...changes,
      },
    });

  it('do not make a doctor of an account with an unconfirmed address', async () => {
    const person = await personWith(app, {
      emailVerified: false,
      name: doctor['name'] ?? '',
      email: doctor['email'] ?? '',
    });
    const answer = await admin.post('/api/users', record());
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ acknowledged: false, code: 'EMAIL_UNCONFIRMED' });
    expect((await person.get(`/api/users/doctor/${person.email}`)).body).toEqual({ isDoctor: false });
    expect(await optionOf(doctor['name'])).toBeUndefined();
  });

  it('make a doctor of a person who has signed up, and open the option with their photo', async () => {
    const person = await personWith(app, { name: doctor['name'] ?? '', email: doctor['email'] ?? '' });
    await app.database.db.execute(sql`update people set email_verified = true where id = ${person.id}`);
    const answer = await admin.post('/api/users', record());
    expect(answer.body).toEqual({ acknowledged: true, insertedId: person.id });
    expect((await update()).body).toMatchObject({ acknowledged: true, matchedCount: 1 });
    expect(await optionOf(doctor['name'])).toMatchObject({
      name: 'Dental Care',
      doctorPhoto: '/portraits/mei-tanaka.svg',
    });
    expect((await person.get(`/api/users/doctor/${person.email}`)).body).toEqual({ isDoctor: true });
  });

  it('add the doctor anew if that person is deleted at the same moment', async () => {
    const person = await personWith(app, { name: doctor['name'] ?? '', email: doctor['email'] ?? '' });
    const statement = `update people set email = 'deleted:' || id, deleted_at = now() where id = '${person.id}'`;
    const answer = await whenInserting(app.database.pool, { table: 'people', each: 'statement', statement }, () =>
      admin.post('/api/users', record()),
    );
    expect(answer.status).toBe(200);
    expect(answer.body['insertedId']).not.toBe(person.id);
    expect(await listed(doctor['name'])).toMatchObject([{ _id: answer.body['insertedId'], specialty: 'Dental Care' }]);
  });

  it('open the option with the photo that the doctor already has, even if it is from the sign-in provider', async () => {
    const person = await personWith(app, { name: doctor['name'] ?? '', isDoctor: true });
    const image = 'https://pictures.example/mei.png';
    await app.database.db.execute(sql`update people set image = ${image} where id = ${person.id}`);
    const answer = await update({ doctorId: person.id, doctorPhoto: undefined });
    expect(answer.body).toMatchObject({ acknowledged: true, modifiedCount: 1 });
    expect(await optionOf(doctor['name'])).toMatchObject({ doctorPhoto: image });
  });

  it("open the newest doctor's option if two have the same name", async () => {
    const first = await admin.post('/api/doctors', { ...doctor, specialty: 'Dental Care' });
    const namesake = { ...record(), email: `namesake-${number}@example.org`, specialty: undefined };
    const second = await admin.post('/api/users', namesake);
    expect(second.body['acknowledged']).toBe(true);
    expect((await update()).body).toMatchObject({ modifiedCount: 1 });
    const { rows } = await app.database.db.execute(
      sql`select doctor_id from appointment_options where doctor_name = ${doctor['name']} and open order by id`,
    );
    expect(rows.map((row) => row['doctor_id'])).toEqual([first.body['insertedId'], second.body['insertedId']]);
  });

  it('open the option of the doctor with the given id if two have the same name', async () => {
    const first = await admin.post('/api/doctors', { ...doctor, specialty: 'Dental Care' });
    await admin.post('/api/users', { ...record(), email: `namesake-${number}@example.org`, specialty: undefined });
    const answer = await update({ specialty: 'Cardiology', doctorId: first.body['insertedId'] });
    expect(answer.body).toMatchObject({ modifiedCount: 1 });
    const { rows } = await app.database.db.execute(
      sql`select doctor_id from appointment_options where doctor_name = ${doctor['name']} and open`,
    );
    expect(rows.map((row) => row['doctor_id'])).toEqual([first.body['insertedId'], first.body['insertedId']]);
  });

  it('refuse an id that is not of a doctor, even if a doctor has the name', async () => {
    await admin.post('/api/doctors', doctor);
    const patient = await personWith(app, { name: doctor['name'] ?? '' });
    const refusals = [await update({ doctorId: patient.id }), await update({ doctorId: crypto.randomUUID() })];
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 409, body: { code: 'DOCTOR_UNKNOWN' } });
    }
    expect((await update({ doctorId: 'not an id' })).status).toBe(400);
  });

  it('add a person who has not signed up and sets a password by email', async () => {
    expect((await admin.post('/api/users', { ...record(), specialty: undefined })).body['acknowledged']).toBe(true);
    expect(await optionOf(doctor['name'])).toBeUndefined();
    expect((await update()).body).toMatchObject({ modifiedCount: 1 });
    expect((await update()).body).toMatchObject({ modifiedCount: 0 });
    expect(await optionOf(doctor['name'])).toBeDefined();

    const browser = app.client();
    const token = await resetTokenFor(app, String(doctor['email']));
    expect((await browser.post('/api/auth/reset-password', { newPassword: 'Chosen1!', token })).status).toBe(200);
    const signIn = { email: doctor['email'], password: 'Chosen1!' };
    expect((await browser.post('/api/auth/sign-in/email', signIn)).status).toBe(200);
  });

  it('refuse an unknown specialty, doctor or photo with a message', async () => {
    await admin.post('/api/users', record());
    const refusals = [
      await update({ specialty: 'Alchemy' }),
      await update({ doctorName: 'Nobody' }),
      await update({ doctorPhoto: 'https://elsewhere.example/x.png' }),
    ];
    expect(refusals.map(({ status, body }) => [status, body['code'], body['message']])).toEqual([
      [409, 'SPECIALTY_UNKNOWN', 'The clinic has no specialty called Alchemy.'],
      [409, 'DOCTOR_UNKNOWN', 'There is no doctor called Nobody.'],
      [409, 'PROFILE_REFUSED', 'The photo must be an image that was uploaded here.'],
    ]);
  });

  it('open one option, even with parallel calls', async () => {
    await admin.post('/api/users', { ...record(), specialty: undefined });
    const answers = await Promise.all(Array.from({ length: 8 }, () => update()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ body }) => body['modifiedCount'] === 1)).toHaveLength(1);
    expect((await options()).filter(({ doctorName }) => doctorName === doctor['name'])).toHaveLength(1);
  });

  it('ignore a role in the body unless the caller is an admin', async () => {
    const person = await personWith(app, { name: doctor['name'] ?? '' });
    const own = await person.post('/api/users', { ...record(), email: person.email });
    expect(own.body).toEqual({ acknowledged: true, insertedId: person.id });
    expect((await person.get(`/api/users/doctor/${person.email}`)).body).toEqual({ isDoctor: false });
    expect((await person.post('/api/users', record())).body).toMatchObject({ code: 'NOT_YOU' });
    expect(await peopleLeft()).toBe(0);
  });
});

describe('the list of doctors', () => {
  it('is sorted, searched, paged and counted', async () => {
    const { count } = (await admin.get('/api/doctors/count')).body;
    const all = await listed('');
    expect(all).toHaveLength(Number(count));
    const specialties = async (query: string) =>
      (await admin.get(`/api/doctors?${query}`)).body as unknown as { _id: string; specialty?: string }[];
    const bySpecialty = (await specialties('sort=-specialty')).map(({ specialty = '' }) => specialty);
    expect(bySpecialty).toEqual(bySpecialty.toSorted().toReversed());
    const walked = [];
    for (let cursor = ''; ; ) {
      const page = await specialties(`sort=-specialty&limit=3${cursor}`);
      walked.push(...page.map(({ _id }) => _id));
      if (page.length < 3) break;
      cursor = `&cursor=${page.at(-1)?._id}`;
    }
    expect(new Set(walked).size).toBe(Number(count));
    expect(walked).toHaveLength(Number(count));
  });
});

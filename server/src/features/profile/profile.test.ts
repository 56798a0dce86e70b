import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { conversationOn, doctorWithPost, say } from '../../../testing/conversations.ts';
import { imageForm, paintedPng } from '../../../testing/pictures.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { accounts, bookings, people } from '../../database/schema/index.ts';

const PASSWORD = 'Correct1!';

const app = await startTestApp();
await openOption(app.database.db, { treatment: 'Cardiology' });

async function book(by: TestClient, slot: string) {
  app.clock = new Date('2024-01-05T10:05:00Z');
  return bookedAs(by, { appointmentDate: 'Jan 8, 2024', treatment: 'Cardiology', slot, price: 50 });
}

/** The same person in another browser. */
async function elsewhere(person: TestClient): Promise<TestClient> {
  const browser = app.client();
  const answer = await browser.post(
    '/api/auth/sign-in/email',
    { email: person.email, password: PASSWORD },
    { 'user-agent': 'Another Browser' },
  );
  expect(answer.status).toBe(200);
  return browser;
}

/** The id of a browser's session. */
async function sessionOf(browser: TestClient): Promise<string> {
  const { body } = await browser.get('/api/auth/get-session');
  return (body['session'] as { id: string }).id;
}

const isSignedIn = async (browser: TestClient) => (await browser.get('/api/session')).body['user'] !== null;

describe('a person on their profile', () => {
  it('changes name and photo, visible in the next request', async () => {
    const person = await personWith(app);
    const changes = { name: 'Changed Name', image: '/portraits/mei-tanaka.svg' };
    expect((await person.post('/api/auth/update-user', changes)).status).toBe(200);
    expect((await person.get('/api/session')).body).toMatchObject({
      user: { displayName: 'Changed Name', photoURL: '/portraits/mei-tanaka.svg' },
    });
  });

  it('has the new name in appointments ahead, as patient and as doctor, and the old one in those that have begun', async () => {
    app.clock = undefined;
    const { db } = app.database;
    const doctor = await personWith(app, { isDoctor: true, name: 'Dora Before' });
    const openings = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensMinute: 540, closesMinute: 600 }));
    const photo = { id: doctor.id, name: doctor.name, photo: null };
    await openOption(db, { treatment: 'Dermatology', doctor: photo, openings });
    const patient = await personWith(app, { name: 'Pat Before' });
    const booked = async (inDays: number) => {
      const day = new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10);
      const request = { appointmentDate: mediumDateFromIso(day), treatment: 'Dermatology', price: 50 };
      return bookedAs(patient, { ...request, slot: '09:00 AM - 09:30 AM' });
    };
    const [ahead, begun, arrived] = [await booked(3), await booked(4), await booked(5)];
    const earlier = sql`interval '30 days'`;
    await db
      .update(bookings)
      .set({ startsAt: sql`starts_at - ${earlier}`, endsAt: sql`ends_at - ${earlier}` })
      .where(eq(bookings.id, begun));
    await db.update(bookings).set({ state: 'arrived' }).where(eq(bookings.id, arrived));
    await doctor.post('/api/auth/update-user', { name: 'Dora After' });
    await patient.post('/api/auth/update-user', { name: 'Pat After' });
    const namesIn = async (id: string) => (await doctor.get(`/api/bookings/${id}`)).body;
    expect(await namesIn(ahead)).toMatchObject({ patient: 'Pat After', doctorName: 'Dora After', version: 1 });
    expect(await namesIn(arrived)).toMatchObject({ patient: 'Pat After', doctorName: 'Dora After' });
    expect(await namesIn(begun)).toMatchObject({ patient: 'Pat Before', doctorName: 'Dora Before' });
  });

  it('cannot set their role or undo a deletion with extra fields', async () => {
    const person = await personWith(app);
    await person.post('/api/auth/update-user', { name: 'Sly', isAdmin: true, isDoctor: true, deletedAt: null });
    expect((await person.get(`/api/users/admin/${person.email}`)).body).toEqual({ isAdmin: false });
    expect((await person.get(`/api/users/doctor/${person.email}`)).body).toEqual({ isDoctor: false });
  });

  it('changes the password with the old one, under the rule for all passwords', async () => {
    const person = await personWith(app);
    const change = (currentPassword: string, newPassword: string) =>
      person.post('/api/auth/change-password', { currentPassword, newPassword, revokeOtherSessions: true });
    const other = await elsewhere(person);
    expect((await change('Wrong1!', 'Another1!')).status).toBe(400);
    expect((await change(PASSWORD, 'simple')).body['message']).toBe(
      'Password must have uppercase, number and special characters',
    );
    expect(await isSignedIn(other)).toBe(true);
    expect((await change(PASSWORD, 'Another1!')).status).toBe(200);
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(person)).toBe(true);
  });

  it('sees their sessions and can end them', async () => {
    const person = await personWith(app);
    const [one, two] = [await elsewhere(person), await elsewhere(person)];
    const sessions = (await person.get('/api/auth/list-sessions')).body as unknown as Record<string, string>[];
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ userAgent }) => userAgent === 'Another Browser')).toHaveLength(2);
    expect(sessions[0]).toMatchObject({ ipAddress: expect.any(String), createdAt: expect.any(String) });

    const id = await sessionOf(one);
    expect((await person.post('/api/auth/revoke-session', { id, password: PASSWORD })).status).toBe(200);
    expect([await isSignedIn(one), await isSignedIn(two), await isSignedIn(person)]).toEqual([false, true, true]);
    expect((await person.post('/api/auth/revoke-other-sessions', { password: PASSWORD })).status).toBe(200);
    expect([await isSignedIn(two), await isSignedIn(person)]).toEqual([false, true]);
  });

  it.each(['revoke-session', 'revoke-sessions', 'revoke-other-sessions'])('%s needs the password', async (call) => {
    const person = await personWith(app);
    const other = await elsewhere(person);
    const id = await sessionOf(other);
    for (const password of [undefined, '', 'Wrong1!']) {
      const refused = await person.post(`/api/auth/${call}`, { id, password });
      expect([refused.status, refused.body['code']]).toEqual([400, 'INVALID_PASSWORD']);
    }
    expect([await isSignedIn(person), await isSignedIn(other)]).toEqual([true, true]);
    expect((await person.post(`/api/auth/${call}`, { id, password: PASSWORD })).status).toBe(200);
    expect(await isSignedIn(other)).toBe(false);
  });

  it('without a password, they need a sign-in of the last ten minutes to end sessions', async () => {
    const person = await personWith(app);
    const other = await elsewhere(person);
    const { db, pool } = app.database;
    await db.delete(accounts).where(eq(accounts.personId, person.id));
    const end = () => person.post('/api/auth/revoke-other-sessions', {});
    const age = (minutes: number) =>
      pool.query('update sessions set created_at = now() - make_interval(mins => $1) where person_id = $2', [
        minutes,
        person.id,
      ]);
    await age(11);
    expect(await end()).toMatchObject({ status: 403, body: { code: 'SESSION_NOT_FRESH' } });
    expect(await isSignedIn(other)).toBe(true);
    await age(9);
    expect((await end()).status).toBe(200);
    expect(await isSignedIn(other)).toBe(false);
  });

  it("cannot end another person's session", async () => {
    const [person, other] = [await personWith(app), await personWith(app)];
    const id = await sessionOf(other);
    await person.post('/api/auth/revoke-session', { id, password: PASSWORD });
    expect(await isSignedIn(other)).toBe(true);
  });

  it('exports what the clinic stores about them, without credentials', async () => {
    const person = await personWith(app, { name: 'Pia Patient' });
    const bookingId = await book(person, '09:00 AM - 09:30 AM');
    const answer = await person.get('/api/me/export');
    expect(answer.body).toMatchObject({
      person: { _id: person.id, name: 'Pia Patient', email: person.email, isAdmin: false },
      waysToSignIn: [{ provider: 'credential' }],
      secondFactor: { authenticatorApp: false, passkeys: [] },
      sessions: [{ address: '127.0.0.1' }],
      bookings: [{ _id: bookingId, treatment: 'Cardiology', appointmentDate: 'Jan 8, 2024' }],
      options: [],
      payments: [],
      posts: [],
      conversations: [],
      images: [],
    });
    const token = decodeURIComponent(person.cookies.get('openhours.session_token') ?? '').split('.')[0] ?? '';
    expect(token.length).toBeGreaterThan(20);
    expect(JSON.stringify(answer.body)).not.toContain(token);
    expect(JSON.stringify(answer.body)).not.toMatch(/password|token/i);
  });
});

describe('the export', () => {
  it('has their date of birth, and what they wait for', async () => {
    const patient = await personWith(app, { name: 'Wanda Waits' });
    await app.database.pool.query(
      `update people set date_of_birth = '1980-02-03', phone = '+12025550123' where id = $1`,
      [patient.id],
    );
    await openOption(app.database.db, { treatment: 'Podiatry' });
    const joined = await patient.post('/api/waiting-list', {
      treatment: 'Podiatry',
      from: '2024-01-08',
      to: '2024-01-10',
    });
    expect(joined.body).toMatchObject({ acknowledged: true });
    expect((await patient.get('/api/me/export')).body).toMatchObject({
      person: { dateOfBirth: '1980-02-03', phoneConfirmedAt: null, phoneChangedAt: expect.any(String) },
      waitingList: [{ treatment: 'Podiatry' }],
    });
  });

  it('has posts, images and both sides of conversations; the other person by name only', async () => {
    const { doctor, postId } = await doctorWithPost(app);
    const patient = await personWith(app, { name: 'Pia Patient' });
    const { _id } = await conversationOn(patient, postId);
    await say(patient, _id, 'May I ask?');
    await say(doctor, _id, 'You may.');
    const uploaded = await doctor.post('/api/images', imageForm(paintedPng(64, 48)));
    const { url } = uploaded.body['data'] as { url: string };

    const ours = (await doctor.get('/api/me/export')).body;
    expect(ours).toMatchObject({
      posts: [{ _id: postId, description: 'Drink water.', image: null }],
      conversations: [
        {
          _id,
          postId,
          with: 'Pia Patient',
          messages: [
            { byYou: false, message: 'May I ask?' },
            { byYou: true, message: 'You may.' },
          ],
        },
      ],
      images: [new URL(url, app.url).pathname],
    });
    expect(JSON.stringify(ours)).not.toContain(patient.email);
    const theirs = (await patient.get('/api/me/export')).body;
    expect(theirs).toMatchObject({ posts: [], conversations: [{ with: 'Dora Doc' }], images: [] });
    expect(JSON.stringify(theirs)).not.toContain(doctor.email);
  });

  it('has whom they block, by name only, and what they reported', async () => {
    const { doctor, postId } = await doctorWithPost(app);
    const patient = await personWith(app, { name: 'Pia Patient' });
    const { _id } = await conversationOn(patient, postId);
    await patient.request('PUT', `/api/conversations/${_id}/block`, { body: { blocked: true } });
    await patient.post(`/api/posts/${postId}/reports`, { reason: 'It is about my illness' });
    const ours = (await patient.get('/api/me/export')).body;
    expect(ours).toMatchObject({
      blocks: [{ name: 'Dora Doc' }],
      reports: [{ kind: 'post', itemId: postId, reason: 'It is about my illness' }],
    });
    expect(JSON.stringify(ours)).not.toContain(doctor.email);
    expect((await doctor.get('/api/me/export')).body).toMatchObject({ blocks: [], reports: [] });
  });
});

describe("closing one's account", () => {
  it('has a preview, is confirmed by the password, and deletes like an admin', async () => {
    const person = await personWith(app);
    const bookingId = await book(person, '10:00 AM - 10:30 AM');
    expect((await person.get('/api/me/deletion')).body).toEqual({
      bookingsAsPatient: 1,
      withoutRefund: 0,
      bookingsAsDoctor: 0,
      disputedAsPatient: 0,
      disputedAsDoctor: 0,
      refundsAtClinic: [],
      posts: 0,
      conversations: 0,
      dependants: 0,
      confirmBy: 'password',
    });
    for (const body of [{}, { password: 'Wrong1!' }, { email: person.email }]) {
      const refused = await person.post('/api/me/delete', body);
      expect([refused.status, refused.body['code']]).toEqual([409, 'WRONG_PASSWORD']);
    }
    const other = await elsewhere(person);
    expect((await person.post('/api/me/delete', { password: PASSWORD })).body).toEqual({
      acknowledged: true,
      deletedCount: 1,
      cancelledBookings: 1,
    });
    expect([await isSignedIn(person), await isSignedIn(other)]).toEqual([false, false]);

    const admin = await personWith(app, { isAdmin: true });
    expect((await admin.get(`/api/bookings/${bookingId}`)).body).toMatchObject({
      state: 'cancelled',
      cancelReason: 'The account that was used to book this appointment was closed.',
      email: '',
    });
    expect((await admin.get(`/api/audit?on=${person.id}`)).body).toMatchObject([
      { what: 'delete-own-account', outcome: 'done', who: { _id: person.id }, detail: '1 future booking cancelled.' },
    ]);
  });

  it('is confirmed by the email address and a sign-in of the last ten minutes if there is no password', async () => {
    const person = await personWith(app);
    const { db, pool } = app.database;
    await db.delete(accounts).where(eq(accounts.personId, person.id));
    const age = (minutes: number) =>
      pool.query('update sessions set created_at = now() - make_interval(mins => $1) where person_id = $2', [
        minutes,
        person.id,
      ]);
    await age(11);
    expect((await person.get('/api/me/deletion')).body).toMatchObject({
      confirmBy: 'email',
      refusal: 'To delete your account, please sign out and sign in again first.',
    });
    expect(await person.post('/api/me/delete', { email: person.email })).toMatchObject({
      status: 409,
      body: { code: 'SESSION_NOT_FRESH' },
    });
    await age(9);
    const { body: preview } = await person.get('/api/me/deletion');
    expect([preview['confirmBy'], preview['refusal']]).toEqual(['email', undefined]);
    expect((await person.post('/api/me/delete', { password: PASSWORD })).body['code']).toBe('NOT_CONFIRMED');
    expect((await person.post('/api/me/delete', { email: person.email.toUpperCase() })).status).toBe(200);
    const [row] = await db.select().from(people).where(eq(people.id, person.id));
    expect(row).toMatchObject({ email: `deleted:${person.id}`, image: null, deletedAt: expect.any(Date) });
  });

  it('is refused at the identity service, which would leave bookings behind', async () => {
    const person = await personWith(app);
    expect((await person.post('/api/auth/delete-user', { password: PASSWORD })).status).toBe(404);
    expect(await isSignedIn(person)).toBe(true);
  });

  it('needs one connection: works with a pool of one', async () => {
    await using small = await startTestApp({ beside: app, poolSize: 1, environment: { RATE_LIMITS: 'on' } });
    const person = await personWith(app);
    const close = (password: string, key: string) =>
      person.request('POST', '/api/me/delete', {
        body: { password },
        headers: { 'idempotency-key': key },
        at: small.url,
      });
    expect((await close('Wrong1!', 'first')).body).toMatchObject({ code: 'WRONG_PASSWORD' });
    expect((await close(PASSWORD, 'second')).body).toMatchObject({ acknowledged: true, deletedCount: 1 });
  });

  it('limits password attempts', async () => {
    await using limited = await startTestApp({ environment: { RATE_LIMITS: 'on' } });
    const person = await limited.person();
    const statuses = [];
    for (let guess = 0; guess < 12; guess += 1) {
      statuses.push((await person.post('/api/me/delete', { password: `Guess${guess}!` })).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 409));
    expect(statuses.slice(10)).toEqual([429, 429]);
  });
});

import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { manyWith, personWith, type RoledClient } from '../../../testing/admins.ts';
import { bookAs, bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { conversationOn, say, writePost } from '../../../testing/conversations.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { resetTokenFor } from '../../../testing/reset-link.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { accounts, people, sessions } from '../../database/schema/index.ts';
import { erasePerson } from '../identity/index.ts';

let doctor: RoledClient;
let optionId: string;

const app = await startTestApp();
const admin = await personWith(app, { isAdmin: true, name: 'Ada Admin' });

beforeEach(async () => {
  app.clock = new Date('2024-01-05T10:05:00Z');
  const { db } = app.database;
  await db.execute(sql`delete from bookings`);
  await db.execute(sql`update appointment_options set open = false`);
  const [made] = await manyWith(app, { count: 1, isDoctor: true });
  if (!made) throw new Error('A doctor was wanted');
  await db.update(people).set({ name: 'Dora Doc' }).where(eq(people.id, made.id));
  doctor = made;
  const opened = await openOption(db, {
    treatment: 'Cardiology',
    doctor: { id: doctor.id, name: 'Dora Doc', photo: null },
  });
  optionId = opened.optionId;
});

async function book(by: TestClient, changes: Record<string, unknown> = {}) {
  return bookedAs(by, {
    appointmentDate: 'Jan 8, 2024',
    treatment: 'Cardiology',
    slot: '09:00 AM - 09:30 AM',
    phone: '+1 202 555 0143',
    price: 50,
    optionId,
    ...changes,
  });
}

const slots = async () => {
  const { body } = await app.client().get('/api/v2/appointmentOptions?date=Jan 8, 2024');
  return (body as unknown as { slots: string[] }[]).map((option) => option.slots.length);
};

/** What the outbox has about a person or their address. */
async function messagesTo({ id, email }: RoledClient) {
  const found =
    'select kind, state from outgoing_messages m where person_id = $1 or address = $2 or to_jsonb(m)::text like any ($3)';
  return (await app.database.pool.query(found, [id, email, [`%${id}%`, `%${email}%`]])).rows;
}

describe('deleting a doctor', () => {
  it('does what its preview says', async () => {
    const patient = await personWith(app);
    await book(patient);
    await book(patient, { appointmentDate: 'Jan 9, 2024' });
    const preview = await admin.get(`/api/users/${doctor.id}/deletion`);
    expect(preview.body).toEqual({
      name: 'Dora Doc',
      hasAccount: true,
      bookingsAsPatient: 0,
      bookingsAsDoctor: 2,
      disputedAsPatient: 0,
      disputedAsDoctor: 0,
      refundsAtClinic: [],
      posts: 0,
      conversations: 0,
      dependants: 0,
    });

    const answer = await admin.request('DELETE', `/api/doctors/${doctor.id}`);
    expect(answer.body).toEqual({ acknowledged: true, deletedCount: 1, cancelledBookings: 2 });
    expect((await admin.get(`/api/users/${doctor.id}/deletion`)).status).toBe(404);
    expect((await admin.request('DELETE', `/api/doctors/${doctor.id}`)).body).toMatchObject({ deletedCount: 0 });
  });

  it('sends a patient one email about all their appointments with the doctor', async () => {
    const [patient, other] = [await personWith(app), await personWith(app)];
    await book(patient, { appointmentDate: 'Jan 9, 2024' });
    await book(patient);
    await book(other, { slot: '10:00 AM - 10:30 AM' });
    await app.deliverMail();
    const before = app.mails.length;
    await admin.request('DELETE', `/api/users/doctor/${doctor.id}`);
    await app.deliverMail();
    const mails = app.mails.slice(before);
    expect(mails.filter(({ to }) => to === other.email)).toMatchObject([
      { subject: 'Your appointment on Jan 8, 2024 was cancelled' },
    ]);
    const theirs = mails.filter(({ to }) => to === patient.email);
    expect(theirs).toMatchObject([{ subject: 'Your 2 appointments from Jan 8, 2024 were cancelled' }]);
    expect(theirs[0]?.text).toMatch(
      /cancelled these appointments:[^]*When: Mon, Jan 8, 2024[^]*When: Tue, Jan 9, 2024[^]*no longer with the clinic[^]*Book another appointment http\S+\/appointment\s/,
    );
  });

  it('cancels the appointment of a patient who has arrived early, as its preview says', async () => {
    const patient = await personWith(app);
    const id = await book(patient, { appointmentDate: 'Jan 5, 2024', slot: '04:00 PM - 04:30 PM' });
    await admin.request('PUT', `/api/bookings/${id}/state`, { body: { state: 'arrived', version: 1 } });
    expect((await admin.get(`/api/users/${doctor.id}/deletion`)).body).toMatchObject({ bookingsAsDoctor: 1 });
    const answer = await admin.request('DELETE', `/api/users/doctor/${doctor.id}`);
    expect(answer.body).toMatchObject({ cancelledBookings: 1 });
    expect((await patient.get(`/api/bookings/${id}`)).body).toMatchObject({ state: 'cancelled' });
  });

  it('deletes their photo everywhere', async () => {
    const photo = '/portraits/maya.svg';
    await app.database.db.update(people).set({ image: photo }).where(eq(people.id, doctor.id));
    const patient = await personWith(app);
    await app.database.pool.query('update appointment_options set doctor_photo = $1 where id = $2', [photo, optionId]);
    await book(patient);
    const shown = async () => (await patient.get(`/api/bookings?email=${patient.email}`)).body;
    expect(await shown()).toMatchObject([{ doctorPhoto: photo }]);
    await admin.request('DELETE', `/api/doctors/${doctor.id}`);
    expect(await shown()).not.toHaveProperty('[0].doctorPhoto');
  });

  it('closes the option, cancels upcoming bookings with a reason, and emails the patients', async () => {
    const patient = await personWith(app, { name: 'Pia Patient' });
    const id = await book(patient);
    expect(await slots()).toEqual([15]);
    await app.deliverMail();
    const before = app.mails.length;
    await admin.request('DELETE', `/api/users/${doctor.id}`);

    expect((await patient.get(`/api/bookings/${id}`)).body).toMatchObject({
      state: 'cancelled',
      doctorName: 'Dora Doc',
      cancelReason: 'Dr. Dora Doc is no longer with the clinic. Please book another appointment.',
    });
    expect(await slots()).toEqual([]);
    await app.deliverMail();
    expect(app.mails.slice(before)).toMatchObject([
      {
        to: patient.email,
        subject: 'Your appointment on Jan 8, 2024 was cancelled',
        text: expect.stringContaining('When: Mon, Jan 8, 2024, 09:00 AM - 09:30 AM\n\nWith: Dr. Dora Doc'),
      },
    ]);
  });

  it('previews the counts, deletes the posts, and leaves the conversations under their name', async () => {
    const patient = await personWith(app);
    const [postId] = [await writePost(doctor), await writePost(doctor)];
    const { _id } = await conversationOn(patient, postId ?? '');
    await say(patient, _id, 'Thank you.');
    expect((await admin.get(`/api/users/${doctor.id}/deletion`)).body).toMatchObject({ posts: 2, conversations: 1 });

    await admin.request('DELETE', `/api/users/${doctor.id}`);
    const feed = (await patient.get('/api/posts')).body as unknown as { _id: string }[];
    expect(feed.map((post) => post._id)).not.toContain(postId);
    const { body } = await patient.get(`/api/conversations/${patient.email}`);
    expect(body).toMatchObject([{ _id, post: { gone: true }, conversationMessages: [{ message: 'Thank you.' }] }]);
    expect(JSON.stringify(body)).toContain('Dora Doc');
  });

  it('while the person signs in leaves no session or password and causes no 500, four times over', async () => {
    for (let round = 0; round < 4; round += 1) {
      const leaving = await personWith(app);
      const signIn = () =>
        app.client().post('/api/auth/sign-in/email', { email: leaving.email, password: 'Correct1!' });
      const answers = await Promise.all([
        signIn(),
        signIn(),
        admin.request('DELETE', `/api/users/${leaving.id}`),
        signIn(),
        leaving.post('/api/auth/update-user', { name: 'Still Here' }),
        leaving.post('/api/auth/change-password', { currentPassword: 'Correct1!', newPassword: 'Another1!' }),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      const left = await app.database.db.select().from(sessions).where(eq(sessions.personId, leaving.id));
      expect(left).toEqual([]);
      expect(await app.database.db.select().from(accounts).where(eq(accounts.personId, leaving.id))).toEqual([]);
    }
  });

  it('leaves current and past bookings unchanged', async () => {
    const patient = await personWith(app);
    const id = await book(patient);
    app.clock = new Date('2024-01-08T09:00:00Z');
    await admin.request('DELETE', `/api/users/${doctor.id}`);
    expect((await patient.get(`/api/bookings/${id}`)).body).toMatchObject({ state: 'booked' });
  });

  it('while patients book leaves no live booking with a deleted doctor, eight times over', async () => {
    let booked = 0;
    for (let round = 0; round < 8; round += 1) {
      const [leaving, ...patients] = await manyWith(app, { count: 4, isDoctor: true });
      if (!leaving) throw new Error('A doctor was wanted');
      const option = await openOption(app.database.db, {
        treatment: 'General',
        doctor: { id: leaving.id, name: leaving.name, photo: null },
      });
      const booking = patients.map((patient, number) =>
        bookAs(patient, {
          appointmentDate: 'Jan 8, 2024',
          treatment: 'General',
          slot: ['09:00 AM - 09:30 AM', '09:30 AM - 10:00 AM', '10:00 AM - 10:30 AM'][number],
          price: 50,
          optionId: option.optionId,
        }),
      );
      const [removed, ...answers] = await Promise.all([
        round % 2 === 0
          ? admin.request('DELETE', `/api/users/doctor/${leaving.id}`)
          : admin.request('DELETE', `/api/users/${leaving.id}`),
        ...booking,
      ]);
      expect(removed.status).toBe(200);
      for (const { status, body } of answers) {
        if (status === 200) booked += 1;
        else expect(body['code']).toBe('TREATMENT_UNKNOWN');
      }
      const { rows } = await app.database.pool.query(
        "select 1 from bookings where calendar_id = $1 and state = 'booked'",
        [leaving.id],
      );
      expect(rows).toHaveLength(0);
    }
    // Some bookings came first; otherwise the test shows nothing.
    expect(booked).toBeGreaterThan(0);
  });
});

describe('removing the doctor role', () => {
  it('closes the option and cancels upcoming bookings; it can be opened again after giving the role back', async () => {
    const patient = await personWith(app);
    const id = await book(patient);
    const answer = await admin.request('DELETE', `/api/users/doctor/${doctor.id}`);
    expect(answer.body).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 1, cancelledBookings: 1 });
    expect((await patient.get(`/api/bookings/${id}`)).body).toMatchObject({ state: 'cancelled' });
    expect(await slots()).toEqual([]);

    await app.database.pool.query('update people set email_verified = true where id = $1', [doctor.id]);
    await admin.request('PUT', `/api/users/doctor/${doctor.id}`);
    await admin.request('PUT', '/api/v2/updateAppointmentOptions', {
      body: { specialty: 'Cardiology', doctorName: 'Dora Doc' },
    });
    expect(await slots()).toEqual([16]);
    await book(patient);
  });
});

describe('deleting a patient', () => {
  it('frees their slots, emails them, and deletes email address and phone number', async () => {
    const patient = await personWith(app, { name: 'Pia Patient' });
    const past = await book(patient, { appointmentDate: 'Jan 5, 2024', slot: '10:30 AM - 11:00 AM' });
    app.clock = new Date('2024-01-05T12:00:00Z');
    const future = await book(patient);
    await app.deliverMail();
    const before = app.mails.length;
    const answer = await admin.request('DELETE', `/api/users/${patient.id}`);
    expect(answer.body).toEqual({ acknowledged: true, deletedCount: 1, cancelledBookings: 1 });
    await app.deliverMail();
    expect(app.mails.slice(before).map(({ to }) => to)).toEqual([patient.email]);
    expect(await slots()).toEqual([16]);

    const kept = { patient: 'Pia Patient', email: '', phone: '' };
    expect((await admin.get(`/api/bookings/${past}`)).body).toMatchObject({ ...kept, state: 'booked' });
    expect((await admin.get(`/api/bookings/${future}`)).body).toMatchObject({
      ...kept,
      state: 'cancelled',
      cancelReason: 'The clinic has closed the account that was used to book this appointment.',
    });
  });

  it.each([
    ['by themselves', 'The person whom you booked for has closed their account.'],
    ['by an admin', 'The clinic has closed the account of the person whom you booked for.'],
  ])('%s cancels what was booked for them under another account, whose owner is told why', async (by, reason) => {
    const [parent, child] = [await personWith(app), await personWith(app)];
    const id = await book(parent);
    // As if the front desk had given an account to somebody whom the parent looked after.
    await app.database.pool.query('update bookings set treated_id = $1 where id = $2', [child.id, id]);
    await app.deliverMail();
    const before = app.mails.length;
    const answer =
      by === 'by an admin'
        ? await admin.request('DELETE', `/api/users/${child.id}`)
        : await child.post('/api/me/delete', { password: 'Correct1!' });
    expect(answer.body).toMatchObject({ deletedCount: 1, cancelledBookings: 1 });
    expect((await parent.get(`/api/bookings/${id}`)).body).toMatchObject({ state: 'cancelled', cancelReason: reason });
    await app.deliverMail();
    const mails = app.mails.slice(before).filter(({ to }) => to === parent.email);
    expect(mails).toMatchObject([{ text: expect.stringContaining(reason) }]);
    expect(mails[0]?.text).not.toContain('You cancelled');
  });

  it.each([
    ['by themselves', 'The account that was used to book this appointment was closed.'],
    ['by an admin', 'The clinic has closed the account that was used to book this appointment.'],
  ])(
    '%s cancels what they booked for somebody who now has an account, and tells that person why',
    async (by, reason) => {
      const [parent, child] = [await personWith(app), await personWith(app)];
      const id = await book(parent);
      await app.database.pool.query('update bookings set treated_id = $1 where id = $2', [child.id, id]);
      expect((await child.get('/api/me/export')).body).toMatchObject({
        bookings: [{ _id: id, email: '', phone: '', state: 'booked' }],
      });
      await app.deliverMail();
      const before = app.mails.length;
      if (by === 'by an admin') await admin.request('DELETE', `/api/users/${parent.id}`);
      else await parent.post('/api/me/delete', { password: 'Correct1!' });
      await app.deliverMail();
      const mails = app.mails.slice(before);
      expect(mails.map(({ to }) => to)).toEqual([parent.email, child.email]);
      expect(mails[1]?.text).toContain(reason);
      expect(mails[1]?.text).not.toContain('You cancelled');
    },
  );

  it('deletes number and reason in bookings for them under another account, whose address stays', async () => {
    const [parent, child] = [await personWith(app), await personWith(app)];
    const past = { appointmentDate: 'Jan 5, 2024', slot: '10:30 AM - 11:00 AM', visitReason: 'A cough' };
    const id = await book(parent, past);
    await app.database.pool.query('update bookings set treated_id = $1 where id = $2', [child.id, id]);
    app.clock = new Date('2024-01-05T12:00:00Z');
    await admin.request('DELETE', `/api/users/${child.id}`);
    const left = { state: 'booked', email: parent.email, phone: '', visitReason: '' };
    expect((await parent.get(`/api/bookings/${id}`)).body).toMatchObject(left);
  });

  it('deletes blocks by and against them, and the reasons of their reports, not those of others', async () => {
    const [patient, other] = [await personWith(app), await personWith(app)];
    const postId = await writePost(doctor);
    const { _id } = await conversationOn(patient, postId);
    const { _id: otherId } = await conversationOn(other, postId);
    const block = (by: TestClient, id: string) =>
      by.request('PUT', `/api/conversations/${id}/block`, { body: { blocked: true } });
    for (const by of [patient, doctor]) expect((await block(by, _id)).status).toBe(200);
    await block(other, otherId);
    for (const by of [patient, other]) await by.post(`/api/posts/${postId}/reports`, { reason: `By ${by.email}` });

    expect((await admin.request('DELETE', `/api/users/${patient.id}`)).body).toMatchObject({ deletedCount: 1 });
    const { pool } = app.database;
    const blocks = await pool.query('select blocker_id from blocks where $1 in (blocker_id, blocked_id)', [doctor.id]);
    expect(blocks.rows).toEqual([{ blocker_id: other.id }]);
    const { body } = await admin.get('/api/reports');
    const reasons = (body as unknown as { itemId: string; reason: string }[])
      .filter(({ itemId }) => itemId === postId)
      .map(({ reason }) => reason);
    expect(reasons).toEqual([`By ${other.email}`, '']);
  });

  it('does not keep the reason of a report that is filed during the deletion', async () => {
    const patient = await personWith(app);
    const postId = await writePost(doctor);
    const deletion = await app.database.pool.connect();
    try {
      await deletion.query('begin');
      await deletion.query(`update people set deleted_at = now(), email = 'deleted:' || id where id = $1`, [
        patient.id,
      ]);
      const filed = patient.post(`/api/posts/${postId}/reports`, { reason: 'Filed too late' });
      await expect.poll(() => countLockWaits(app.database.pool)).toBeGreaterThan(0);
      await deletion.query('commit');
      expect((await filed).status).toBe(404);
    } finally {
      deletion.release();
    }
  });

  it('keeps their address in the outbox only until the email about it is sent', async () => {
    const patient = await personWith(app);
    await book(patient);
    await app.deliverMail();
    expect((await patient.post('/api/me/delete', { password: 'Correct1!' })).status).toBe(200);
    expect(await messagesTo(patient)).toMatchObject([{ kind: 'appointment-cancelled', state: 'waiting' }]);
    const before = app.mails.length;
    await app.deliverMail();
    expect(app.mails.slice(before)).toMatchObject([{ to: patient.email }]);
    expect(await messagesTo(patient)).toEqual([]);
    const { rows } = await app.database.pool.query(
      "select state, about, said from outgoing_messages where kind = 'appointment-cancelled' order by queued_at desc, id desc limit 1",
    );
    expect(rows).toEqual([{ state: 'sent', about: {}, said: null }]);
    expect(JSON.stringify((await admin.get('/api/messages')).body)).not.toContain(patient.email);
  });

  it('queues nothing for them if they had not confirmed their address', async () => {
    const patient = await personWith(app, { emailVerified: false });
    const id = await book(patient);
    await app.deliverMail();
    expect((await patient.post('/api/me/delete', { password: 'Correct1!' })).body).toMatchObject({
      cancelledBookings: 1,
    });
    expect((await admin.get(`/api/bookings/${id}`)).body).toMatchObject({ state: 'cancelled' });
    expect(await messagesTo(patient)).toEqual([]);
  });

  it('keeps notes of staff about their appointments, which their export does not have', async () => {
    const patient = await personWith(app);
    const id = await book(patient);
    const note = { text: 'Brings an interpreter.' };
    expect((await admin.post(`/api/bookings/${id}/notes`, note)).status).toBe(200);
    const exported = (await patient.get('/api/me/export')).body;
    expect(exported).toMatchObject({ bookings: [{ _id: id }] });
    expect(JSON.stringify(exported)).not.toContain(note.text);
    expect((await patient.post('/api/me/delete', { password: 'Correct1!' })).status).toBe(200);
    expect((await admin.get(`/api/bookings/${id}`)).body).toMatchObject({ state: 'cancelled', patient: patient.name });
    expect((await admin.get(`/api/bookings/${id}/notes`)).body).toMatchObject([note]);
  });

  it('deletes the stored answers of calls by and about them, and no others', async () => {
    const [patient, other] = [await personWith(app), await personWith(app)];
    const bookFor = (patientId: string, slot: string) =>
      admin.post(
        '/api/appointments',
        { patientId, appointmentDate: 'Jan 8, 2024', treatment: 'Cardiology', slot, phone: '+1 202 555 0143' },
        { 'idempotency-key': uuidv7() },
      );
    expect((await bookFor(patient.id, '09:00 AM - 09:30 AM')).status).toBe(200);
    expect((await bookFor(other.id, '10:00 AM - 10:30 AM')).status).toBe(200);
    const headers = { 'idempotency-key': uuidv7() };
    const ben = { name: 'Ben', dateOfBirth: '2020-01-31', relation: 'child' };
    const added = await patient.post('/api/me/dependants', ben, headers);
    const { _id: benId } = added.body['dependant'] as { _id: string };
    expect((await admin.request('PUT', `/api/patients/${benId}`, { body: ben, headers })).status).toBe(200);
    const refused = { appointmentDate: 'Jan 8, 2024', treatment: 'Nothing', slot: '09:00 AM - 09:30 AM', price: 50 };
    const booking = { ...refused, patient: patient.name, email: patient.email };
    expect((await patient.post('/api/bookings', booking, headers)).status).toBe(409);
    const stored = async ({ email, id }: RoledClient) =>
      (
        await app.database.pool.query(
          'select call from idempotency_keys where body like any (array[$1, $3]) or caller = $2',
          [`%${email}%`, id, id === patient.id ? '%Ben%' : ''],
        )
      ).rows.length;
    expect([await stored(patient), await stored(other)]).toEqual([4, 1]);
    await admin.request('DELETE', `/api/users/${patient.id}`);
    expect([await stored(patient), await stored(other)]).toEqual([0, 1]);
  });

  it('ends sessions and tokens at once, and deletes every sign-in method', async () => {
    const patient = await personWith(app);
    const token = String((await patient.get(`/api/jwt?email=${patient.email}`)).body['accessToken']);
    const reset = await resetTokenFor(app, patient.email);
    await admin.request('DELETE', `/api/users/${patient.id}`);

    expect((await patient.get(`/api/bookings?email=${patient.email}`)).status).toBe(401);
    expect((await app.client().get('/api/posts', { authorization: `bearer ${token}` })).status).toBe(401);
    const bearer = { authorization: `bearer ${token}` };
    expect((await app.client().get(`/api/user/mongo?email=${patient.email}`, bearer)).status).toBe(401);
    const again = app.client();
    expect((await again.post('/api/auth/sign-in/email', { email: patient.email, password: 'Correct1!' })).status).toBe(
      401,
    );
    expect((await again.post('/api/auth/reset-password', { newPassword: 'Another1!', token: reset })).status).toBe(400);
    const left = `deleted:${patient.id}`;
    expect((await again.post('/api/auth/sign-in/email', { email: left, password: 'Correct1!' })).status).toBe(400);
    expect((await again.get('/api/session')).body).toEqual({ user: null });
  });

  it('lets the same email address sign up again as a new person without the old data', async () => {
    const patient = await personWith(app, { name: 'Old Name' });
    const id = await book(patient);
    await admin.request('DELETE', `/api/users/${patient.id}`);
    const anew = await personWith(app, { email: patient.email, name: 'New Name' });
    expect(anew.id).not.toBe(patient.id);
    expect((await anew.get(`/api/bookings?email=${anew.email}`)).body).toEqual([]);
    expect((await anew.get(`/api/bookings/${id}`)).status).toBe(404);
  });

  it('is final in the database: no session, sign-in method or role can be added', async () => {
    const patient = await personWith(app);
    await admin.request('DELETE', `/api/users/${patient.id}`);
    const { db } = app.database;
    const values = { id: uuidv7(), personId: patient.id };
    await expect(db.insert(sessions).values({ ...values, token: 't', expiresAt: new Date() })).rejects.toMatchObject({
      cause: { constraint: 'no_session_for_the_deleted' },
    });
    await expect(
      db.insert(accounts).values({ ...values, accountId: 'a', providerId: 'credential' }),
    ).rejects.toMatchObject({ cause: { constraint: 'no_account_for_the_deleted' } });
    await expect(db.update(people).set({ isAdmin: true }).where(eq(people.id, patient.id))).rejects.toMatchObject({
      cause: { constraint: 'deleted_person_has_nothing_left' },
    });
    expect((await admin.request('PUT', `/api/users/admin/${patient.id}`)).body).toMatchObject({ matchedCount: 0 });
  });

  it('answers 401 to a change of the photo at the same moment, as to somebody who is signed out', async () => {
    const patient = await personWith(app);
    const [erased, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deleting = app.database.db.transaction(async (tx) => {
      await erasePerson(tx, { personId: patient.id, now: new Date() });
      erased.resolve();
      await over.promise;
    });
    await erased.promise;
    const changing = patient.post('/api/auth/update-user', { image: '/portraits/zoe-wang.svg' });
    await expect.poll(() => countLockWaits(app.database.pool), { timeout: 30_000 }).toBe(1);
    over.resolve();
    await deleting;
    expect(await changing).toMatchObject({ status: 401, body: { message: 'Please sign in first.' } });
  });

  it('is done once under one Idempotency-Key, with one email', async () => {
    const patient = await personWith(app);
    await book(patient);
    await app.deliverMail();
    const before = app.mails.length;
    const headers = { 'idempotency-key': uuidv7() };
    const [one, two] = await Promise.all([
      admin.request('DELETE', `/api/users/${patient.id}`, { headers }),
      admin.request('DELETE', `/api/users/${patient.id}`, { headers }),
    ]);
    expect(one.body).toEqual({ acknowledged: true, deletedCount: 1, cancelledBookings: 1 });
    expect(two.body).toEqual(one.body);
    await app.deliverMail();
    expect(app.mails).toHaveLength(before + 1);
  });
});

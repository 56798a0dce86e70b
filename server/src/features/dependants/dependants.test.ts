import { MOST_DEPENDANTS } from '@openhours/contract/relations.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { erasePerson, updateUnclaimedPerson } from '../identity/index.ts';

let parent: RoledClient;
const app = await startTestApp();
await openOption(app.database.db, { treatment: 'Cardiology' });
await openOption(app.database.db, { treatment: 'General' });

let day = 7;
beforeEach(async () => {
  app.clock = new Date('2024-01-05T10:05:00Z');
  day += 1;
  parent = await personWith(app, { name: 'Paula Parent' });
});

const MIA = { name: 'Mia Minor', dateOfBirth: '2018-05-04', relation: 'child' };
const add = async (body: Record<string, unknown> = MIA, by = parent) => {
  const answer = await by.post('/api/me/dependants', body);
  return { ...answer, id: String((answer.body['dependant'] as { _id: string } | undefined)?._id) };
};
const book = (body: Record<string, unknown> = {}, by = parent) =>
  bookAs(by, {
    appointmentDate: `Jan ${day}, 2024`,
    treatment: 'Cardiology',
    slot: '09:00 AM - 09:30 AM',
    price: 50,
    ...body,
  });
const list = async (by = parent) => (await by.get('/api/me/dependants')).body;

describe('somebody who is looked after', () => {
  it('is added, changed and removed by that account, and seen by no other', async () => {
    const { id } = await add();
    expect(await list()).toEqual([{ _id: id, ...MIA }]);
    const other = await personWith(app);
    expect(await list(other)).toEqual([]);
    const change = { ...MIA, name: 'Mia Major', relation: 'other' };
    const path = `/api/me/dependants/${id}`;
    expect((await other.request('PUT', path, { body: change })).status).toBe(404);
    expect((await other.request('DELETE', path)).status).toBe(404);
    expect((await parent.request('PUT', path, { body: change })).status).toBe(200);
    expect(await list()).toEqual([{ _id: id, ...change }]);
    expect((await parent.request('DELETE', path)).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  it('is in no stored answer once it is removed', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const added = await parent.post('/api/me/dependants', MIA, headers);
    expect((await parent.post('/api/me/dependants', MIA, headers)).body).toEqual(added.body);
    const { _id: id } = added.body['dependant'] as { _id: string };
    const key = { 'idempotency-key': crypto.randomUUID() };
    const remove = () => parent.request('DELETE', `/api/me/dependants/${id}`, { headers: key });
    expect((await remove()).status).toBe(200);
    const { rows } = await app.database.pool.query('select body from idempotency_keys where caller = $1', [parent.id]);
    expect(rows).toEqual([{ body: '{"acknowledged":true}' }]);
    expect((await remove()).status).toBe(200);
  });

  it('is not added to an account that is being deleted', async () => {
    const [erased, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deleting = app.database.db.transaction(async (tx) => {
      await erasePerson(tx, { personId: parent.id, now: new Date() });
      erased.resolve();
      await over.promise;
    });
    await erased.promise;
    const adding = add();
    await expect.poll(() => countLockWaits(app.database.pool), { timeout: 30_000 }).toBe(1);
    over.resolve();
    await deleting;
    expect((await adding).status).toBe(401);
    const left = await app.database.pool.query('select from people where guardian_id = $1', [parent.id]);
    expect(left.rows).toEqual([]);
  });

  it('is not deleted with that account if they get their own at the same moment', async () => {
    const { id } = await add();
    const [given, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const giving = app.database.db.transaction(async (tx) => {
      const same = { name: undefined, phone: undefined, dateOfBirth: undefined };
      await updateUnclaimedPerson(tx, { id, email: `${id}@example.org`, ...same, now: new Date() });
      given.resolve();
      await over.promise;
    });
    await given.promise;
    const deleting = parent.post('/api/me/delete', { password: 'Correct1!' });
    await expect.poll(() => countLockWaits(app.database.pool), { timeout: 30_000 }).toBe(1);
    over.resolve();
    await giving;
    expect((await deleting).status).toBe(200);
    const { rows } = await app.database.pool.query('select email, deleted_at from people where id = $1', [id]);
    expect(rows).toEqual([{ email: `${id}@example.org`, deleted_at: null }]);
  });

  it('keeps their date of birth if the front desk leaves it out', async () => {
    const { id } = await add();
    const desk = await personWith(app, { isFrontDesk: true });
    const body = { name: 'Mia M. Minor', phone: '' };
    expect((await desk.request('PUT', `/api/patients/${id}`, { body })).status).toBe(200);
    expect(await list()).toEqual([{ _id: id, ...MIA, name: 'Mia M. Minor' }]);
  });

  it('has an allowed name and was born before today; an account looks after a bounded number', async () => {
    expect((await add({ ...MIA, dateOfBirth: '2024-01-06' })).body).toMatchObject({ code: 'DEPENDANT_REFUSED' });
    expect((await add({ ...MIA, name: 'evil.example' })).body).toMatchObject({ code: 'DEPENDANT_REFUSED' });
    const answers = await Promise.all(Array.from({ length: MOST_DEPENDANTS + 2 }, () => add()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST_DEPENDANTS);
    expect(answers.filter(({ body }) => body['code'] === 'TOO_MANY')).toHaveLength(2);
  });

  it('is booked for under the same account; overlap and once a day count per person treated', async () => {
    const { id: treatedId } = await add();
    const ten = '10:00 AM - 10:30 AM';
    expect((await book()).status).toBe(200);
    // The same treatment on the same day, and another one at the same time: for somebody else.
    const booked = await book({ treatedId, slot: ten });
    expect(booked.status).toBe(200);
    expect((await book({ treatedId, treatment: 'General' })).status).toBe(200);
    expect((await book({ treatedId, slot: '11:00 AM - 11:30 AM' })).body).toMatchObject({
      code: 'ALREADY_BOOKED',
      message: expect.stringMatching(/^Mia Minor already has an appointment for /),
    });
    expect((await book({ treatedId, treatment: 'General', slot: ten })).body['code']).toMatch(
      /ALREADY_BOOKED|ELSEWHERE/,
    );
    const id = String(booked.body['insertedId']);
    const expected = { patient: 'Mia Minor', email: parent.email, isForSomebodyElse: true };
    expect((await parent.get(`/api/bookings/${id}`)).body).toMatchObject(expected);
    expect((await parent.get(`/api/bookings?email=${parent.email}`)).body).toHaveLength(3);
    // The emails to the parent say whose appointment it is.
    await app.deliverMail();
    const texts = app.mails
      .filter(({ to, text }) => to === parent.email && /^When: /m.test(text))
      .map(({ text }) => text);
    expect(texts.map((text) => /^For: (.*)$/m.exec(text)?.[1])).toEqual([undefined, 'Mia Minor', 'Mia Minor']);
  });

  it('cannot be booked for by anybody else', async () => {
    const { id: treatedId } = await add();
    const other = await personWith(app);
    expect((await book({ treatedId }, other)).body).toMatchObject({ code: 'PERSON_UNKNOWN' });
    expect((await book({ treatedId: other.id })).body).toMatchObject({ code: 'PERSON_UNKNOWN' });
  });

  it('cannot be removed while there is an appointment to come', async () => {
    const { id: treatedId } = await add();
    await book({ treatedId, phone: '+1 202 555 0143', visitReason: 'A cough' });
    const path = `/api/me/dependants/${treatedId}`;
    expect((await parent.request('DELETE', path)).body).toMatchObject({ code: 'HAS_APPOINTMENTS' });
    app.clock = new Date('2024-02-05T10:05:00Z');
    expect((await parent.request('DELETE', path)).status).toBe(200);
    const left = { patient: 'Mia Minor', email: parent.email, phone: '', visitReason: '' };
    expect((await parent.get(`/api/bookings?email=${parent.email}`)).body).toMatchObject([left]);
  });

  it('is in the export of the account, and goes with it', async () => {
    const { id } = await add();
    expect((await parent.get('/api/me/export')).body).toMatchObject({ dependants: [{ _id: id, ...MIA }] });
    expect((await parent.get('/api/me/deletion')).body).toMatchObject({ dependants: 1 });
    await parent.post('/api/me/delete', { password: 'Correct1!' });
    const { rows } = await app.database.pool.query(
      'select date_of_birth, guardian_id, relation, deleted_at is not null as gone from people where id = $1',
      [id],
    );
    expect(rows).toEqual([{ date_of_birth: null, guardian_id: null, relation: null, gone: true }]);
  });

  it('is found by the front desk, with who looks after them, and booked under that account', async () => {
    const { id } = await add({ ...MIA, name: 'Zelda Found' });
    const desk = await personWith(app, { isFrontDesk: true });
    const { body } = await desk.get('/api/patients?search=zelda found');
    expect(body).toContainEqual(expect.objectContaining({ _id: id, name: 'Zelda Found', guardian: 'Paula Parent' }));
    const request = {
      patientId: id,
      appointmentDate: `Jan ${day}, 2024`,
      treatment: 'General',
      slot: '03:00 PM - 03:30 PM',
    };
    expect((await desk.post('/api/appointments', request)).status).toBe(200);
    expect((await parent.get(`/api/bookings?email=${parent.email}`)).body).toMatchObject([{ patient: 'Zelda Found' }]);
  });

  it('gets their own account at the front desk; whoever looked after them is told, and named in the audit log', async () => {
    const { id: treatedId } = await add({ ...MIA, name: 'Nele Own' });
    expect((await book({ treatedId })).status).toBe(200);
    const desk = await personWith(app, { isFrontDesk: true });
    const admin = await personWith(app, { isAdmin: true });
    const save = (body: object) => desk.request('PUT', `/api/patients/${treatedId}`, { body });
    const told = async () => {
      await app.deliverMail();
      return app.mails.filter(({ to, subject }) => to === parent.email && /looked after/.test(subject));
    };
    const queued = async () => {
      const query =
        "select person_id, about from outgoing_messages where kind = 'dependant-has-account' and about->>'dependantId' = $1";
      return (await app.database.pool.query(query, [treatedId])).rows;
    };

    // Neither another change nor a refused address ends anything.
    expect((await save({ phone: '+1 202 555 0143' })).status).toBe(200);
    expect((await save({ email: desk.email })).body).toMatchObject({ code: 'EMAIL_TAKEN' });
    expect(await list()).toMatchObject([{ _id: treatedId }]);
    expect(await queued()).toEqual([]);

    expect((await save({ email: `nele-${day}@example.org` })).status).toBe(200);
    expect(await list()).toEqual([]);
    expect(await told()).toMatchObject([{ text: expect.stringContaining('Nele Own has an account of their own') }]);
    expect((await told())[0]?.text).toContain('please call the clinic');
    // What the email says: booked appointments stay where they are, new ones cannot be booked.
    expect((await parent.get(`/api/bookings?email=${parent.email}`)).body).toMatchObject([{ patient: 'Nele Own' }]);
    expect((await book({ treatedId, treatment: 'General' })).body).toMatchObject({ code: 'PERSON_UNKNOWN' });
    const [entry] = (await admin.get(`/api/audit?on=${treatedId}&what=save-patient`)).body as unknown as object[];
    expect(entry).toMatchObject({ detail: 'with a new account, no longer looked after by Paula Parent' });

    // A corrected address is no news for the parent.
    expect((await save({ email: `nele.own-${day}@example.org` })).status).toBe(200);
    expect(await queued()).toEqual([{ person_id: parent.id, about: { dependantId: treatedId } }]);
  });

  it('is told, too, when an appointment under the account of whoever looked after them is moved or cancelled', async () => {
    const { id: treatedId } = await add({ ...MIA, name: 'Olga Own' });
    const bookingId = String((await book({ treatedId })).body['insertedId']);
    const desk = await personWith(app, { isFrontDesk: true });
    const email = `olga-${day}@example.org`;
    await desk.request('PUT', `/api/patients/${treatedId}`, { body: { email } });
    await app.database.pool.query('update people set email_verified = true where id = $1', [treatedId]);
    const told = async (address: string, subject: RegExp) => {
      await app.deliverMail();
      return app.mails.flatMap((mail) => (mail.to === address && subject.test(mail.subject) ? [mail.text] : []));
    };

    const appointmentDate = `Jan ${day}, 2024`;
    const move = { appointmentDate, slot: '10:00 AM - 10:30 AM' };
    expect((await desk.post(`/api/bookings/${bookingId}/move`, move)).status).toBe(200);
    expect(await told(parent.email, /was moved/)).toEqual([expect.stringContaining('See, confirm, move or cancel')]);
    // The link is for the account that the appointment is under.
    expect(await told(email, /was moved/)).toEqual([expect.not.stringContaining('See, confirm, move or cancel')]);

    expect((await parent.post(`/api/bookings/${bookingId}/cancel`, {})).status).toBe(200);
    expect(await told(parent.email, /was cancelled/)).toEqual([expect.stringContaining('You cancelled')]);
    expect(await told(email, /was cancelled/)).toEqual([expect.stringContaining('Whoever booked it cancelled it.')]);
  });
});

import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { manyWith, personWith } from '../../../testing/admins.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { resetTokenFor } from '../../../testing/reset-link.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { people } from '../../database/schema/index.ts';
import { makeAdmin } from './make-admin.ts';

const NOBODY = '01890000-0000-7000-8000-000000000000';

const app = await startTestApp();
const admin = await personWith(app, { isAdmin: true, name: 'Ada Admin' });

const row = async (id: string) => {
  const { body } = await admin.get('/api/users');
  return (body as unknown as { _id: string }[]).find(({ _id }) => _id === id);
};

describe('a role', () => {
  it('is given and removed by an admin, and counts the change', async () => {
    const person = await personWith(app);
    for (const role of ['admin', 'doctor', 'front-desk']) {
      const path = `/api/users/${role}/${person.id}`;
      const given = await admin.request('PUT', path);
      expect(given.body).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 1 });
      expect((await admin.request('PUT', path)).body).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
      expect((await admin.request('DELETE', path)).body).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
      expect((await admin.request('DELETE', path)).body).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
      const { body } = await admin.get(`/api/audit?on=${person.id}&outcome=done&limit=2`);
      expect(body.map((line) => Object(line).what)).toEqual([`remove-${role}`, `make-${role}`]);
    }
  });

  it('of an unknown id changes nothing and says so', async () => {
    for (const id of [NOBODY, 'not-an-id', 'a%2Fb']) {
      const answer = await admin.request('PUT', `/api/users/admin/${id}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ matchedCount: 0, modifiedCount: 0 });
    }
  });

  it("applies to the person's next request, with cookie and token", async () => {
    const person = await personWith(app);
    const token = String((await person.get(`/api/jwt?email=${person.email}`)).body['accessToken']);
    const byToken = () => app.client().get('/api/users/count', { authorization: `bearer ${token}` });
    expect((await person.get('/api/users/count')).status).toBe(403);
    await admin.request('PUT', `/api/users/admin/${person.id}`);
    expect((await person.get('/api/users/count')).status).toBe(200);
    expect((await byToken()).status).toBe(200);
    await admin.request('DELETE', `/api/users/admin/${person.id}`);
    expect((await person.get('/api/users/count')).status).toBe(403);
    expect((await byToken()).status).toBe(403);
  });

  it('is not given to an account with an unconfirmed address', async () => {
    const person = await personWith(app, { emailVerified: false });
    for (const role of ['admin', 'doctor', 'front-desk']) {
      expect(await admin.request('PUT', `/api/users/${role}/${person.id}`)).toMatchObject({
        status: 409,
        body: { code: 'EMAIL_UNCONFIRMED', message: expect.stringContaining('has not confirmed') },
      });
    }
    expect(await makeAdmin(app.database.db, { email: person.email, now: new Date() })).toBe('unconfirmed');
    expect((await person.get('/api/users/count')).status).toBe(403);
    const { body } = await admin.get(`/api/audit?on=${person.id}&outcome=refused`);
    expect(body.map((line) => Object(line).what)).toEqual(['make-front-desk', 'make-doctor', 'make-admin']);

    const token = await resetTokenFor(app, person.email);
    await app.client().post('/api/auth/reset-password', { token, newPassword: 'Another1!' });
    expect((await admin.request('PUT', `/api/users/admin/${person.id}`)).body).toMatchObject({ modifiedCount: 1 });
    expect(await makeAdmin(app.database.db, { email: person.email, now: new Date() })).toBe('made');
  });

  it('does not remove the other role: an admin who becomes a doctor is both', async () => {
    const both = await personWith(app, { isAdmin: true });
    await admin.request('PUT', `/api/users/doctor/${both.id}`);
    expect((await admin.get(`/api/users/admin/${both.email}`)).body).toEqual({ isAdmin: true });
    expect((await admin.get(`/api/users/doctor/${both.email}`)).body).toEqual({ isDoctor: true });
    expect(await row(both.id)).toMatchObject({ role: 'admin', isAdmin: true, isDoctor: true });
    await admin.request('DELETE', `/api/users/admin/${both.id}`);
    expect(await row(both.id)).toMatchObject({ role: 'doctor', isAdmin: false, isDoctor: true });
  });

  it('of the front desk is none of the specification: the person keeps the record of a plain user', async () => {
    const person = await personWith(app);
    await admin.request('PUT', `/api/users/front-desk/${person.id}`);
    expect(await row(person.id)).toMatchObject({
      isFrontDesk: true,
      can: { makeFrontDesk: false, removeFrontDesk: true },
    });
    const { body } = await person.get(`/api/user/mongo?email=${person.email}`);
    expect(Object.keys(body).toSorted()).toEqual(['_id', 'email', 'name']);
    expect((await person.get('/api/session')).body['user']).toMatchObject({ isFrontDesk: true, isDoctor: false });
  });
});

describe('the paths of people', () => {
  it('list their methods, and are distinguished where they look alike', async () => {
    const allowed = async (method: string, path: string) => {
      const { status, headers } = await admin.request(method, `/api${path}`);
      return `${status} ${headers.get('allow')}`;
    };
    expect(await allowed('POST', `/users/admin/${NOBODY}`)).toBe('405 GET, HEAD, PUT, DELETE');
    expect(await allowed('DELETE', '/users/count')).toBe('405 GET, HEAD');
    expect(await allowed('GET', `/users/${NOBODY}`)).toBe('405 DELETE');
    expect((await admin.request('HEAD', '/api/users')).status).toBe(200);
  });
});

describe('the last admin', () => {
  it('cannot be demoted or deleted, and the list does not offer it', async () => {
    await using alone = await startTestApp();
    const last = await personWith(alone, { isAdmin: true, name: 'Only One' });
    const demoted = await last.request('DELETE', `/api/users/admin/${last.id}`);
    expect(demoted.status).toBe(409);
    expect(demoted.body).toEqual({
      acknowledged: false,
      code: 'LAST_ADMIN',
      message: 'The clinic needs an admin, and Only One is the last one. Make someone else an admin first.',
    });
    expect((await last.get('/api/users')).body[0]).toMatchObject({ can: { removeAdmin: false, delete: false } });
    expect((await last.post('/api/me/delete', { password: 'Correct1!' })).body['code']).toBe('LAST_ADMIN');
    expect((await last.get('/api/users/count')).body).toEqual({ count: 1 });
  });

  it('remains when admins demote, delete and leave in parallel, twelve times over', async () => {
    await using crowded = await startTestApp();
    const { db } = crowded.database;
    for (let round = 0; round < 12; round += 1) {
      await db.update(people).set({ isAdmin: false });
      const [a, b] = await manyWith(crowded, { count: 2, isAdmin: true });
      if (!a || !b) throw new Error('Two admins were wanted');
      const answers = await Promise.all([
        a.request('DELETE', `/api/users/${round % 2 ? 'admin/' : ''}${b.id}`),
        b.request('DELETE', `/api/users/${round % 3 ? 'admin/' : ''}${a.id}`),
        a.request('DELETE', `/api/users/admin/${a.id}`),
        b.post('/api/me/delete', { email: b.email }),
      ]);
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
      const left = await db.select().from(people).where(eq(people.isAdmin, true));
      expect(left).toHaveLength(1);
    }
  });

  it('admins cannot delete themselves here, even if there are others', async () => {
    const answer = await admin.request('DELETE', `/api/users/${admin.id}`);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'YOURSELF', message: expect.stringMatching(/open your profile/) });
    expect((await admin.get('/api/users/count')).status).toBe(200);
  });
});

describe('an admin who is being removed', () => {
  const doctor = { name: 'Dora Doc', email: 'dora@meanwhile.example' };
  const registration = { ...doctor, password: 'Strong1!', specialty: 'Cardiology', photoURL: '/portraits/dora.svg' };

  it.each<[string, (former: TestClient, id: string) => Promise<{ status: number }>]>([
    ['give a role', (former, id) => former.request('PUT', `/api/users/front-desk/${id}`)],
    ['delete a person', (former, id) => former.request('DELETE', `/api/users/${id}`)],
    ['register a doctor', (former) => former.post('/api/doctors', registration)],
    ['record a doctor', (former) => former.post('/api/users', { ...doctor, role: 'doctor' })],
    ['end sessions', (former, id) => former.request('DELETE', `/api/users/${id}/sessions`)],
    [
      'reset a second factor',
      (former, id) => former.post(`/api/users/${id}/second-factor/reset`, { checked: 'document' }),
    ],
    [
      'change who needs a second factor',
      (former) => former.request('PUT', '/api/clinic/second-factor', { body: { required: false } }),
    ],
  ])('cannot %s any more', async (_what, change) => {
    const [former, person] = [await personWith(app, { isAdmin: true }), await personWith(app)];
    const removal = await app.database.pool.connect();
    try {
      await removal.query('begin');
      await removal.query('update people set is_admin = false where id = $1', [former.id]);
      const changing = change(former, person.id);
      await expect.poll(() => countLockWaits(app.database.pool)).toBe(1);
      await removal.query('commit');
      expect((await changing).status).toBe(403);
    } finally {
      removal.release();
    }
    const { body } = await admin.get(`/api/audit?who=${former.email}&outcome=refused`);
    expect(body).toMatchObject([{ what: 'refused-request', detail: expect.stringContaining('answered with 403') }]);
  });
});

describe('the audit log', () => {
  const log = async (query = '') =>
    (await admin.get(`/api/audit?${query}`)).body as unknown as Record<string, unknown>[];

  it('has a line for each change, with actor, action, person, outcome and address', async () => {
    const person = await personWith(app, { name: 'Lena Logged' });
    await admin.request('PUT', `/api/users/admin/${person.id}`);
    await admin.request('PUT', `/api/users/admin/${person.id}`);
    await person.request('DELETE', `/api/users/${person.id}`);
    const [refused, unchanged, done] = await log(`on=${person.id}`);
    expect(done).toEqual({
      _id: expect.any(String),
      at: expect.any(String),
      who: { _id: admin.id, name: 'Ada Admin' },
      what: 'make-admin',
      on: { _id: person.id, name: 'Lena Logged' },
      outcome: 'done',
      from: expect.stringMatching(/127\.0\.0\.1|::1/),
    });
    expect(unchanged).toMatchObject({ outcome: 'unchanged' });
    expect(refused).toMatchObject({
      who: { name: 'Lena Logged' },
      what: 'delete-user',
      outcome: 'refused',
      detail: expect.stringMatching(/cannot delete yourself/),
    });
  });

  it('can be filtered by actor, action, person, outcome and days, and paged', async () => {
    const [boss, person] = [
      await personWith(app, { isAdmin: true, name: 'Boris Boss' }),
      await personWith(app, { name: 'Petra Person' }),
    ];
    app.clock = new Date('2030-05-10T23:30:00Z');
    await boss.request('PUT', `/api/users/doctor/${person.id}`);
    app.clock = new Date('2030-05-11T00:30:00Z');
    await boss.request('DELETE', `/api/users/doctor/${person.id}`);
    app.clock = undefined;
    const whats = async (query: string) => (await log(query)).map(({ what }) => what);
    expect(await whats('who=boris')).toEqual(['remove-doctor', 'make-doctor']);
    expect(await whats(`who=${boss.email}&what=make-doctor`)).toEqual(['make-doctor']);
    expect(await whats('on=petra%20person&outcome=done')).toEqual(['remove-doctor', 'make-doctor']);
    expect(await whats('who=boris&from=May%2011,%202030')).toEqual(['remove-doctor']);
    expect(await whats('who=boris&to=May%2010,%202030')).toEqual(['make-doctor']);
    const [first] = await log('who=boris&limit=1');
    expect(await whats(`who=boris&limit=1&cursor=${String(first?.['_id'])}`)).toEqual(['make-doctor']);
    expect((await admin.get('/api/audit?from=2030-05-11')).status).toBe(400);
  });

  it('cannot be changed, deleted or truncated, even by us', async () => {
    const { db } = app.database;
    for (const statement of [
      "update audit_entries set actor_name = 'Someone Else'",
      'delete from audit_entries',
      'truncate audit_entries',
    ]) {
      await expect(db.execute(sql.raw(statement))).rejects.toMatchObject({
        cause: { message: 'audit_entries is append-only' },
      });
    }
  });

  it('has no line for a failed change', async () => {
    const { db } = app.database;
    const person = await personWith(app);
    await db.execute(
      sql`alter table people add constraint broken check (id <> ${sql.raw(`'${person.id}'`)} or not is_doctor)`,
    );
    expect((await admin.request('PUT', `/api/users/doctor/${person.id}`)).status).toBe(500);
    await db.execute(sql`alter table people drop constraint broken`);
    expect(await log(`on=${person.id}`)).toEqual([]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const DAY = 86_400_000;
const NOBODY = '01890000-0000-7000-8000-000000000000';
const PASSWORD = 'Correct1!';
const NO_LONGER_VALID = {
  status: 404,
  body: {
    message:
      'This invitation is no longer valid. If you accepted it before, log in. Otherwise, ask the clinic to send you a new one.',
  },
};

let addresses = 0;

const app = await startTestApp();
const admin = await personWith(app, { isAdmin: true, name: 'Ada Admin' });
for (const name of ['Cardiology', 'Dentistry']) await admin.post('/api/treatments', { name, minutes: 30, price: 140 });
beforeEach(() => {
  app.clock = undefined;
});

const newAddress = () => `invitee-${(addresses += 1)}@example.org`;

const invite = (invitee: object = {}) =>
  admin.post('/api/invitations', { email: newAddress(), name: 'Dora Doc', role: 'doctor', ...invitee });

/** The code in the last email to this address. */
async function codeFor(email: string): Promise<string> {
  await app.deliverMail();
  const text = app.mails.findLast(({ to }) => to === email)?.text ?? '';
  return /#code=(\S+)/.exec(text)?.[1] ?? '';
}

async function invited(invitee: { email?: string; role?: string; specialties?: readonly string[] } = {}) {
  const { email = newAddress() } = invitee;
  const { body } = await invite({ ...invitee, email });
  return { email, id: String(body['insertedId']), code: await codeFor(email) };
}

const accept = (by: TestClient, body: object) => by.post('/api/invitations/accept', body);
const signIn = (email: string, password = PASSWORD) =>
  app.client().post('/api/auth/sign-in/email', { email, password });
const listed = async (id: string) => {
  const { body } = await admin.get('/api/invitations');
  return (body as unknown as { _id: string }[]).find(({ _id }) => _id === id);
};
const audited = async (query: string) => (await admin.get(`/api/audit?${query}`)).body;

describe('an invitation', () => {
  it('is neither made nor sent again nor withdrawn by an admin who is being removed', async () => {
    const former = await personWith(app, { isAdmin: true });
    const { id } = await invited();
    const removal = await app.database.pool.connect();
    try {
      await removal.query('begin');
      await removal.query('update people set is_admin = false where id = $1', [former.id]);
      const inviting = former.post('/api/invitations', { email: newAddress(), name: 'Second Self', role: 'admin' });
      const resending = former.post(`/api/invitations/${id}/resend`, {});
      const withdrawing = former.request('DELETE', `/api/invitations/${id}`);
      await expect.poll(() => countLockWaits(app.database.pool)).toBe(3);
      await removal.query('commit');
      for (const answer of [inviting, resending, withdrawing]) expect((await answer).status).toBe(403);
    } finally {
      removal.release();
    }
    expect(JSON.stringify((await admin.get('/api/invitations')).body)).not.toContain('Second Self');
    expect(await listed(id)).toBeDefined();
  });

  it('ends when its sender is no longer an admin, or is deleted', async () => {
    const [former, leaver] = [await personWith(app, { isAdmin: true }), await personWith(app, { isAdmin: true })];
    const codes = [];
    for (const sender of [former, leaver]) {
      const email = newAddress();
      await sender.post('/api/invitations', { email, name: 'Me Again', role: 'admin' });
      codes.push(await codeFor(email));
    }
    expect((await admin.request('DELETE', `/api/users/admin/${former.id}`)).status).toBe(200);
    // An admin is not deleted before the role is removed.
    await admin.request('DELETE', `/api/users/admin/${leaver.id}`);
    expect((await admin.request('DELETE', `/api/users/${leaver.id}`)).body).toMatchObject({ deletedCount: 1 });
    for (const code of codes) {
      const answer = await accept(app.client(), { code, name: 'Me Again', password: PASSWORD });
      expect(answer).toMatchObject(NO_LONGER_VALID);
    }
  });

  it.each([
    ['admin', 'DELETE'],
    ['doctor', 'DELETE'],
    ['front-desk', 'DELETE'],
    ['doctor', 'PUT'],
  ])('to be %s ends when an admin decides about that role by %s', async (role, method) => {
    const person = await personWith(app);
    const { code } = await invited({ email: person.email, role });
    const other = role === 'doctor' ? 'front-desk' : 'doctor';
    expect((await admin.request('PUT', `/api/users/${other}/${person.id}`)).status).toBe(200);
    expect((await app.client().post('/api/invitations/open', { code })).status).toBe(200);
    expect((await admin.request(method, `/api/users/${role}/${person.id}`)).status).toBe(200);
    expect(await accept(person, { code })).toMatchObject(NO_LONGER_VALID);
  });

  it('to a person ends when the person is deleted', async () => {
    const person = await personWith(app);
    const { code } = await invited({ email: person.email, role: 'admin' });
    expect((await admin.request('DELETE', `/api/users/${person.id}`)).body).toMatchObject({ deletedCount: 1 });
    expect(await accept(app.client(), { code, password: PASSWORD })).toMatchObject(NO_LONGER_VALID);
  });

  it('is accepted after a deadlock', async () => {
    const { pool } = app.database;
    const person = await personWith(app);
    const { code } = await invited({ email: person.email, role: 'front-desk' });
    // A sequence is not rolled back, so it counts the attempts.
    await pool.query(`
      create sequence attempts;
      create function deadlock_once() returns trigger language plpgsql as $$ begin
        if nextval('attempts') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
        return old;
      end $$;
      create trigger deadlock_once before delete on invitations for each row execute function deadlock_once()`);
    try {
      expect((await accept(person, { code })).status).toBe(200);
      expect((await pool.query('select last_value::int from attempts')).rows).toEqual([{ last_value: 2 }]);
    } finally {
      await pool.query('drop function deadlock_once cascade; drop sequence attempts');
    }
  });

  it('is emailed with a link for seven days, listed for admins and logged without the address', async () => {
    const { email, id } = await invited({ specialties: ['Cardiology'] });
    await app.deliverMail();
    expect(app.mails.at(-1)).toMatchObject({ to: email, subject: 'You are invited to work at Openhours' });
    expect(app.mails.at(-1)?.text).toContain(`${app.config.publicUrl}/invitation#code=`);
    expect(app.mails.at(-1)?.text).toContain('Ada Admin invites you to join Openhours as a doctor.');
    expect(app.mails.at(-1)?.text).not.toContain('Dora');
    expect(app.mails.at(-1)?.text).not.toContain(admin.email);
    expect(await listed(id)).toMatchObject({
      email,
      name: 'Dora Doc',
      role: 'doctor',
      specialties: ['Cardiology'],
      invitedBy: 'Ada Admin',
      isExpired: false,
    });
    const lines = await audited('what=invite');
    expect(lines[0]).toMatchObject({ what: 'invite', outcome: 'done', detail: 'Dora Doc, as a doctor' });
    expect(JSON.stringify(lines)).not.toContain(email);
  });

  it('is stored without its code', async () => {
    const { code } = await invited();
    const { rows } = await app.database.pool.query('select row_to_json(i)::text as row from invitations i');
    expect(code).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it.each([
    [{ email: 'nonsense' }, 400],
    [{ name: ' ' }, 400],
    [{ role: 'owner' }, 400],
    [{ specialties: ['Cardiology', 'Astrology'] }, 409, 'SPECIALTY_UNKNOWN'],
    [{ name: 'www.evil.example' }, 409, 'PROFILE_REFUSED'],
  ])('is refused with %j', async (wrong, status, code?: string) => {
    await app.deliverMail();
    const sent = app.mails.length;
    const answer = await invite(wrong);
    expect(answer.status).toBe(status);
    if (code !== undefined) expect(answer.body).toMatchObject({ acknowledged: false, code });
    await app.deliverMail();
    expect(app.mails).toHaveLength(sent);
  });

  it('is sent only once to an address, even by parallel requests', async () => {
    const email = newAddress();
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite({ email })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'ALREADY_INVITED' });
    await app.deliverMail();
    expect(app.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  it('is refused for a person who already has the role', async () => {
    const doctor = await personWith(app, { isDoctor: true, name: 'Dan Doctor' });
    const answer = await invite({ email: doctor.email });
    expect(answer.body).toMatchObject({ code: 'HAS_ROLE', message: 'Dan Doctor is already a doctor here.' });
    expect((await invite({ email: doctor.email, role: 'admin' })).status).toBe(200);
  });

  it.each([
    ['doctor', { isDoctor: true, isFrontDesk: false, isAdmin: false }],
    ['front-desk', { isDoctor: false, isFrontDesk: true, isAdmin: false }],
    ['admin', { isDoctor: false, isFrontDesk: false, isAdmin: true }],
  ])('as %s gives exactly that role', async (role, roles) => {
    const person = await personWith(app);
    const { code } = await invited({ email: person.email, role });
    expect((await accept(person, { code })).status).toBe(200);
    expect((await person.get('/api/session')).body['user']).toMatchObject(roles);
  });

  it('can be sent again: the new link works and the old one does not', async () => {
    const { email, id, code: old } = await invited();
    const answer = await admin.post(`/api/invitations/${id}/resend`, {});
    expect(answer.body).toMatchObject({ acknowledged: true });
    const code = await codeFor(email);
    expect(code).not.toBe(old);
    expect(await accept(app.client(), { code: old, password: PASSWORD })).toMatchObject(NO_LONGER_VALID);
    expect((await accept(app.client(), { code, password: PASSWORD })).status).toBe(200);
    expect((await admin.post(`/api/invitations/${NOBODY}/resend`, {})).status).toBe(404);
  });

  it('can be withdrawn, and its link no longer works', async () => {
    const { id, code } = await invited();
    expect((await admin.request('DELETE', `/api/invitations/${id}`)).body).toMatchObject({ deletedCount: 1 });
    expect((await admin.request('DELETE', `/api/invitations/${id}`)).body).toMatchObject({ deletedCount: 0 });
    expect(await app.client().post('/api/invitations/open', { code })).toMatchObject(NO_LONGER_VALID);
    expect(await accept(app.client(), { code, password: PASSWORD })).toMatchObject(NO_LONGER_VALID);
  });

  it('that is withdrawn, expired or sent again before its email left, is not sent', async () => {
    const [withdrawn, expired, renewed] = await Promise.all(
      [0, 1, 2].map(async () => {
        const email = newAddress();
        return { email, id: String((await invite({ email })).body['insertedId']) };
      }),
    );
    await admin.request('DELETE', `/api/invitations/${withdrawn?.id}`);
    await admin.post(`/api/invitations/${renewed?.id}/resend`, {});
    await app.database.pool.query("update invitations set expires_at = now() - interval '1 second' where id = $1", [
      expired?.id,
    ]);
    await app.deliverMail();
    const sentTo = (email?: string) => app.mails.filter(({ to }) => to === email).length;
    expect([withdrawn, expired, renewed].map((one) => sentTo(one?.email))).toEqual([0, 0, 1]);
  });

  it('that was made with another secret is not sent, because its link would not work', async () => {
    await using other = await startTestApp({
      beside: app,
      environment: { AUTH_SECRET: 'another secret that only this test run knows' },
    });
    const email = newAddress();
    await invite({ email });
    await other.deliverMail();
    await app.deliverMail();
    expect([...app.mails, ...other.mails].filter(({ to }) => to === email)).toEqual([]);
  });

  it('expires after seven days, stays listed, and works again when it is sent again', async () => {
    const { email, id, code } = await invited();
    app.clock = new Date(Date.now() + 7 * DAY + 1000);
    expect(await app.client().post('/api/invitations/open', { code })).toMatchObject(NO_LONGER_VALID);
    expect(await accept(app.client(), { code, password: PASSWORD })).toMatchObject(NO_LONGER_VALID);
    expect(await listed(id)).toMatchObject({ isExpired: true });
    await admin.post(`/api/invitations/${id}/resend`, {});
    expect((await accept(app.client(), { code: await codeFor(email), password: PASSWORD })).status).toBe(200);
  });
});

describe('a person without an account', () => {
  it('accepts with a password, and becomes a doctor whom patients can book, with a confirmed address', async () => {
    const { email, code, id } = await invited({ specialties: ['Dentistry', 'Cardiology', 'Dentistry'] });
    const opened = await app.client().post('/api/invitations/open', { code });
    expect(opened.body).toEqual({ email, name: 'Dora Doc', role: 'doctor', hasAccount: false });
    const answer = await accept(app.client(), { code, name: 'Dr Dora Docson', password: PASSWORD });
    expect(answer.body).toEqual({ acknowledged: true, email });

    const signedIn = await signIn(email);
    expect(signedIn.status).toBe(200);
    expect(signedIn.body['user']).toMatchObject({ name: 'Dr Dora Docson', emailVerified: true });
    const { body: doctors } = await admin.get('/api/doctors?search=Docson');
    expect(doctors).toMatchObject([{ email, specialties: ['Cardiology', 'Dentistry'], isAdmin: false }]);
    expect(await listed(id)).toBeUndefined();
    expect(await audited('on=Docson')).toMatchObject([{ what: 'accept-invitation', detail: 'As a doctor' }]);
  });

  it('gets the name in the invitation by default', async () => {
    const { email, code } = await invited({ role: 'admin' });
    await accept(app.client(), { code, password: PASSWORD });
    expect((await signIn(email)).body['user']).toMatchObject({ name: 'Dora Doc' });
  });

  it.each([
    [{}, 409],
    [{ password: 'short' }, 400],
    [{ password: 'nouppercase1!' }, 400],
    [{ password: PASSWORD, name: 'www.evil.example' }, 409],
  ])('cannot accept with %j, and can try again', async (wrong, status) => {
    const { code } = await invited();
    expect((await accept(app.client(), { code, ...wrong })).status).toBe(status);
    expect((await accept(app.client(), { code, password: PASSWORD })).status).toBe(200);
  });

  it('can accept only once, even by parallel requests', async () => {
    const { email, code } = await invited();
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await accept(app.client(), { code, password: PASSWORD })).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status !== 200 && status !== 404 && status !== 409)).toEqual([]);
    const { rows } = await app.database.pool.query('select count(*)::int as n from people where email = $1', [email]);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('cannot accept with a guessed code', async () => {
    await invited();
    for (const code of ['', 'nonsense', 'A'.repeat(43)]) {
      expect(await accept(app.client(), { code, password: PASSWORD })).toMatchObject(NO_LONGER_VALID);
    }
  });
});

describe('a person with an account', () => {
  it('accepts when signed in with the invited address, and keeps their name and password', async () => {
    const person = await personWith(app, { name: 'Pat Person' });
    const { code } = await invited({ email: person.email, role: 'admin' });
    expect((await app.client().post('/api/invitations/open', { code })).body).toMatchObject({ hasAccount: true });
    expect((await accept(person, { code, name: 'Other', password: 'Other12!' })).status).toBe(200);
    expect((await person.get('/api/session')).body['user']).toMatchObject({
      displayName: 'Pat Person',
      isAdmin: true,
      isDoctor: false,
    });
    expect((await signIn(person.email, 'Other12!')).status).toBe(401);
  });

  it('cannot accept when signed out or signed in with another address', async () => {
    const person = await personWith(app);
    const other = await personWith(app);
    const { code } = await invited({ email: person.email });
    for (const caller of [app.client(), other]) {
      const answer = await accept(caller, { code, password: PASSWORD });
      expect(answer.body).toMatchObject({ acknowledged: false, code: 'SIGN_IN_FIRST' });
    }
    expect((await other.get('/api/session')).body['user']).toMatchObject({ isDoctor: false });
    expect((await accept(person, { code })).status).toBe(200);
  });

  it('confirms an unconfirmed address by accepting', async () => {
    const person = await personWith(app, { emailVerified: false });
    const { code } = await invited({ email: person.email });
    expect((await accept(person, { code })).status).toBe(200);
    expect((await person.get('/api/session')).body['user']).toMatchObject({ emailVerified: true, isDoctor: true });
  });
});

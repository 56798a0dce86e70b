import { beforeEach, describe, expect, test } from 'vitest';
import { countSessionsOf } from '../../../testing/count-sessions.ts';
import { whenInserting } from '../../../testing/meanwhile.ts';
import { resetTokenFor } from '../../../testing/reset-link.ts';
import { setUpAuthenticator } from '../../../testing/second-factor.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { hashAlike, hashPassword, isOutdated } from './password-hash.ts';

const PASSWORD = 'Correct1!';
const NO_WEB_ADDRESS = 'Name must not contain a web address: put a space after each full stop';
const COMPOSITION = 'Password must have uppercase, number and special characters';

const app = await startTestApp();
// What the test before has left.
beforeEach(() => app.deliverMail());

function signIn(email: string, password: string) {
  return app.client().post('/api/auth/sign-in/email', { email, password });
}

const resetToken = (email: string) => resetTokenFor(app, email);

function reset(token: string, newPassword: string) {
  return app.client().post('/api/auth/reset-password', { token, newPassword });
}

/** Changes the password at the moment when the call opens a session. */
function whilePasswordChanges<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const statement = `update accounts set password = password || 'x' where person_id = new.person_id`;
  return whenInserting(app.database.pool, { table: 'sessions', statement }, call);
}

const countSessions = (email: string) => countSessionsOf(app.database.pool, email);

describe('a hash of another cost than ours now', () => {
  const OTHER = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2g';
  const { pool } = app.database;
  const storeOutdated = async (email: string) =>
    pool.query('update accounts set password = $1 where person_id = (select id from people where email = $2)', [
      await hashAlike(PASSWORD, OTHER),
      email,
    ]);
  const hashOf = async (email: string) => {
    const found = 'select password from accounts a join people p on p.id = a.person_id where p.email = $1';
    return String((await pool.query(found, [email])).rows[0]?.password);
  };

  test('is replaced at the next right sign-in, which is no new password', async () => {
    const { email } = await app.person();
    await storeOutdated(email);
    const token = await resetToken(email);
    await pool.query('delete from outgoing_messages');
    expect((await signIn(email, 'Wrong1!')).status).toBe(401);
    expect(isOutdated(await hashOf(email))).toBe(true);

    expect((await signIn(email, PASSWORD)).status).toBe(200);
    const renewed = await hashOf(email);
    expect(isOutdated(renewed)).toBe(false);
    expect((await pool.query('select kind from outgoing_messages')).rows).toEqual([]);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    expect(await hashOf(email)).toBe(renewed);
    expect((await reset(token, 'Another2#')).status).toBe(200);
  });

  test('is replaced before the code of a second factor is entered', async () => {
    const person = await app.person();
    await setUpAuthenticator(person);
    await storeOutdated(person.email);
    expect((await signIn(person.email, PASSWORD)).body).toMatchObject({ twoFactorRedirect: true });
    expect(isOutdated(await hashOf(person.email))).toBe(false);
  });

  test('lets in whoever signs in while another sign-in replaces it', async () => {
    const { email } = await app.person();
    await storeOutdated(email);
    const statement = `update accounts set password = '${await hashPassword(PASSWORD)}' where person_id = new.person_id`;
    const answer = await whenInserting(pool, { table: 'sessions', statement }, () => signIn(email, PASSWORD));
    expect(answer.status).toBe(200);
  });
});

describe('a forgotten password', () => {
  test('ends a sign-in that compared the old password before the reset', async () => {
    const { email } = await app.person();
    const browser = app.client();
    const answer = await whilePasswordChanges(() =>
      browser.post('/api/auth/sign-in/email', { email, password: PASSWORD }),
    );
    expect(answer).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } });
    expect(browser.cookies).toEqual(new Map());
    // The session from the sign-up.
    expect(await countSessions(email)).toBe(1);
  });

  test('is reset by the emailed link, once, and all sessions end', async () => {
    const person = await app.person();
    const elsewhere = app.client();
    await elsewhere.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD });
    const { body } = await elsewhere.get(`/api/jwt?email=${person.email}`);
    const token = await resetToken(person.email);

    expect((await reset(token, 'Another2#')).status).toBe(200);
    expect((await signIn(person.email, PASSWORD)).status).toBe(401);
    expect((await signIn(person.email, 'Another2#')).status).toBe(200);
    for (const browser of [person, elsewhere]) expect((await browser.get('/api/session')).body).toEqual({ user: null });
    const bearer = { authorization: `bearer ${String(body['accessToken'])}` };
    expect((await app.client().get('/api/session', bearer)).status).toBe(401);

    expect(await reset(token, 'Third3#third')).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect((await signIn(person.email, 'Another2#')).status).toBe(200);
  });

  test('a link used twice in parallel sets the password once', async () => {
    const person = await app.person();
    const token = await resetToken(person.email);
    const answers = await Promise.all(['Another1!', 'Another2!'].map((password) => reset(token, password)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400']);
  });

  test('a refused password does not use up the link', async () => {
    const person = await app.person();
    const token = await resetToken(person.email);
    expect(await reset(token, 'weak')).toMatchObject({ body: { message: 'Password must be 6 characters long' } });
    expect(await reset(token, 'weakweak')).toMatchObject({ status: 400, body: { message: COMPOSITION } });
    expect(await reset(token, '')).toMatchObject({ status: 400, body: { message: 'Password is required' } });
    expect((await reset(token, 'Steadfast1!')).status).toBe(200);
  });

  test('a link expires after an hour', async () => {
    const person = await app.person();
    const token = await resetToken(person.email);
    await app.database.pool.query("update verifications set expires_at = now() - interval '1 second'");
    expect((await reset(token, 'Another2#')).status).toBe(400);
    expect((await signIn(person.email, PASSWORD)).status).toBe(200);
  });

  test('an unknown address gets the same answer and no email', async () => {
    const person = await app.person();
    const ask = (email: string) => app.client().post('/api/auth/request-password-reset', { email });
    await app.deliverMail();
    const sent = app.mails.length;
    const unknown = await ask('nobody-at-all@example.org');
    const known = await ask(person.email);
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    await app.deliverMail();
    expect(app.mails.slice(sent).map(({ to }) => to)).toEqual([person.email]);
  });

  test('is answered before the lookup, so the response time reveals nothing', async () => {
    const person = await app.person();
    await app.deliverMail();
    const sent = app.mails.length;
    const busy = await app.database.pool.connect();
    try {
      await busy.query('begin; lock table verifications, people in access exclusive mode');
      for (const email of [person.email, 'nobody-at-all@example.org']) {
        expect((await app.client().post('/api/auth/request-password-reset', { email })).status).toBe(200);
      }
    } finally {
      await busy.query('rollback');
      busy.release();
    }
    await app.deliverMail();
    expect(app.mails.slice(sent).map(({ to }) => to)).toEqual([person.email]);
  });

  test('the link leads to the clinic, whatever host the request names', async () => {
    const person = await app.person();
    await app.deliverMail();
    const sent = app.mails.length;
    const ask = (more: object, headers: Record<string, string> = {}) =>
      app.client().post('/api/auth/request-password-reset', { email: person.email, ...more }, headers);
    await ask({}, { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' });
    expect((await ask({ redirectTo: 'https://evil.example/' })).status).toBe(403);
    await app.deliverMail();
    expect(app.mails).toHaveLength(sent + 1);
    expect(app.mails.at(-1)?.text).toContain(`${app.config.publicUrl}/reset-password#token=`);
    expect(app.mails.at(-1)?.text).not.toContain('evil.example');
  });

  test("the email does not contain the account's name", async () => {
    const { email } = await app.person({ name: 'Your account is locked! Call 555' });
    await resetToken(email);
    await app.deliverMail();
    expect(app.mails.findLast(({ to }) => to === email)?.text).not.toContain('locked');
  });

  test('using one link or changing the password invalidates all links', async () => {
    const person = await app.person();
    const [older, newer] = [await resetToken(person.email), await resetToken(person.email)];
    expect((await reset(newer, 'Another2#')).status).toBe(200);
    expect(await reset(older, 'Third3#third')).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });

    const last = await resetToken(person.email);
    const browser = app.client();
    await browser.post('/api/auth/sign-in/email', { email: person.email, password: 'Another2#' });
    const passwords = { currentPassword: 'Another2#', newPassword: 'Fourth4#' };
    expect((await browser.post('/api/auth/change-password', passwords)).status).toBe(200);
    expect((await reset(last, 'Fifth5#fifth')).status).toBe(400);
    expect((await signIn(person.email, 'Fourth4#')).status).toBe(200);
  });

  test("another person's link stays valid", async () => {
    const [person, other] = [await app.person(), await app.person()];
    const [theirs, another] = [await resetToken(person.email), await resetToken(other.email)];
    expect((await reset(theirs, 'Another2#')).status).toBe(200);
    expect((await reset(another, 'Another2#')).status).toBe(200);
  });
});

describe('changing the password', () => {
  const change = (client: TestClient, currentPassword: string, newPassword: string) =>
    client.post('/api/auth/change-password', { currentPassword, newPassword, revokeOtherSessions: true });

  test('is announced by email, also after a forgotten one; a refused change and a sign-up are not', async () => {
    const person = await app.person();
    const countEmails = async () => {
      await app.deliverMail();
      const theirs = app.mails.filter(({ to }) => to === person.email).map(({ subject }) => subject);
      return theirs.filter((subject) => subject === 'Your Openhours password was changed').length;
    };
    await change(person, 'Wrong1!!', 'Another2#');
    expect(await countEmails()).toBe(0);
    await change(person, PASSWORD, 'Another2#');
    expect(await countEmails()).toBe(1);
    await reset(await resetToken(person.email), 'Third3#third');
    expect(await countEmails()).toBe(2);
  });

  test('requires the current one, checks the rule, and can end other sessions', async () => {
    const person = await app.person();
    const elsewhere = app.client();
    await elsewhere.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD });

    expect((await change(person, 'Wrong1!!', 'Another2#')).status).toBe(400);
    expect(await change(person, PASSWORD, 'another2#')).toMatchObject({ status: 400, body: { message: COMPOSITION } });
    expect((await change(person, PASSWORD, 'Another2#')).status).toBe(200);
    expect((await signIn(person.email, PASSWORD)).status).toBe(401);
    expect((await signIn(person.email, 'Another2#')).status).toBe(200);
    expect((await person.get('/api/session')).body).toMatchObject({ user: { email: person.email } });
    expect(elsewhere.cookies.get('signed_in')).toBe('1');
    expect((await elsewhere.get('/api/session')).body).toEqual({ user: null });
    expect(elsewhere.cookies.get('signed_in')).toBeUndefined();
  });

  test('keeps the new session when a request still uses the old one', async () => {
    const person = await app.person();
    const late = app.client();
    for (const [name, value] of person.cookies) late.cookies.set(name, value);
    expect((await change(person, PASSWORD, 'Another2#')).status).toBe(200);
    for (const path of ['/api/session', '/api/bookings', '/api/auth/get-session', '/api/auth/list-sessions']) {
      const { headers } = await late.get(path);
      expect(headers.getSetCookie().filter((cookie) => cookie.includes('session_token='))).toEqual([]);
    }
  });

  test('opens no session if the password is reset at the same time', async () => {
    const person = await app.person();
    const answer = await whilePasswordChanges(() => change(person, PASSWORD, 'Another2#'));
    expect(answer.status).toBe(401);
    expect(await countSessions(person.email)).toBe(0);
  });

  test('does not replace a password that was reset at the same time', async () => {
    const person = await app.person();
    const { password } = await app.auth.$context;
    const { hash } = password;
    const link = await resetToken(person.email);
    // The new password is hashed after the account is read.
    password.hash = async (text) => {
      password.hash = hash;
      expect((await reset(link, 'Third3#third')).status).toBe(200);
      return hash(text);
    };
    expect((await change(person, PASSWORD, 'Another2#')).status).toBe(400);
    expect((await signIn(person.email, 'Another2#')).status).toBe(401);
    expect((await signIn(person.email, 'Third3#third')).status).toBe(200);
  });

  test('requires a session', async () => {
    expect((await change(app.client(), PASSWORD, 'Another2#')).status).toBe(401);
  });
});

describe('the profile', () => {
  test('accepts a name and an uploaded picture, visible at once', async () => {
    const person = await app.person();
    const answer = await person.post('/api/auth/update-user', { name: 'Zoë 王', image: '/portraits/zoe-wang.svg' });
    expect(answer.status).toBe(200);
    const { body } = await person.get('/api/session');
    expect(body).toMatchObject({ user: { displayName: 'Zoë 王', photoURL: '/portraits/zoe-wang.svg' } });
  });

  test.each([
    [{ name: '' }, 'Name is Required'],
    [{ name: null }, 'Name is Required'],
    [{ name: '\u00ad\u200d' }, 'Name is Required'],
    [{ name: { toString: 'x' } }, 'Name is Required'],
    [{ name: 'x'.repeat(101) }, 'Name must be at most 100 characters long'],
    [{ name: 'See http://evil.example' }, NO_WEB_ADDRESS],
    [{ name: 'two\nlines' }, 'Name must not contain control characters'],
    [{ image: 'javascript:alert(1)' }, 'The photo must be an image that was uploaded here'],
    [{ image: '//evil.example/x.png' }, 'The photo must be an image that was uploaded here'],
    [{ image: '/\\evil.example' }, 'The photo must be an image that was uploaded here'],
    [{ image: '/a/../b.png' }, 'The photo must be an image that was uploaded here'],
    [{ image: `/${'x'.repeat(600)}` }, 'The photo must be an image that was uploaded here'],
    [{ image: ['/x.png'] }, 'The photo must be an image that was uploaded here'],
  ])('refuses %j', async (change, message) => {
    const person = await app.person({ name: 'Stays' });
    expect(await person.post('/api/auth/update-user', change)).toMatchObject({ status: 400, body: { message } });
    expect((await person.get('/api/session')).body).toMatchObject({ user: { displayName: 'Stays', photoURL: null } });
  });

  test.each([
    { isAdmin: true },
    { isDoctor: true },
    { role: 'admin' },
    { emailVerified: true },
    { email: 'x@example.org' },
  ])('cannot change %j', async (change) => {
    const person = await app.person();
    const before = await person.get('/api/session');
    await person.post('/api/auth/update-user', { name: person.name, ...change });
    expect((await person.get('/api/session')).body).toEqual(before.body);
  });
});

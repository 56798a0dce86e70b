import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

const PASSWORD = 'Correct1!';
const COMPOSITION = 'Password must have uppercase, number and special characters';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

function signIn(email: string, password: string) {
  return app.client().post('/api/auth/sign-in/email', { email, password });
}

/** Asks for a reset and reads the token out of the mail, as its reader would. */
async function resetToken(email: string): Promise<string> {
  const sent = app.mails.length;
  const { status } = await app.client().post('/api/auth/request-password-reset', { email });
  expect(status).toBe(200);
  const mail = app.mails[sent];
  expect(mail?.to).toBe(email);
  const link = /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(link.startsWith(`${app.config.publicUrl}/reset-password?token=`)).toBe(true);
  return new URL(link).searchParams.get('token') ?? '';
}

function reset(token: string, newPassword: string) {
  return app.client().post('/api/auth/reset-password', { token, newPassword });
}

describe('a forgotten password', () => {
  test('is set anew by the link in the mail, once, and every session that was open ends', async () => {
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

  test('two who use one link at once: one of them sets the password', async () => {
    const person = await app.person();
    const token = await resetToken(person.email);
    const answers = await Promise.all(['First1!!', 'Second2!'].map((password) => reset(token, password)));
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400']);
  });

  test('a password that breaks the rule is refused and does not use up the link', async () => {
    const person = await app.person();
    const token = await resetToken(person.email);
    expect(await reset(token, 'weak')).toMatchObject({ body: { message: 'Password must be 6 characters long' } });
    expect(await reset(token, 'weakweak')).toMatchObject({ status: 400, body: { message: COMPOSITION } });
    expect(await reset(token, '')).toMatchObject({ status: 400, body: { message: 'Password is required' } });
    expect((await reset(token, 'Strong1!')).status).toBe(200);
  });

  test('a link that is over an hour old does nothing', async () => {
    const person = await app.person();
    const token = await resetToken(person.email);
    await app.database.pool.query("update verifications set expires_at = now() - interval '1 second'");
    expect((await reset(token, 'Another2#')).status).toBe(400);
    expect((await signIn(person.email, PASSWORD)).status).toBe(200);
  });

  test('an address that nobody has gets the same answer and no mail', async () => {
    const person = await app.person();
    const ask = (email: string) => app.client().post('/api/auth/request-password-reset', { email });
    const known = await ask(person.email);
    const sent = app.mails.length;
    const unknown = await ask('nobody-at-all@example.org');
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    expect(app.mails).toHaveLength(sent);
  });

  test('the link leads to the clinic, whatever host or place the request names', async () => {
    const person = await app.person();
    await app
      .client()
      .post(
        '/api/auth/request-password-reset',
        { email: person.email },
        { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
      );
    expect(app.mails.at(-1)?.text).not.toContain('evil.example');
    const elsewhere = await app
      .client()
      .post('/api/auth/request-password-reset', { email: person.email, redirectTo: 'https://evil.example/' });
    expect(elsewhere.status).toBe(403);
  });
});

describe('changing the password', () => {
  const change = (client: TestClient, currentPassword: string, newPassword: string) =>
    client.post('/api/auth/change-password', { currentPassword, newPassword, revokeOtherSessions: true });

  test('wants the current one, keeps the rule, and can end the other sessions', async () => {
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

  test('leaves the new session alone where a request still comes by the old one', async () => {
    const person = await app.person();
    const late = app.client();
    for (const [name, value] of person.cookies) late.cookies.set(name, value);
    expect((await change(person, PASSWORD, 'Another2#')).status).toBe(200);
    for (const path of ['/api/session', '/api/bookings', '/api/auth/get-session', '/api/auth/list-sessions']) {
      const { headers } = await late.get(path);
      expect(headers.getSetCookie().filter((cookie) => cookie.includes('session_token='))).toEqual([]);
    }
  });

  test('is for who is signed in', async () => {
    expect((await change(app.client(), PASSWORD, 'Another2#')).status).toBe(401);
  });
});

describe('the profile', () => {
  test('takes a name and a picture of ours, and shows them at once', async () => {
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

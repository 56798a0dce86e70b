import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { resetTokenFor } from '../../../testing/reset-link.ts';
import {
  beginSignIn,
  chooseAccount,
  leadingTo,
  signInElsewhere,
  startProvider,
} from '../../../testing/sign-in-elsewhere.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { accounts, people } from '../../database/schema/identity.ts';

const provider = await startProvider();
const app = await startTestApp({ environment: leadingTo(provider) });

let counter = 0;
const newEmail = () => `google-${(counter += 1)}@example.org`;
const findPerson = async (email: string) =>
  (await app.database.db.select().from(people).where(eq(people.email, email)))[0];
const errorOf = (end: string) => new URL(end, app.url).searchParams.get('error');

describe('a new person', () => {
  test('gets a record with name, address and picture, a session and an access token', async () => {
    const browser = app.client();
    const email = newEmail();
    const { status, end } = await signInElsewhere(browser, { name: 'Robin Ashgrove', email });
    expect([status, end]).toEqual([302, '/oauth-done']);
    expect(browser.cookies.get('signed_in')).toBe('1');

    const { user } = (await browser.get('/api/session')).body;
    expect(user).toMatchObject({ email, displayName: 'Robin Ashgrove', emailVerified: true, isAdmin: false });
    expect(user).toMatchObject({ isAnonymous: false, providerData: [{ providerId: 'google', email }] });
    expect((await fetch(String(Reflect.get(Object(user), 'photoURL')))).status).toBe(200);
    const token = await browser.get(`/api/jwt?email=${email}`);
    expect(token.body['accessToken']).toEqual(expect.any(String));
    expect((await browser.get(`/api/user/mongo?email=${email}`)).body).toMatchObject({ email, name: 'Robin Ashgrove' });
  });

  test("is recognised the next time by the provider's id", async () => {
    const email = newEmail();
    await signInElsewhere(app.client(), { email });
    const browser = app.client();
    await signInElsewhere(browser, { email, name: 'Another name' });
    expect((await browser.get('/api/session')).body['user']).toMatchObject({ email, displayName: 'Robin Ashgrove' });
  });

  test("gets a name from the address if the provider's name cannot be used", async () => {
    const browser = app.client();
    await signInElsewhere(browser, { email: 'nameless@example.org', name: '\u202egnp.eniM' });
    expect((await browser.get('/api/session')).body['user']).toMatchObject({ displayName: 'nameless' });
  });

  test.each([
    ['true', true],
    ['text-true', true],
    ['false', false],
    ['text-false', false],
    ['missing', false],
  ])('with email_verified %j is let in: %j', async (verified, letIn) => {
    const browser = app.client();
    const email = newEmail();
    const { end } = await signInElsewhere(browser, { email, verified });
    expect(errorOf(end)).toBe(letIn ? null : 'email_not_verified');
    expect((await browser.get('/api/session')).body['user'] !== null).toBe(letIn);
    expect((await findPerson(email)) !== undefined).toBe(letIn);
  });
});

describe('an existing account', () => {
  const confirm = (email: string, isDoctor = false) =>
    app.database.db.update(people).set({ emailVerified: true, isDoctor }).where(eq(people.email, email));

  test.each([
    ['true', true],
    ['text-true', true],
    ['false', false],
    ['text-false', false],
    ['missing', false],
  ])('with a confirmed address and email_verified %j is opened: %j', async (verified, opened) => {
    const { email } = await app.person({ isConfirmed: false });
    await confirm(email, true);
    const browser = app.client();
    const { end } = await signInElsewhere(browser, { email, verified });
    expect(errorOf(end)).toBe(opened ? null : 'account_not_linked');
    const { user } = (await browser.get('/api/session')).body;
    if (opened) expect(user).toMatchObject({ email, isDoctor: true });
    else expect(user).toBeNull();
  });

  test("with an unconfirmed address is not opened, so an impostor's account gets no victim", async () => {
    const attacker = await app.person({ isConfirmed: false });
    const owner = app.client();
    const { end } = await signInElsewhere(owner, { email: attacker.email });
    expect(errorOf(end)).toBe('account_not_linked');
    expect((await owner.get('/api/session')).body['user']).toBeNull();
    expect(await accountsOf(attacker.email)).toEqual(['credential']);
  });

  test('is not opened, whatever its role, unless the address is confirmed on both sides', async () => {
    const { email } = await app.person({ isConfirmed: false });
    await app.database.db.update(people).set({ isAdmin: true }).where(eq(people.email, email));
    const browser = app.client();
    await signInElsewhere(browser, { email });
    expect((await browser.get('/api/users/admin/' + email)).status).toBe(401);
  });

  test('belongs to the owner of the address after a password reset: Google opens it, other sessions end', async () => {
    const attacker = await app.person({ isConfirmed: false });
    const owner = app.client();
    const token = await resetTokenFor(app, attacker.email);
    expect((await owner.post('/api/auth/reset-password', { token, newPassword: 'Another1!' })).status).toBe(200);
    expect((await attacker.get('/api/session')).body['user']).toBeNull();

    const { end } = await signInElsewhere(owner, { email: attacker.email });
    expect(errorOf(end)).toBeNull();
    expect((await owner.get('/api/session')).body['user']).toMatchObject({
      email: attacker.email,
      emailVerified: true,
    });
  });

  test('once linked, is opened even if the provider no longer confirms the address', async () => {
    const email = newEmail();
    await signInElsewhere(app.client(), { email });
    const browser = app.client();
    expect(errorOf((await signInElsewhere(browser, { email, verified: 'false' })).end)).toBeNull();
    expect((await browser.get('/api/session')).body['user']).toMatchObject({ email, emailVerified: true });
  });

  const accountsOf = async (email: string) => {
    const rows = await app.database.db
      .select({ provider: accounts.providerId })
      .from(accounts)
      .innerJoin(people, eq(people.id, accounts.personId))
      .where(eq(people.email, email));
    return rows.map(({ provider }) => provider);
  };
});

describe('the sign-in flow', () => {
  test('has state, nonce and PKCE challenge, asks for an account each time, and returns only to us', async () => {
    const { searchParams } = await beginSignIn(app.client());
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^.{32,}$/),
      nonce: expect.stringMatching(/^.{32,}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      prompt: 'select_account',
      redirect_uri: `${app.url}/api/auth/callback/google`,
    });
  });

  test('cannot be finished in another browser', async () => {
    const back = await chooseAccount(await beginSignIn(app.client()), { email: newEmail() });
    const victim = app.client();
    const answer = await victim.get(back.pathname + back.search);
    expect(errorOf(answer.headers.get('location') ?? '')).toBe('state_mismatch');
    expect((await victim.get('/api/session')).body['user']).toBeNull();
  });

  test('cannot be finished twice', async () => {
    const browser = app.client();
    const back = await chooseAccount(await beginSignIn(browser), { email: newEmail() });
    expect(errorOf((await browser.get(back.pathname + back.search)).headers.get('location') ?? '')).toBeNull();
    browser.cookies.clear();
    const again = await browser.get(back.pathname + back.search);
    expect(errorOf(again.headers.get('location') ?? '')).toBe('state_mismatch');
  });

  test('is refused with a wrong or missing state', async () => {
    const browser = app.client();
    const back = await chooseAccount(await beginSignIn(browser), { email: newEmail() });
    const code = back.searchParams.get('code') ?? '';
    for (const [query, error] of [
      [`code=${code}&state=made-up`, 'state_mismatch'],
      [`code=${code}`, 'state_not_found'],
    ]) {
      const { headers } = await browser.get(`/api/auth/callback/google?${query}`);
      const end = headers.get('location') ?? '';
      expect(end).toMatch(new RegExp(`^${app.url}/oauth-done\\?`));
      expect(errorOf(end)).toBe(error);
    }
  });

  test.each([
    ['nonce', 'another-nonce', 'unable_to_get_user_info'],
    ['code_challenge', 'a'.repeat(43), 'invalid_code'],
  ])('is refused with a wrong %s', async (name, value, error) => {
    const browser = app.client();
    const authorization = await beginSignIn(browser);
    authorization.searchParams.set(name, value);
    const back = await chooseAccount(authorization, { email: newEmail() });
    const { headers } = await browser.get(back.pathname + back.search);
    expect(errorOf(headers.get('location') ?? '')).toBe(error);
    expect((await browser.get('/api/session')).body['user']).toBeNull();
  });

  test('ends with an error when the person cancels or the code is unknown', async () => {
    const browser = app.client();
    expect(errorOf((await signInElsewhere(browser, { cancel: 'yes' })).end)).toBe('access_denied');
    const back = await chooseAccount(await beginSignIn(browser), { email: newEmail() });
    back.searchParams.set('code', 'made-up');
    const { headers } = await browser.get(back.pathname + back.search);
    expect(errorOf(headers.get('location') ?? '')).toBe('invalid_code');
  });

  test('never redirects to a foreign page', async () => {
    for (const field of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL']) {
      const answer = await app.client().post('/api/auth/sign-in/social', {
        provider: 'google',
        callbackURL: '/oauth-done',
        [field]: 'https://evil.example/',
      });
      expect(answer.status).toBe(403);
    }
  });
});

describe("the provider's tokens", () => {
  test('are not stored', async () => {
    await signInElsewhere(app.client(), { email: newEmail() });
    const rows = await app.database.db.select().from(accounts).where(eq(accounts.providerId, 'google'));
    expect(rows.length).toBeGreaterThan(0);
    for (const { accessToken, refreshToken, idToken } of rows) {
      expect([accessToken, refreshToken, idToken]).toEqual([null, null, null]);
    }
    expect(app.logLines.join('')).not.toContain('eyJ');
  });

  test('can be neither sent nor read by a page', async () => {
    const token = provider.signToken({
      iss: provider.issuer,
      aud: provider.clientId,
      sub: 'x',
      email: newEmail(),
      email_verified: true,
      iat: Math.floor(Date.now() / 1000),
      exp: Math.floor(Date.now() / 1000) + 600,
    });
    const brought = await app.client().post('/api/auth/sign-in/social', { provider: 'google', idToken: { token } });
    expect(brought.status).toBe(404);

    const browser = app.client();
    await signInElsewhere(browser, { email: newEmail() });
    for (const path of ['get-access-token', 'refresh-token', 'link-social']) {
      expect((await browser.post(`/api/auth/${path}`, { provider: 'google', providerId: 'google' })).status).toBe(404);
    }
  });
});

test('an unreachable provider is reported, and passwords still work', async () => {
  await using lonely = await startTestApp({
    environment: {
      GOOGLE_CLIENT_ID: 'us',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_DISCOVERY_URL: 'http://127.0.0.1:9/.well-known/openid-configuration',
    },
  });
  await lonely.person();
  const answer = await lonely.client().post('/api/auth/sign-in/social', { provider: 'google', callbackURL: '/' });
  expect(answer.status).toBe(503);
  expect(answer.body['message']).toContain('Google cannot be reached right now');
});

test('without keys Google sign-in is not available', async () => {
  await using plain = await startTestApp();
  const answer = await plain.client().post('/api/auth/sign-in/social', { provider: 'google', callbackURL: '/' });
  expect(answer.status).toBe(404);
});

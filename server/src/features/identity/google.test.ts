import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts, people } from '../../database/schema/identity.ts';
import {
  beginSignIn,
  chooseAccount,
  leadingTo,
  signInElsewhere,
  startProvider,
  type TestProvider,
} from '../../testing/sign-in-elsewhere.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let provider: TestProvider;
let app: TestApp;
beforeAll(async () => {
  provider = await startProvider();
  app = await startTestApp({ environment: leadingTo(provider) });
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});

let counter = 0;
const newEmail = () => `google-${(counter += 1)}@example.org`;
const findPerson = async (email: string) =>
  (await app.database.db.select().from(people).where(eq(people.email, email)))[0];
const errorOf = (end: string) => new URL(end, app.url).searchParams.get('error');

describe('a new person', () => {
  test('has a record with the name, address and picture of their account, is signed in and gets an access token', async () => {
    const browser = app.client();
    const email = newEmail();
    const { status, end } = await signInElsewhere(browser, { name: 'Robin Ashgrove', email });
    expect([status, end]).toEqual([302, '/oauth-done']);
    expect(browser.cookies.get('signed_in')).toBe('1');

    const { user } = (await browser.get('/api/session')).body;
    expect(user).toMatchObject({ email, displayName: 'Robin Ashgrove', emailVerified: true, isAdmin: false });
    expect((await fetch(String(Reflect.get(Object(user), 'photoURL')))).status).toBe(200);
    const token = await browser.get(`/api/jwt?email=${email}`);
    expect(token.body['accessToken']).toEqual(expect.any(String));
    expect((await browser.get(`/api/user/mongo?email=${email}`)).body).toMatchObject({ email, name: 'Robin Ashgrove' });
  });

  test('is the same person the next time, by the name that the provider has for them', async () => {
    const email = newEmail();
    await signInElsewhere(app.client(), { email });
    const browser = app.client();
    await signInElsewhere(browser, { email, name: 'Another name' });
    expect((await browser.get('/api/session')).body['user']).toMatchObject({ email, displayName: 'Robin Ashgrove' });
  });

  test('gets a name of ours where the provider has none that can be shown', async () => {
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
  ])('whose provider says of their address %j is let in: %j', async (verified, letIn) => {
    const browser = app.client();
    const email = newEmail();
    const { end } = await signInElsewhere(browser, { email, verified });
    expect(errorOf(end)).toBe(letIn ? null : 'email_not_verified');
    expect((await browser.get('/api/session')).body['user'] !== null).toBe(letIn);
    expect((await findPerson(email)) !== undefined).toBe(letIn);
  });
});

describe('an account that exists', () => {
  const confirm = (email: string, isDoctor = false) =>
    app.database.db.update(people).set({ emailVerified: true, isDoctor }).where(eq(people.email, email));

  test.each([
    ['true', true],
    ['text-true', true],
    ['false', false],
    ['text-false', false],
    ['missing', false],
  ])('and whose address is confirmed here is opened, when the provider says of it %j: %j', async (verified, opened) => {
    const { email } = await app.person();
    await confirm(email, true);
    const browser = app.client();
    const { end } = await signInElsewhere(browser, { email, verified });
    expect(errorOf(end)).toBe(opened ? null : 'account_not_linked');
    const { user } = (await browser.get('/api/session')).body;
    if (opened) expect(user).toMatchObject({ email, isDoctor: true });
    else expect(user).toBeNull();
  });

  test('and whose address is not confirmed here is not opened, so that whoever made it first gains nothing by waiting', async () => {
    const attacker = await app.person();
    const owner = app.client();
    const { end } = await signInElsewhere(owner, { email: attacker.email });
    expect(errorOf(end)).toBe('account_not_linked');
    expect((await owner.get('/api/session')).body['user']).toBeNull();
    expect(await accountsOf(attacker.email)).toEqual(['credential']);
  });

  test('does not give its role to somebody whose address is not confirmed on both sides', async () => {
    const { email } = await app.person();
    await app.database.db.update(people).set({ isAdmin: true }).where(eq(people.email, email));
    const browser = app.client();
    await signInElsewhere(browser, { email });
    expect((await browser.get('/api/users/admin/' + email)).status).toBe(401);
  });

  test('is its owner’s again after a reset by mail: then Google opens it, and the one who made it is out', async () => {
    const attacker = await app.person();
    const owner = app.client();
    await owner.post('/api/auth/request-password-reset', { email: attacker.email, redirectTo: '/reset-password' });
    const mail = app.mails.findLast(({ to }) => to === attacker.email);
    const token = /token=([^\s]+)/.exec(mail?.text ?? '')?.[1];
    expect((await owner.post('/api/auth/reset-password', { token, newPassword: 'Another1!' })).status).toBe(200);
    expect((await attacker.get('/api/session')).body['user']).toBeNull();

    const { end } = await signInElsewhere(owner, { email: attacker.email });
    expect(errorOf(end)).toBeNull();
    expect((await owner.get('/api/session')).body['user']).toMatchObject({
      email: attacker.email,
      emailVerified: true,
    });
  });

  test('is opened by the provider’s name for its owner even when the provider no longer vouches for the address', async () => {
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

describe('the way through the provider', () => {
  test('carries a state, a nonce and a PKCE challenge, asks for an account each time, and comes back to us alone', async () => {
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

  test('leads nobody in who did not begin it: a link that ends it in another browser signs nobody in', async () => {
    const back = await chooseAccount(await beginSignIn(app.client()), { email: newEmail() });
    const victim = app.client();
    const answer = await victim.get(back.pathname + back.search);
    expect(errorOf(answer.headers.get('location') ?? '')).toBe('state_mismatch');
    expect((await victim.get('/api/session')).body['user']).toBeNull();
  });

  test('can be gone once: the same address a second time signs nobody in', async () => {
    const browser = app.client();
    const back = await chooseAccount(await beginSignIn(browser), { email: newEmail() });
    expect(errorOf((await browser.get(back.pathname + back.search)).headers.get('location') ?? '')).toBeNull();
    browser.cookies.clear();
    const again = await browser.get(back.pathname + back.search);
    expect(errorOf(again.headers.get('location') ?? '')).toBe('state_mismatch');
  });

  test('is refused with another state, and with none, to a page of ours', async () => {
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
  ])('is refused when the %s that comes back is not the one that it began with', async (name, value, error) => {
    const browser = app.client();
    const authorization = await beginSignIn(browser);
    authorization.searchParams.set(name, value);
    const back = await chooseAccount(authorization, { email: newEmail() });
    const { headers } = await browser.get(back.pathname + back.search);
    expect(errorOf(headers.get('location') ?? '')).toBe(error);
    expect((await browser.get('/api/session')).body['user']).toBeNull();
  });

  test('ends with an error where somebody cancels, and where the provider does not know the code', async () => {
    const browser = app.client();
    expect(errorOf((await signInElsewhere(browser, { cancel: 'yes' })).end)).toBe('access_denied');
    const back = await chooseAccount(await beginSignIn(browser), { email: newEmail() });
    back.searchParams.set('code', 'made-up');
    const { headers } = await browser.get(back.pathname + back.search);
    expect(errorOf(headers.get('location') ?? '')).toBe('invalid_code');
  });

  test('never leads to a page that is not ours', async () => {
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

describe('tokens of the provider', () => {
  test('are kept nowhere', async () => {
    await signInElsewhere(app.client(), { email: newEmail() });
    const kept = await app.database.db.select().from(accounts).where(eq(accounts.providerId, 'google'));
    expect(kept.length).toBeGreaterThan(0);
    for (const { accessToken, refreshToken, idToken } of kept) {
      expect([accessToken, refreshToken, idToken]).toEqual([null, null, null]);
    }
    expect(app.logLines.join('')).not.toContain('eyJ');
  });

  test('cannot be brought by a page, nor be had by one', async () => {
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

test('a provider that is out of reach is said to be so, and passwords go on working', async () => {
  const lonely = await startTestApp({
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
  await lonely.close();
});

test('without keys there is no way to sign in with Google', async () => {
  const plain = await startTestApp();
  const answer = await plain.client().post('/api/auth/sign-in/social', { provider: 'google', callbackURL: '/' });
  expect(answer.status).toBe(404);
  await plain.close();
});

import { createServer } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { startLocalServer } from '../../../testing/local-server.ts';
import { startProvider } from '../../../testing/sign-in-elsewhere.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { totpCode } from '../../../testing/totp.ts';
import { people } from '../../database/schema/identity.ts';

const AUDIENCE = 'clinic-project';
const [provider, stranger] = await Promise.all([startProvider(), startProvider()]);
const app = await startTestApp({
  environment: { EXTERNAL_TOKEN_ISSUER: provider.issuer, EXTERNAL_TOKEN_AUDIENCE: AUDIENCE },
});
afterAll(async () => {
  await app.close();
  await Promise.all([provider.stop(), stranger.stop()]);
});
afterEach(() => {
  app.clock = undefined;
});

let counter = 0;
const seconds = () => Math.floor(Date.now() / 1000);

/** The claims of a valid token, like Firebase's; `undefined` leaves a claim out. */
function claims(changed: Readonly<Record<string, unknown>> = {}) {
  counter += 1;
  return {
    iss: provider.issuer,
    aud: AUDIENCE,
    sub: `uid-${counter}`,
    iat: seconds(),
    auth_time: seconds(),
    exp: seconds() + 3600,
    email: `sync-${counter}@example.org`,
    email_verified: true,
    name: 'Amina Rahman',
    ...changed,
  };
}

const post = (token: string | undefined, client = app.client()) =>
  client.request('POST', '/api/auth/session', {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('a fresh token of the configured issuer', () => {
  test.each(['RS256', 'ES256'] as const)('signed with %s becomes a session like any other', async (algorithm) => {
    const client = app.client();
    const tokenClaims = claims();
    const answer = await post(provider.signToken(tokenClaims, algorithm), client);
    expect(answer.status).toBe(200);
    expect(answer.body['user']).toMatchObject({
      email: tokenClaims.email,
      displayName: 'Amina Rahman',
      emailVerified: true,
    });
    expect(JSON.stringify(answer.body)).not.toContain('eyJ');
    expect(client.cookies.get('signed_in')).toBe('1');
    expect((await client.get('/api/session')).body['user']).toMatchObject({ email: tokenClaims.email });
    expect((await client.get(`/api/jwt?email=${tokenClaims.email}`)).status).toBe(200);
  });

  test('is accepted up to five minutes old, and refused a second later', async () => {
    const issued = seconds();
    const token = () => provider.signToken(claims({ iat: issued, auth_time: issued }));
    for (const [age, status] of [
      [240, 200],
      [300, 200],
      [301, 401],
    ] as const) {
      app.clock = new Date((issued + age) * 1000);
      expect((await post(token())).status).toBe(status);
    }
  });

  test('sent by two tabs at once creates one person and two sessions', async () => {
    const token = provider.signToken(claims());
    const answers = await Promise.all([post(token), post(token), post(token)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => Reflect.get(Object(body['user']), 'uid'))).size).toBe(1);
  });

  test('opens an existing account only if the address is confirmed on both sides', async () => {
    const { email } = await app.person({ isConfirmed: false });
    const refused = await post(provider.signToken(claims({ email })));
    expect([refused.status, refused.body['code']]).toEqual([409, 'ACCOUNT_NOT_LINKED']);

    await app.database.db.update(people).set({ emailVerified: true }).where(eq(people.email, email));
    for (const email_verified of [false, 'false', undefined]) {
      expect((await post(provider.signToken(claims({ email, email_verified })))).status).toBe(409);
    }
    expect((await post(provider.signToken(claims({ email, email_verified: 'true' })))).status).toBe(200);
  });

  test('creates no account without a confirmed address', async () => {
    for (const changed of [
      { email_verified: false },
      { email_verified: 'false' },
      { email_verified: undefined },
      { email: undefined },
      { email: 'no address' },
    ]) {
      const answer = await post(provider.signToken(claims(changed)));
      expect([answer.status, answer.body['code']]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test("keeps the person's picture only from an allowed origin", async () => {
    for (const [picture, photoURL] of [
      ['https://lh3.googleusercontent.com/a/photo=s96-c', 'https://lh3.googleusercontent.com/a/photo=s96-c'],
      ['https://evil.example/pixel.gif', null],
      ['https://lh3.googleusercontent.com.evil.example/a', null],
      ['https://lh3.googleusercontent.com@evil.example/a', null],
      ['javascript:alert(1)', null],
    ]) {
      expect((await post(provider.signToken(claims({ picture })))).body['user']).toMatchObject({ photoURL });
    }
  });
});

describe('refuses with 401 a token', () => {
  const past = () => seconds() - 301;
  const refusals: Record<string, () => string | undefined> = {
    'that is missing': () => undefined,
    'that is not a token': () => 'undefined',
    'of another issuer': () => stranger.signToken(claims({ iss: stranger.issuer })),
    "that another issuer signed with our issuer's name": () => stranger.signToken(claims()),
    'for another audience': () => provider.signToken(claims({ aud: 'another-project' })),
    'for no audience': () => provider.signToken(claims({ aud: undefined })),
    'for several audiences that does not say it was made for us': () =>
      provider.signToken(claims({ aud: [AUDIENCE, 'another-project'] })),
    'made for another client': () => provider.signToken(claims({ azp: 'another-project' })),
    'issued too long ago': () => provider.signToken(claims({ iat: past() })),
    'that was renewed, of a person who signed in too long ago': () => provider.signToken(claims({ auth_time: past() })),
    'from the future': () => provider.signToken(claims({ iat: seconds() + 60 })),
    'that has expired': () => provider.signToken(claims({ exp: seconds() - 1 })),
    'without an expiry': () => provider.signToken(claims({ exp: undefined })),
    'without an age': () => provider.signToken(claims({ iat: undefined })),
    'about nobody': () => provider.signToken(claims({ sub: '' })),
    'changed after it was signed': () => {
      const [header, , signature] = provider.signToken(claims()).split('.');
      return `${header}.${encode(claims({ email: 'admin@openhours.example' }))}.${signature}`;
    },
    'without a signature, as an emulator issues them': () => `${encode({ alg: 'none' })}.${encode(claims())}.`,
    'signed with a shared secret': () =>
      `${encode({ alg: 'HS256', kid: 'RS256' })}.${encode(claims())}.${Buffer.from('guess').toString('base64url')}`,
    'longer than any token': () => provider.signToken(claims({ padding: 'x'.repeat(9000) })),
  };
  test.each(Object.entries(refusals))('%s', async (_what, token) => {
    const answer = await post(token());
    expect([answer.status, answer.body['code']]).toEqual([401, 'TOKEN_REFUSED']);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('that is the access token of our own API', async () => {
    const person = await app.person({ isConfirmed: false });
    const { body } = await person.get(`/api/jwt?email=${person.email}`);
    expect((await post(String(body['accessToken']))).status).toBe(401);
  });
});

describe('DELETE /api/auth/session', () => {
  test('ends the session for the cookie and for the access token at once, and may be repeated', async () => {
    const client = app.client();
    const { email } = claims();
    await post(provider.signToken(claims({ email })), client);
    const { body } = await client.get(`/api/jwt?email=${email}`);
    const oldCookies = new Map(client.cookies);

    expect((await client.request('DELETE', '/api/auth/session')).status).toBe(200);
    expect(client.cookies.get('signed_in')).toBeUndefined();
    const thief = app.client();
    for (const [name, value] of oldCookies) thief.cookies.set(name, value);
    expect((await thief.get('/api/session')).body['user']).toBeNull();
    const authorization = `Bearer ${String(body['accessToken'])}`;
    expect((await app.client().get(`/api/user/mongo?email=${email}`, { authorization })).status).toBe(401);

    expect((await client.request('DELETE', '/api/auth/session')).status).toBe(200);
  });

  test('is refused for another site', async () => {
    const person = await app.person({ isConfirmed: false });
    const headers = { origin: 'https://evil.example' };
    expect((await person.request('DELETE', '/api/auth/session', { headers })).status).toBe(403);
    expect((await person.get('/api/session')).body['user']).not.toBeNull();
  });
});

test('the call exists only with a configured issuer', async () => {
  await using plain = await startTestApp();
  expect((await plain.client().request('POST', '/api/auth/session')).status).toBe(404);
  expect((await plain.client().request('DELETE', '/api/auth/session')).status).toBe(404);
});

test('attempts are counted by address', async () => {
  await using strict = await startTestApp({
    environment: {
      EXTERNAL_TOKEN_ISSUER: provider.issuer,
      EXTERNAL_TOKEN_AUDIENCE: AUDIENCE,
      RATE_LIMITS: 'on',
    },
  });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 61; attempt += 1) {
    statuses.push((await strict.client().request('POST', '/api/auth/session')).status);
  }
  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([401]));
  expect(statuses.at(-1)).toBe(429);
});

describe('issuer keys that cannot be read', () => {
  const serve = async (answer: (path: string) => string) => {
    const server = await startLocalServer(createServer((request, response) => response.end(answer(request.url ?? ''))));
    onTestFinished(server.close);
    return server.url;
  };

  test.each([
    ['they are too large', () => JSON.stringify({ keys: [], padding: 'x'.repeat(300_000) })],
    ['they are not JSON', () => '<html>'],
  ])('answer 503: %s', async (_why, answer) => {
    const url = await serve(answer);
    await using other = await startTestApp({
      environment: {
        EXTERNAL_TOKEN_ISSUER: provider.issuer,
        EXTERNAL_TOKEN_AUDIENCE: AUDIENCE,
        EXTERNAL_TOKEN_JWKS_URL: `${url}/keys`,
      },
    });
    const headers = { authorization: `Bearer ${provider.signToken(claims())}` };
    const refused = await other.client().request('POST', '/api/auth/session', { headers });
    expect([refused.status, refused.body['code']]).toEqual([503, 'PROVIDER_UNAVAILABLE']);
  });
});

test('a fresh token does not skip the second factor', async () => {
  const client = app.client();
  const tokenClaims = claims();
  await post(provider.signToken(tokenClaims), client);
  const begun = await client.post('/api/auth/two-factor/enable', {});
  await client.post('/api/auth/two-factor/verify-totp', { code: totpCode(String(begun.body['totpURI'])) });

  const browser = app.client();
  const answer = await post(provider.signToken({ ...tokenClaims, iat: seconds() }), browser);
  expect(answer).toMatchObject({ status: 200, body: { twoFactorRedirect: true } });
  expect((await browser.get('/api/session')).body).toEqual({ user: null });
  expect((await browser.get(`/api/jwt?email=${tokenClaims.email}`)).status).toBe(401);
});

import { generateKeyPairSync, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { createAccessTokens } from './access-token.ts';

const app = await startTestApp();
const person = await app.person({ name: 'Tess Token', email: 'tess@example.org' });

async function tokenOf(client: TestClient): Promise<string> {
  const { body } = await client.get(`/api/jwt?email=${client.email}`);
  return String(body['accessToken']);
}

/** A client without a cookie. */
function withBearer(authorization: string, path = `/api/user/mongo?email=${person.email}`) {
  return app.client().get(path, { authorization });
}

describe('GET /jwt', () => {
  test('returns a token for 15 minutes with session and person, not to be cached', async () => {
    const answer = await person.get('/api/jwt?email=TESS@example.org');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const token = String(answer.body['accessToken']);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'at+jwt' });
    const { iat = 0, exp, sub, sid, ...rest } = decodeJwt(token);
    expect(exp).toBe(iat + 900);
    expect([sub, sid]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(rest).toMatchObject({ email: person.email, iss: app.config.publicUrl });
    expect(Object.keys(rest)).not.toContain('isAdmin');
  });

  test.each([
    ['no address', '', 400],
    ['an empty one', '?email=', 403],
    ['one given twice', '?email=tess@example.org&email=tess@example.org', 400],
    ["one's own beside another's", '?email=tess@example.org&email=other@example.org', 400],
    ["another's", '?email=other@example.org', 403],
    ['brackets', '?email[]=tess@example.org', 400],
    ["one's own and another's in brackets", '?email=tess@example.org&email[]=other@example.org', 400],
    ["one's own and another's by index", '?email=tess@example.org&email[0]=other@example.org', 400],
    ["another's in percent-encoding", '?%65mail=other@example.org', 403],
  ])('refuses %s', async (_what, query, status) => {
    expect((await person.get(`/api/jwt${query}`)).status).toBe(status);
  });

  test('explains the refusal of two addresses', async () => {
    const { body } = await person.get('/api/jwt?email=tess@example.org&email=tess@example.org');
    expect(body['message']).toBe('Please send exactly one email address.');
  });

  test('requires the cookie: a token cannot renew itself', async () => {
    const answer = await withBearer(`bearer ${await tokenOf(person)}`, `/api/jwt?email=${person.email}`);
    expect(answer.status).toBe(401);
  });
});

describe('a call with an email address in its URL', () => {
  test.each([
    '/api/users/admin/tess@example.org?email=victim@example.org',
    '/api/users/admin/tess%40example.org?email[]=victim@example.org',
    '/api/user/mongo?email=tess@example.org&%65mail=victim@example.org',
    '/api/user/mongo?email=tess@example.org&email%5B0%5D=victim@example.org',
    '/api/user/mongo?email=victim@example.org&email=tess@example.org',
    '/api/bookings?email=tess@example.org&[email]=victim@example.org',
    '/api/users/admin/victim%2540example.org',
    '/api/users/admin/victim@example.org%2Ftess@example.org',
    '/api/users/admin/%E0%A4%A',
  ])('never answers about another person: %s', async (path) => {
    await app.person({ name: 'Vic Victim', email: 'victim@example.org' }).catch(() => undefined);
    await app.database.pool.query("update people set is_admin = true where email = 'victim@example.org'");
    const { status, body } = await person.get(path);
    expect([200, 400, 403, 404]).toContain(status);
    expect(body['isAdmin'] ?? false).toBe(false);
    expect(JSON.stringify(body)).not.toContain('Vic Victim');
  });
});

describe('a bearer token', () => {
  test('works like the cookie, and needs no Origin', async () => {
    const authorization = `Bearer ${await tokenOf(person)}`;
    expect(await withBearer(authorization)).toMatchObject({ status: 200, body: { name: 'Tess Token' } });
    const body = { name: person.name, email: person.email };
    const made = await app.client().post('/api/users', body, { authorization, origin: '' });
    expect(made.status).toBe(200);
  });

  test('lives 15 minutes', async () => {
    const authorization = `bearer ${await tokenOf(person)}`;
    const now = Date.now();
    app.clock = new Date(now + 14.9 * 60_000);
    expect((await withBearer(authorization)).status).toBe(200);
    app.clock = new Date(now + 15.1 * 60_000);
    expect((await withBearer(authorization)).status).toBe(401);
    app.clock = undefined;
  });

  test("ends with its own session, not with the person's other sessions", async () => {
    const one = await app.person();
    const two = app.client();
    await two.post('/api/auth/sign-in/email', { email: one.email, password: 'Correct1!' });
    const path = `/api/bookings?email=${one.email}`;
    const ofOne = `bearer ${await tokenOf(one)}`;
    const ofTwo = `bearer ${await tokenOf(Object.assign(two, { email: one.email }))}`;
    await one.post('/api/auth/sign-out', {});
    expect((await withBearer(ofOne, path)).status).toBe(401);
    expect((await withBearer(ofTwo, path)).status).toBe(200);
    await app.database.pool.query(
      "update sessions set expires_at = now() - interval '1 second' where person_id = (select id from people where email = $1)",
      [one.email],
    );
    expect((await withBearer(ofTwo, path)).status).toBe(401);
    expect((await two.get(path)).status).toBe(401);
  });

  test.each(['bearer undefined', 'bearer null', 'bearer ', 'bearer', '', 'Basic dGVzczpwdw==', 'bearer a.b.c'])(
    'that is %j is 401, even with a valid cookie',
    async (authorization) => {
      const headers = { authorization: authorization || ' ' };
      const answer = await person.get(`/api/user/mongo?email=${person.email}`, headers);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    },
  );

  test('with another key, type or algorithm is refused', async () => {
    const good = await tokenOf(person);
    const claims = decodeJwt(good);
    const sign = (key: Buffer | KeyObject, header: { alg?: string; typ?: string } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header }).sign(key);
    const ours = Buffer.from(hkdfSync('sha256', app.config.secret, '', 'openhours access token hs256', 64));
    const key = ours.subarray(0, 32);
    expect((await withBearer(`bearer ${await sign(key)}`)).status, 'our own key').toBe(200);
    const [head, , signature] = good.split('.');
    const altered = Buffer.from(JSON.stringify({ ...claims, sub: crypto.randomUUID() })).toString('base64url');
    const forgeries = {
      'another key': await sign(randomBytes(32)),
      'no algorithm': new UnsecuredJWT({ ...claims }).encode(),
      'another algorithm': await sign(ours, { alg: 'HS512' }),
      'an algorithm with a public key': await sign(generateKeyPairSync('ed25519').privateKey, { alg: 'EdDSA' }),
      'another type': await sign(key, { typ: 'JWT' }),
      'the installation secret': await sign(Buffer.from(app.config.secret)),
      'altered claims': `${head}.${altered}.${signature}`,
      'a truncated signature': good.slice(0, -4),
      'no signature': `${head}.${good.split('.')[1]}.`,
    };
    for (const [what, token] of Object.entries(forgeries)) {
      expect((await withBearer(`bearer ${token}`)).status, what).toBe(401);
    }
  });

  test('signed by us for another issuer, audience or person is refused', async () => {
    const { sub = '', sid } = decodeJwt(await tokenOf(person));
    const { secret, publicUrl } = app.config;
    const claims = { personId: sub, sessionId: String(sid), email: person.email };
    const elsewhere = createAccessTokens({ secret, issuer: 'https://other.example' });
    const here = createAccessTokens({ secret, issuer: publicUrl });
    const tomorrow = createAccessTokens({ secret, issuer: publicUrl, now: () => new Date(Date.now() + 86_400_000) });
    expect((await withBearer(`bearer ${await here.issue(claims)}`)).status).toBe(200);

    const other = await app.person();
    const { sub: otherId = '' } = decodeJwt(await tokenOf(other));
    for (const token of [
      await elsewhere.issue(claims),
      await tomorrow.issue(claims),
      await here.issue({ ...claims, personId: otherId }),
      await here.issue({ ...claims, sessionId: crypto.randomUUID() }),
      await here.issue({ ...claims, sessionId: 'not-a-uuid' }),
    ]) {
      expect((await withBearer(`bearer ${token}`)).status).toBe(401);
    }
  });
});

describe('roles', () => {
  test('are read from the database on each request, with the cookie and with an older token', async () => {
    const riser = await app.person();
    const authorization = `bearer ${await tokenOf(riser)}`;
    const path = `/api/user/mongo?email=${person.email}`;
    const asks = async () => [(await riser.get(path)).status, (await withBearer(authorization, path)).status];
    const setAdmin = (isAdmin: boolean) =>
      app.database.pool.query('update people set is_admin = $1 where email = $2', [isAdmin, riser.email]);

    expect(await asks()).toEqual([403, 403]);
    await setAdmin(true);
    expect(await asks()).toEqual([200, 200]);
    expect((await riser.get(`/api/users/admin/${riser.email}`)).body).toEqual({ isAdmin: true });
    await setAdmin(false);
    expect(await asks()).toEqual([403, 403]);
  });

  test('are in the record: admin before doctor, none for a plain user', async () => {
    const someone = await app.person();
    const roleWith = async (isAdmin: boolean, isDoctor: boolean) => {
      await app.database.pool.query('update people set is_admin = $1, is_doctor = $2 where email = $3', [
        isAdmin,
        isDoctor,
        someone.email,
      ]);
      return (await someone.get(`/api/user/mongo?email=${someone.email}`)).body['role'];
    };
    expect(await roleWith(false, false)).toBeUndefined();
    expect(await roleWith(false, true)).toBe('doctor');
    expect(await roleWith(true, true)).toBe('admin');
  });
});

describe('POST /users', () => {
  test("returns the existing record, and refuses another person's address", async () => {
    const { sub } = decodeJwt(await tokenOf(person));
    const mine = await person.post('/api/users', { name: 'Whoever', email: 'TESS@example.org', role: 'admin' });
    expect(mine).toMatchObject({ status: 200, body: { acknowledged: true, insertedId: sub } });
    expect((await person.get('/api/session')).body).toMatchObject({
      user: { displayName: 'Tess Token', isAdmin: false },
    });
    expect(await person.post('/api/users', { name: 'Tess', email: 'other@example.org' })).toMatchObject({
      status: 409,
      body: { acknowledged: false, code: 'NOT_YOU', message: expect.stringMatching(/email address\.$/) },
    });
  });
});

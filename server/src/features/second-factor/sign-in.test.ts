import { describe, expect, test } from 'vitest';
import { countSessionsOf } from '../../../testing/count-sessions.ts';
import { whenInserting } from '../../../testing/meanwhile.ts';
import { resetTokenFor } from '../../../testing/reset-link.ts';
import { enterPassword, type SetUpFactor, setUpAuthenticator } from '../../../testing/second-factor.ts';
import { leadingTo, signInElsewhere, startProvider } from '../../../testing/sign-in-elsewhere.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { totpCode } from '../../../testing/totp.ts';
import type { Database } from '../../database/database.ts';

const provider = await startProvider();
const app = await startTestApp({ environment: { ...leadingTo(provider), RATE_LIMITS: 'on' } });

interface Protected extends SetUpFactor {
  readonly person: TestClient;
  readonly email: string;
}

async function protectedPerson(): Promise<Protected> {
  const person = await app.person();
  return { person, email: person.email, ...(await setUpAuthenticator(person)) };
}

const verify = (client: TestClient, code: string) => client.post('/api/auth/two-factor/verify-totp', { code });
const recover = (client: TestClient, code: string) => client.post('/api/auth/two-factor/verify-backup-code', { code });
/** The one after the code that set up the app. */
const nextCode = (uri: string) => totpCode(uri, { steps: 1 });

/** Neither a session nor a token, in the answer and afterwards. */
async function expectOutside(client: TestClient, email: string): Promise<void> {
  expect([...client.cookies.keys()].filter((name) => name.includes('session'))).toEqual([]);
  expect(client.cookies.has('signed_in')).toBe(false);
  expect((await client.get('/api/session')).body).toEqual({ user: null });
  expect((await client.get(`/api/jwt?email=${email}`)).status).toBe(401);
  expect((await client.get('/api/auth/get-session')).body).toBeNull();
}

const countSessions = (email: string) => countSessionsOf(app.database.pool, email);

describe('signing in with a second factor', () => {
  test('needs a code after the password, and then has session and token', async () => {
    const { email, uri } = await protectedPerson();
    const before = await countSessions(email);
    const { client, answer } = await enterPassword(app, { email });
    expect(answer).toMatchObject({ status: 200, body: { twoFactorRedirect: true, twoFactorMethods: ['totp'] } });
    expect(JSON.stringify(answer.body)).not.toMatch(/token|"id"/);
    expect(answer.headers.getSetCookie().join()).not.toMatch(/session_token=[^;]/);
    await expectOutside(client, email);
    expect(await countSessions(email)).toBe(before);

    expect((await verify(client, nextCode(uri))).status).toBe(200);
    expect((await client.get('/api/session')).body['user']).toMatchObject({ email });
    expect((await client.get(`/api/jwt?email=${email}`)).status).toBe(200);
    expect(client.cookies.get('signed_in')).toBe('1');
  });

  test('a recovery code works in place of a code, once', async () => {
    const { email, recoveryCodes } = await protectedPerson();
    const [code = ''] = recoveryCodes;
    const first = await enterPassword(app, { email });
    expect((await recover(first.client, code)).status).toBe(200);
    const second = await enterPassword(app, { email });
    expect((await recover(second.client, code)).status).toBe(401);
    await expectOutside(second.client, email);
  });

  test('the recovery codes of a set-up that was not confirmed do not replace a passkey', async () => {
    const person = await app.person();
    await app.database.pool.query(
      `insert into passkeys (id, person_id, credential_id, public_key, counter, device_type, backed_up)
        select gen_random_uuid(), id, email, 'key', 0, 'singleDevice', false from people where email = $1`,
      [person.email],
    );
    const begun = await person.post('/api/auth/two-factor/enable', { password: 'Correct1!' });
    const [code] = begun.body['backupCodes'] as string[];
    const { client } = await enterPassword(app, person);
    expect((await recover(client, code ?? '')).status).toBe(401);
    await expectOutside(client, person.email);
  });

  test('a code works once, also in parallel', async () => {
    const { email, uri } = await protectedPerson();
    const code = nextCode(uri);
    const browsers = await Promise.all([enterPassword(app, { email }), enterPassword(app, { email })]);
    const answers = await Promise.all(browsers.map(({ client }) => verify(client, code)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
    const third = await enterPassword(app, { email });
    expect((await verify(third.client, code)).status).toBe(400);
    await expectOutside(third.client, email);
  });

  test('a used code stays used for the person who signs in, whatever other cookies the request has', async () => {
    const { email, uri } = await protectedPerson();
    const code = nextCode(uri);
    expect((await verify((await enterPassword(app, { email })).client, code)).status).toBe(200);
    const theirs = (await enterPassword(app, { email })).client.cookies.get('openhours.two_factor') ?? '';
    const own = async () =>
      (await enterPassword(app, await protectedPerson())).client.cookies.get('openhours.two_factor');
    for (const cookie of [
      `__Host-openhours.two_factor=${await own()}; openhours.two_factor=${theirs}`,
      `openhours.two_factor =${theirs}; openhours.two_factor=${await own()}`,
    ]) {
      const answer = await app.client().post('/api/auth/two-factor/verify-totp', { code }, { cookie });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
    }
  });

  test('if the session ends during the request, its code does not complete a sign-in that waits for a code', async () => {
    const { email, uri } = await protectedPerson();
    const { person } = await protectedPerson();
    const { client } = await enterPassword(app, { email });
    const cookie = [...person.cookies, ...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await whenInserting(
      app.database.pool,
      { table: 'verifications', statement: 'delete from sessions' },
      () => app.client().post('/api/auth/two-factor/verify-totp', { code: nextCode(uri) }, { cookie }),
    );
    expect([answer.status, answer.headers.getSetCookie().filter((line) => /session_token=[^;]/.test(line))]).toEqual([
      401,
      [],
    ]);
  });

  test('the code that set up the app does not sign in', async () => {
    const person = await app.person();
    const begun = await person.post('/api/auth/two-factor/enable', { password: 'Correct1!' });
    const code = totpCode(String(begun.body['totpURI']));
    expect((await verify(person, code)).status).toBe(200);
    const { client } = await enterPassword(app, person);
    expect((await verify(client, code)).status).toBe(400);
  });

  test.each(['abc', '12345', '1234567', ''])('refuses %j as a code', async (code) => {
    const { email } = await protectedPerson();
    const { client } = await enterPassword(app, { email });
    expect(await verify(client, code)).toMatchObject({
      status: 400,
      body: { message: 'Enter the 6 digits that your app shows.' },
    });
  });

  test('a browser cannot ask not to be asked again', async () => {
    const { email, uri, recoveryCodes } = await protectedPerson();
    const { client } = await enterPassword(app, { email });
    const trusted = { trustDevice: true };
    const byCode = await client.post('/api/auth/two-factor/verify-totp', { code: nextCode(uri), ...trusted });
    const byRecovery = await client.post('/api/auth/two-factor/verify-backup-code', {
      code: recoveryCodes[0],
      ...trusted,
    });
    expect([byCode.status, byRecovery.status]).toEqual([400, 400]);
    await expectOutside(client, email);
  });

  test('codes without a first factor are refused', async () => {
    const { uri, recoveryCodes } = await protectedPerson();
    expect((await verify(app.client(), nextCode(uri))).status).toBe(401);
    expect((await recover(app.client(), recoveryCodes[0] ?? '')).status).toBe(401);
  });

  test('wrong codes are counted per person, and a right one is refused after ten', async () => {
    const { email, recoveryCodes } = await protectedPerson();
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { client } = await enterPassword(app, { email });
      for (let guess = 0; guess < 4; guess += 1) {
        statuses.push((await recover(client, `wrong-${round}${guess}`)).status);
      }
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    const { client } = await enterPassword(app, { email });
    expect((await recover(client, recoveryCodes[0] ?? '')).status).toBe(429);
    await expectOutside(client, email);
  });

  test('if wrong codes cannot be counted, no code is accepted', async () => {
    const { email, uri } = await protectedPerson();
    const { client } = await enterPassword(app, { email });
    await app.database.pool.query('alter table rate_limits rename to rate_limits_away');
    try {
      expect((await verify(client, nextCode(uri))).status).toBe(503);
    } finally {
      await app.database.pool.query('alter table rate_limits_away rename to rate_limits');
    }
    await expectOutside(client, email);
  });

  test("another person's open session in the browser ends, and does not count as the second factor", async () => {
    const { email, uri } = await protectedPerson();
    const other = await app.person();
    await other.post('/api/auth/sign-in/email', { email, password: 'Correct1!' });
    await expectOutside(other, email);
    expect((await verify(other, nextCode(uri))).status).toBe(200);
    expect((await other.get('/api/session')).body['user']).toMatchObject({ email });
  });
});

describe('no other way in skips the second factor', () => {
  test('Google sign-in leads to the code', async () => {
    const email = 'google-and-code@example.org';
    const client = app.client();
    await signInElsewhere(client, { email });
    const begun = await client.post('/api/auth/two-factor/enable', {});
    const uri = String(begun.body['totpURI']);
    expect((await verify(client, totpCode(uri))).status).toBe(200);

    const browser = app.client();
    const { status, end } = await signInElsewhere(browser, { email });
    expect(status).toBe(302);
    expect(end).toBe(`${app.url}/oauth-done?secondFactor=totp`);
    await expectOutside(browser, email);
    expect((await verify(browser, nextCode(uri))).status).toBe(200);
    expect((await browser.get('/api/session')).body['user']).toMatchObject({ email });
  });

  test('a password reset does not sign in, and the new password needs the code', async () => {
    const { email } = await protectedPerson();
    const token = await resetTokenFor(app, email);
    const browser = app.client();
    expect((await browser.post('/api/auth/reset-password', { token, newPassword: 'Another2#' })).status).toBe(200);
    await expectOutside(browser, email);
    const answer = await browser.post('/api/auth/sign-in/email', { email, password: 'Another2#' });
    expect(answer.body).toMatchObject({ twoFactorRedirect: true });
    await expectOutside(browser, email);
  });

  test('changing the password keeps the session that passed it, and needs one', async () => {
    const { email, person } = await protectedPerson();
    const { client } = await enterPassword(app, { email });
    const change = { currentPassword: 'Correct1!', newPassword: 'Another2#', revokeOtherSessions: true };
    expect((await client.post('/api/auth/change-password', change)).status).toBe(401);
    expect((await person.post('/api/auth/change-password', change)).status).toBe(200);
    expect((await person.get('/api/session')).body['user']).toMatchObject({ email });
  });

  test('signing up again with the address is refused', async () => {
    const { email } = await protectedPerson();
    const browser = app.client();
    const answer = await browser.post('/api/auth/sign-up/email', { name: 'Pat', email, password: 'Correct1!' });
    expect(answer.status).toBe(422);
    await expectOutside(browser, email);
  });

  test('a sign-in that waits for the code cannot change the second factor', async () => {
    const { email } = await protectedPerson();
    const { client } = await enterPassword(app, { email });
    for (const path of ['enable', 'disable', 'generate-backup-codes']) {
      expect((await client.post(`/api/auth/two-factor/${path}`, { password: 'Correct1!' })).status).toBe(401);
    }
    expect((await client.get('/api/auth/passkey/generate-register-options')).status).toBe(401);
    expect((await enterPassword(app, { email })).answer.body).toMatchObject({ twoFactorRedirect: true });
  });

  test('sessions from before it are ended, except the one that set it up', async () => {
    const person = await app.person();
    const elsewhere = await enterPassword(app, person);
    const { body } = await elsewhere.client.get(`/api/jwt?email=${person.email}`);
    await setUpAuthenticator(person);
    expect((await person.get('/api/session')).body['user']).toMatchObject({ email: person.email });
    expect((await elsewhere.client.get('/api/session')).body).toEqual({ user: null });
    expect((await elsewhere.client.get(`/api/jwt?email=${person.email}`)).status).toBe(401);
    const bearer = { authorization: `bearer ${String(body['accessToken'])}` };
    expect((await app.client().get('/api/session', bearer)).status).toBe(401);
  });

  test('a second factor that is added during a sign-in is asked for', async () => {
    const person = await app.person();
    const { client, answer } = await whenInserting(
      app.database.pool,
      {
        table: 'sessions',
        statement: `insert into passkeys (id, person_id, credential_id, public_key, counter, device_type, backed_up)
          values (gen_random_uuid(), new.person_id, new.id, 'key', 0, 'singleDevice', false)`,
      },
      () => enterPassword(app, person),
    );
    expect(answer.body).toMatchObject({ twoFactorRedirect: true });
    await expectOutside(client, person.email);
  });

  test('setting up a second factor ends a session that is opened at the same time', async () => {
    const person = await app.person();
    const { body } = await person.post('/api/auth/two-factor/enable', { password: 'Correct1!' });
    const confirmed = await whenInserting(
      app.database.pool,
      {
        table: 'outgoing_messages',
        statement: `insert into sessions (id, token, person_id, expires_at)
          values (gen_random_uuid(), new.id, new.person_id, now() + interval '1 day')`,
      },
      () => verify(person, totpCode(String(body['totpURI']))),
    );
    expect(confirmed.status).toBe(200);
    expect(await countSessions(person.email)).toBe(1);
    expect((await person.get('/api/session')).body['user']).toMatchObject({ email: person.email });
  });

  test('someone without a second factor signs in as before', async () => {
    const { email } = await app.person();
    const { client, answer } = await enterPassword(app, { email });
    expect(Object.keys(answer.body).toSorted()).toEqual(['redirect', 'user']);
    expect((await client.get('/api/session')).body['user']).toMatchObject({ email });
  });
});

describe('setting it up', () => {
  test('needs the password, and does not count until a code confirms it', async () => {
    const person = await app.person();
    const enable = (body: object) => person.post('/api/auth/two-factor/enable', body);
    expect((await enable({})).status).toBe(400);
    expect((await enable({ password: 'Wrong1!!' })).status).toBe(400);
    const { body } = await enable({ password: 'Correct1!' });
    expect((await enterPassword(app, person)).answer.body['user']).toBeDefined();
    expect((await verify(person, '000000')).status).not.toBe(200);
    expect((await person.get('/api/me/second-factor')).body).toMatchObject({ hasAuthenticator: false });
    expect((await verify(person, totpCode(String(body['totpURI'])))).status).toBe(200);
    expect((await person.get('/api/me/second-factor')).body).toMatchObject({ hasAuthenticator: true });
  });

  test('a code confirms only the last set-up, so the recovery codes that were shown are the stored ones', async () => {
    const person = await app.person();
    const begin = async () => {
      const { body } = await person.post('/api/auth/two-factor/enable', { password: 'Correct1!' });
      return { uri: String(body['totpURI']), recoveryCodes: body['backupCodes'] };
    };
    const [first, last] = [await begin(), await begin()];
    const confirm = (code: string, { recoveryCodes }: typeof last) =>
      person.post('/api/auth/two-factor/verify-totp', { code, recoveryCodes });
    const refused = await confirm(totpCode(last.uri), first);
    expect([refused.status, refused.body['code']]).toEqual([400, 'SETUP_REPLACED']);
    // A code counts once, also a refused one.
    expect((await confirm(nextCode(last.uri), last)).status).toBe(200);
  });

  test('if two set-ups begin at the same moment, one begins, and the other may be refused', async () => {
    const person = await app.person();
    const begin = () => person.post('/api/auth/two-factor/enable', { password: 'Correct1!' });
    const answers = await Promise.all([begin(), begin()]);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body['message']]).toEqual([400, expect.stringContaining('Please begin again.')]);
    }
    expect(answers.map(({ status }) => status)).toContain(200);
  });

  test('in the database, the secret is encrypted and each recovery code is hashed', async () => {
    const { email, uri, recoveryCodes } = await protectedPerson();
    const { rows } = await app.database.pool.query(
      'select secret, backup_codes from two_factors join people on people.id = person_id where email = $1',
      [email],
    );
    const stored = JSON.stringify(rows);
    const readable = Buffer.from(new URL(uri).searchParams.get('secret') ?? '', 'ascii').toString();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z\d]{5}-[a-z\d]{5}$/i);
    for (const secret of [readable, ...recoveryCodes]) expect(stored).not.toContain(secret);
    expect(rows[0].secret.length).toBeGreaterThan(80);
    const hashes: string[] = JSON.parse(rows[0].backup_codes);
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$/);
    // Whoever reads one cannot sign in with it.
    const { client } = await enterPassword(app, { email });
    expect((await recover(client, hashes[0] ?? '')).status).toBe(401);
    expect((await recover(client, recoveryCodes[0] ?? '')).status).toBe(200);
    const left = await app.database.pool.query(
      'select backup_codes from two_factors join people on people.id = person_id where email = $1',
      [email],
    );
    expect(JSON.parse(left.rows[0].backup_codes)).toEqual(hashes.slice(1));
  });

  test('each change is emailed, without a name', async () => {
    const person = await app.person({ name: 'Call 555 now' });
    await setUpAuthenticator(person);
    const password = { password: 'Correct1!' };
    expect((await person.post('/api/auth/two-factor/generate-backup-codes', password)).status).toBe(200);
    expect((await person.post('/api/auth/two-factor/disable', password)).status).toBe(200);
    const mine = async () => {
      await app.deliverMail();
      return app.mails.filter(({ to }) => to === person.email);
    };
    const subjects = (await mine()).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      'An authenticator app was added to your account',
      'The authenticator app was removed from your account',
      'You have new recovery codes',
    ]);
    expect(JSON.stringify(await mine())).not.toContain('Call 555');
    expect((await enterPassword(app, person)).answer.body['user']).toBeDefined();
  });

  test('a change is emailed even if the server dies before it has compared, and a call that fails leaves nothing', async () => {
    const { person, email } = await protectedPerson();
    await app.deliverMail();
    const { pool } = app.database;
    const waiting = async () => {
      const theirs = "person_id = (select id from people where email = $1) and state = 'waiting'";
      return (await pool.query(`select 1 from outgoing_messages where ${theirs}`, [email])).rowCount;
    };
    expect((await person.post('/api/auth/two-factor/disable', { password: 'Wrong1!!' })).status).toBe(400);
    expect(await waiting()).toBe(0);

    // It does what the call does, and dies in the transaction after it.
    const database = (db: Database) =>
      new Proxy(db, {
        get: (target, name) =>
          name === 'transaction' ? () => Promise.reject(new Error('It is gone.')) : Reflect.get(target, name),
      });
    await using dying = await startTestApp({ beside: app, through: { database } });
    const password = { password: 'Correct1!' };
    const dies = await person.request('POST', '/api/auth/two-factor/disable', { at: dying.url, body: password });
    expect(dies.status).toBe(500);
    expect(await waiting()).toBe(1);
    app.clock = new Date(Date.now() + 121_000);
    await app.deliverMail();
    app.clock = undefined;
    const last = app.mails.findLast(({ to }) => to === email);
    expect(last?.subject).toBe('The authenticator app was removed from your account');
  });

  test('passwords and recovery codes are hashed at the cost of passwords', async () => {
    await using slow = await startTestApp({ slowHashes: true });
    await setUpAuthenticator(await slow.person());
    const { rows } = await slow.database.pool.query('select backup_codes from two_factors');
    const passwords = await slow.database.pool.query('select password from accounts');
    const hashes: string[] = [passwords.rows[0].password, ...JSON.parse(rows[0].backup_codes)];
    expect(hashes).toHaveLength(11);
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('new recovery codes replace the old ones', async () => {
    const { person, email, recoveryCodes } = await protectedPerson();
    const made = await person.post('/api/auth/two-factor/generate-backup-codes', { password: 'Correct1!' });
    const [fresh] = made.body['backupCodes'] as string[];
    const { client } = await enterPassword(app, { email });
    expect((await recover(client, recoveryCodes[0] ?? '')).status).toBe(401);
    expect((await recover(client, fresh ?? '')).status).toBe(200);
  });

  test('without a password, it needs a sign-in of the last ten minutes', async () => {
    const email = 'google-only@example.org';
    const client = app.client();
    await signInElsewhere(client, { email });
    await app.database.pool.query("update sessions set created_at = now() - interval '11 minutes'");
    expect(await client.post('/api/auth/two-factor/enable', {})).toMatchObject({
      status: 403,
      body: { code: 'SESSION_NOT_FRESH' },
    });
  });

  test('a deleted person has none, and the challenge of a sign-in ends', async () => {
    const { person, email, uri } = await protectedPerson();
    const { client } = await enterPassword(app, { email });
    expect((await person.post('/api/me/delete', { password: 'Correct1!' })).status).toBe(200);
    expect((await verify(client, nextCode(uri))).status).toBe(401);
    const { rows } = await app.database.pool.query(
      'select from people join two_factors on person_id = people.id where deleted_at is not null',
    );
    expect(rows).toHaveLength(0);
  });
});

import { describe, expect, test } from 'vitest';
import { setUpAuthenticator } from '../../../testing/second-factor.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { totpCode } from '../../../testing/totp.ts';

const PASSWORD = 'Correct1!';
const NEUTRAL =
  'We could not create an account with this email address. If it is yours, sign in or reset your password.';

const app = await startTestApp();

function signUp(body: Record<string, unknown>, client = app.client()) {
  return client.post('/api/auth/sign-up/email', { name: 'New Person', password: PASSWORD, ...body });
}

async function rowsOf(email: string) {
  const { rows } = await app.database.pool.query(
    `select name, is_admin as "isAdmin", is_doctor as "isDoctor",
            is_front_desk as "isFrontDesk", image,
            (select count(*)::int from accounts where person_id = people.id) as accounts
     from people where email = $1`,
    [email],
  );
  return rows;
}

describe('signing up', () => {
  test('creates the record that the calls return, and signs in', async () => {
    const client = app.client();
    const answer = await signUp({ email: 'Ada@Example.org', name: 'Ada' }, client);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const cookies = answer.headers.getSetCookie();
    expect(cookies.find((cookie) => cookie.startsWith('openhours.session_token='))).toMatch(/HttpOnly; SameSite=Lax$/i);
    expect(cookies.find((cookie) => cookie.startsWith('signed_in='))).toMatch(/^signed_in=1; .*SameSite=Lax$/);

    const { body } = await client.get('/api/session');
    expect(body).toEqual({
      user: {
        uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        email: 'ada@example.org',
        displayName: 'Ada',
        photoURL: null,
        phoneNumber: null,
        emailVerified: false,
        isAnonymous: false,
        providerData: [
          {
            providerId: 'password',
            uid: 'ada@example.org',
            email: 'ada@example.org',
            displayName: 'Ada',
            photoURL: null,
            phoneNumber: null,
          },
        ],
        isAdmin: false,
        isDoctor: false,
        isFrontDesk: false,
      },
    });
    const record = await client.get('/api/user/mongo?email=ada@example.org');
    expect(record.body).toEqual({
      _id: Reflect.get(Object(body['user']), 'uid'),
      name: 'Ada',
      email: 'ada@example.org',
    });
  });

  test.each([
    ['', 'Password is required'],
    [undefined, 'Password is required'],
    [123456, 'Password is required'],
    ['Ab1!x', 'Password must be 6 characters long'],
    ['correct1!', 'Password must have uppercase, number and special characters'],
    ['Correct!!', 'Password must have uppercase, number and special characters'],
    ['Correct11', 'Password must have uppercase, number and special characters'],
    ['Correct1?', 'Password must have uppercase, number and special characters'],
    [`A1!${'x'.repeat(126)}`, 'Password must be at most 128 characters long'],
  ])("refuses the password %j with the form's message", async (password, message) => {
    const answer = await signUp({ email: 'weak@example.org', password });
    expect(answer).toMatchObject({ status: 400, body: { message, status: 400 } });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await rowsOf('weak@example.org')).toEqual([]);
  });

  test.each(['Ab1!xy', 'Z9#yyy', 'Z9$yyy', 'Z9&yyy', 'Z9*yyy', 'Z9@yyy', `A1!${'x'.repeat(125)}`])(
    'accepts the password %s',
    async (password) => {
      const { status } = await signUp({
        email: `takes-${Buffer.from(password).toString('hex').slice(0, 12)}@example.org`,
        password,
      });
      expect(status).toBe(200);
    },
  );

  test.each([
    [{ name: undefined }, 'Name is Required'],
    [{ name: '' }, 'Name is Required'],
    [{ name: ' \u200b\u2060' }, 'Name is Required'],
    [{ name: 'x'.repeat(101) }, 'Name must be at most 100 characters long'],
    [{ name: 'Eve\u202Enimda' }, 'Name must not contain control characters'],
    [{ image: 'https://evil.example/x.png' }, 'The photo must be an image that was uploaded here'],
    [{ image: '//evil.example' }, 'The photo must be an image that was uploaded here'],
    [{ email: 'not an address' }, 'That is not an email address.'],
    [{ email: ' spaced@example.org' }, 'That is not an email address.'],
    [{ email: `${'x'.repeat(250)}@example.org` }, 'That is not an email address.'],
    [{ email: undefined }, 'That is not an email address.'],
    [{ email: ['a@example.org'] }, 'That is not an email address.'],
  ])('refuses %j with a message', async (part, message) => {
    const answer = await signUp({ email: 'profile@example.org', ...part });
    expect(answer).toMatchObject({ status: 400, body: { message } });
    expect(await rowsOf('profile@example.org')).toEqual([]);
  });

  test.each([{ isAdmin: true }, { isDoctor: true }, { isFrontDesk: true }, { role: 'admin' }, { emailVerified: true }])(
    'ignores a role in the body: %j',
    async (request) => {
      const email = `request-${Object.keys(request)[0]?.toLowerCase()}@example.org`;
      await signUp({ email, ...request });
      for (const row of await rowsOf(email))
        expect(row).toMatchObject({ isAdmin: false, isDoctor: false, isFrontDesk: false });
      const { rows } = await app.database.pool.query('select 1 from people where email_verified');
      expect(rows).toEqual([]);
    },
  );

  test('an address with an account is refused with a neutral message, and the account is unchanged', async () => {
    await signUp({ email: 'taken@example.org', name: 'Owner' });
    const before = await rowsOf('taken@example.org');
    const stranger = app.client();
    const answer = await signUp({ email: 'TAKEN@example.org', name: 'Stranger', password: 'Stranger1!' }, stranger);
    expect(answer).toMatchObject({ status: 422, body: { message: NEUTRAL, code: 'SIGN_UP_REFUSED' } });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await rowsOf('taken@example.org')).toEqual(before);

    const signIn = (password: string) =>
      app.client().post('/api/auth/sign-in/email', { email: 'taken@example.org', password });
    expect((await signIn('Stranger1!')).status).toBe(401);
    expect((await signIn(PASSWORD)).status).toBe(200);
  });

  test('eight parallel sign-ups with one address create one person; the others get the neutral message', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => signUp({ email: 'rush@example.org', name: `Rush ${n}` })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(7);
    for (const { status, body } of refused)
      expect({ status, message: body['message'] }).toEqual({ status: 422, message: NEUTRAL });
    expect(await rowsOf('rush@example.org')).toMatchObject([{ accounts: 1 }]);
  });

  test('stores the password as a hash of ours, as does the call that changes it', async () => {
    const person = await app.person();
    const stored = async () => {
      const { rows } = await app.database.pool.query(
        'select password from accounts where person_id = (select id from people where email = $1)',
        [person.email],
      );
      return rows[0].password;
    };
    const first = await stored();
    expect(first).toMatch(/^\$argon2id\$/);
    const change = { currentPassword: PASSWORD, newPassword: 'Different1!' };
    expect((await person.post('/api/auth/change-password', change)).status).toBe(200);
    expect(await stored()).toMatch(/^\$argon2id\$/);
    expect(await stored()).not.toBe(first);
  });

  test('leaves no person without a sign-in method', async () => {
    await app.database.pool.query(`create function refuse() returns trigger language plpgsql as
      $$ begin if new.person_id in (select id from people where email = 'half@example.org') then raise 'no'; end if; return new; end $$`);
    await app.database.pool.query(
      'create trigger refuse before insert on accounts for each row execute function refuse()',
    );
    const answer = await signUp({ email: 'half@example.org' });
    await app.database.pool.query('drop trigger refuse on accounts');
    expect(answer.status).toBe(500);
    expect(await rowsOf('half@example.org')).toEqual([]);
    expect((await signUp({ email: 'half@example.org' })).status).toBe(200);
  });
});

test.each([{}, { password: null }])('a sign-in without a password (%o) is told what is missing', async (given) => {
  const answer = await app.client().post('/api/auth/sign-in/email', { email: 'someone@example.org', ...given });
  expect(answer).toMatchObject({ status: 400, body: { message: 'Password is required' } });
});

test('a sign-up that the database could not write for a moment may be repeated', async () => {
  const { pool } = app.database;
  await pool.query(`create function end_connection() returns trigger language plpgsql as
    $$ begin if new.email = 'moment@example.org' then raise 'terminating' using errcode = '57P01'; end if; return new; end $$`);
  await pool.query(
    'create trigger end_connection before insert on people for each row execute function end_connection()',
  );
  const answer = await signUp({ email: 'moment@example.org' });
  await pool.query('drop trigger end_connection on people');
  expect(answer).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
  expect((await signUp({ email: 'moment@example.org' })).status).toBe(200);
});

describe('signing in and out', () => {
  test('answers a wrong password and an unknown address alike', async () => {
    await signUp({ email: 'known@example.org' });
    const [wrong, unknown] = await Promise.all(
      ['known@example.org', 'unknown@example.org'].map((email) =>
        app.client().post('/api/auth/sign-in/email', { email, password: 'Wrong1!!' }),
      ),
    );
    expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } });
    expect(unknown?.body).toEqual(wrong?.body);
    expect(unknown?.status).toBe(401);
  });

  test('works with a password that is ten years old', async () => {
    const { email } = await app.person();
    await app.database.pool.query(
      `update accounts set created_at = now() - interval '10 years', updated_at = now() - interval '10 years'
       where person_id = (select id from people where email = $1)`,
      [email],
    );
    const answer = await app.client().post('/api/auth/sign-in/email', { email, password: PASSWORD });
    expect(answer).toMatchObject({ status: 200, body: { user: { email } } });
  });

  test('gives the token of the session to the cookie only', async () => {
    const email = 'cookie-only@example.org';
    const client = app.client();
    const account = { email, name: 'Cookie Only', password: 'Different1!' };
    const change = { currentPassword: 'Different1!', newPassword: PASSWORD, revokeOtherSessions: true };
    const answers = [
      await client.post('/api/auth/sign-up/email', account),
      await client.post('/api/auth/sign-in/email', account),
      await client.get('/api/auth/get-session'),
      await client.get('/api/auth/list-sessions'),
      await client.post('/api/auth/change-password', change),
      await client.get('/api/session'),
    ];
    const { rows } = await app.database.pool.query('select token from sessions');
    for (const { status, body, headers } of answers) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/"token"/);
      for (const { token } of rows) expect(JSON.stringify(body)).not.toContain(token);
      expect(headers.getSetCookie().join()).not.toMatch(/session_token=[^;]*;(?!.*HttpOnly)/);
    }
    expect(JSON.stringify(answers[3]?.body)).toContain('"ipAddress"');
  });

  test.each([
    ['/sign-in/email', { callbackURL: '/bookings' }],
    ['/sign-in/social', { provider: 'google', callbackURL: '/ü' }],
    ['/sign-in/social', { provider: 'google', callbackURL: '/', newUserCallbackURL: '/ü' }],
  ])('%s refuses an address to lead to that a header cannot have: %j', async (path, more) => {
    const { email } = await app.person();
    const browser = app.client();
    const answer = await browser.post(`/api/auth${path}`, { email, password: PASSWORD, ...more });
    expect(answer).toMatchObject({ status: 400, body: { code: 'CALLBACK_REFUSED' } });
    expect((await browser.get('/api/session')).body).toEqual({ user: null });
  });

  test('signing out ends the session on the server', async () => {
    const person = await app.person();
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { body } = await person.get(`/api/jwt?email=${person.email}`);
    const bearer = { authorization: `Bearer ${String(body['accessToken'])}` };
    expect((await app.client().get(`/api/bookings?email=${person.email}`, bearer)).status).toBe(200);

    const out = await person.post('/api/auth/sign-out', {});
    expect(out.status).toBe(200);
    expect(out.headers.getSetCookie().find((line) => line.startsWith('signed_in='))).toContain('Max-Age=0');
    expect(out.headers.get('clear-site-data')).toBe('"cache"');
    expect((await app.client().get(`/api/bookings?email=${person.email}`, { cookie })).status).toBe(401);
    expect((await app.client().get(`/api/bookings?email=${person.email}`, bearer)).status).toBe(401);
  });

  test('a session that ended elsewhere deletes the signed_in cookie', async () => {
    const person = await app.person();
    await app.database.pool.query('delete from sessions where person_id = (select id from people where email = $1)', [
      person.email,
    ]);
    const { body } = await person.get('/api/session');
    expect(body).toEqual({ user: null });
    expect(person.cookies.get('signed_in')).toBeUndefined();
  });

  test('a session ends after a week without use, and use renews it once a day', async () => {
    const person = await app.person();
    const mine = 'person_id = (select id from people where email = $1)';
    const daysLeft = async () => {
      const days = 'extract(epoch from expires_at - now()) / 86400';
      const { rows } = await app.database.pool.query(`select ${days} as days from sessions where ${mine}`, [
        person.email,
      ]);
      return Number(rows[0]?.days);
    };
    const leave = (days: number) =>
      app.database.pool.query(`update sessions set expires_at = now() + make_interval(days => $2) where ${mine}`, [
        person.email,
        days,
      ]);
    expect(await daysLeft()).toBeCloseTo(7, 2);
    await leave(5);
    expect((await person.get('/api/session')).body['user']).not.toBeNull();
    expect(await daysLeft()).toBeCloseTo(7, 2);
    await leave(-1);
    expect((await person.get('/api/session')).body).toEqual({ user: null });
  });

  test('a cookie with a wrong signature is ignored', async () => {
    const person = await app.person();
    const [name, value = ''] = [...person.cookies].find(([key]) => key.endsWith('session_token')) ?? [];
    for (const forged of [value.split('.')[0], `${value.slice(0, -6)}AAAA%3D`, 'undefined', '%']) {
      const { status } = await app.client().get('/api/v2/appointmentDays', { cookie: `${name}=${forged}` });
      expect(status).toBe(200);
      const session = await app.client().get('/api/session', { cookie: `${name}=${forged}` });
      expect(session.body).toEqual({ user: null });
    }
  });
});

test('at an https address, cookies are bound to this host and encrypted, and HSTS is sent', async () => {
  await using secure = await startTestApp({ environment: { PUBLIC_URL: 'https://clinic.example' } });
  const client = secure.client();
  const body = { name: 'S', email: 's@example.org', password: PASSWORD };
  const own = { origin: 'https://clinic.example' };
  expect((await client.post('/api/auth/sign-up/email', body)).status).toBe(403);
  const answer = await client.post('/api/auth/sign-up/email', body, own);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  const cookies = answer.headers.getSetCookie();
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-openhours.session_token', '__Host-signed_in']);
  expect((await client.get('/api/session')).body).toMatchObject({ user: { email: 's@example.org' } });

  await secure.database.pool.query('update people set email_verified = true');
  const post = (path: string, sent: unknown) => client.post(path, sent, own);
  const { uri } = await setUpAuthenticator({ ...client, post });
  const waits = await post('/api/auth/sign-in/email', body);
  expect(waits.body).toMatchObject({ twoFactorRedirect: true });
  expect([...client.cookies.keys()]).toEqual(['__Host-openhours.two_factor']);
  const code = totpCode(uri, { steps: 1 });
  expect((await post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200);
  const started = await client.get('/api/auth/passkey/generate-authenticate-options');
  const all = [...cookies, ...waits.headers.getSetCookie(), ...started.headers.getSetCookie()];
  expect(all.some((cookie) => cookie.includes('passkey'))).toBe(true);
  for (const cookie of all) {
    expect(cookie).toMatch(/^__Host-/);
    expect(cookie).toMatch(/; Secure(;|$)/);
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    expect(cookie).not.toMatch(/; Domain=/i);
  }
  const out = await client.post('/api/auth/sign-out', {}, own);
  expect(out.headers.getSetCookie().some((cookie) => cookie.startsWith('__Host-signed_in=; Max-Age=0'))).toBe(true);
});

import { contract } from '@openhours/contract';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { personWith, type RoledClient } from '../../testing/admins.ts';
import { CALL_EXAMPLES } from '../../testing/call-examples.ts';
import { imageForm } from '../../testing/pictures.ts';
import { enterPassword, setUpAuthenticator } from '../../testing/second-factor.ts';
import { startTestApp } from '../../testing/test-app.ts';
import type { TestAnswer } from '../../testing/test-client.ts';
import { totpCode } from '../../testing/totp.ts';
import { callsByPath } from './contract-calls.ts';

const WRONG_FROM_ONE_ADDRESS = 10;
const WRONG_FROM_EVERYWHERE = 100;
const PASSWORD_MAILS_PER_ACCOUNT = 5;
const PASSWORD_MAILS_PER_ADDRESS = 20;
const SIGN_UPS_PER_ADDRESS = 120;

// Behind one trusted proxy, X-Forwarded-For is the address: tests can come from anywhere.
const app = await startTestApp({
  environment: {
    RATE_LIMITS: 'on',
    TRUSTED_PROXIES: '1',
    // Nobody asks it.
    EXTERNAL_TOKEN_ISSUER: 'https://issuer.example.org',
    EXTERNAL_TOKEN_AUDIENCE: 'clinic',
  },
});

let addresses = 0;
const nextAddress = () => `198.51.100.${(addresses += 1)}`;

function signIn(email: string, options: { password?: string; headers?: Record<string, string> } = {}) {
  const { password = 'Wrong1!!', headers = { 'x-forwarded-for': nextAddress() } } = options;
  return app.client().post('/api/auth/sign-in/email', { email, password }, headers);
}

/** Sequentially, so that the order of the answers is known. */
async function inTurn(times: number, ask: (n: number) => Promise<TestAnswer>): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await ask(n)).status);
  return statuses;
}

function expectTooMany(answer: TestAnswer): void {
  expect(answer.status).toBe(429);
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(3600);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.body).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ (seconds?|minutes?)\.$/),
  });
}

describe('password guessing', () => {
  test('stops after ten wrong passwords for one account from one address, even for the right one', async () => {
    const owner = await app.person();
    const headers = { 'x-forwarded-for': nextAddress() };
    const statuses = await inTurn(WRONG_FROM_ONE_ADDRESS, () => signIn(owner.email, { headers }));
    expect(statuses).toEqual(Array(WRONG_FROM_ONE_ADDRESS).fill(401));
    expectTooMany(await signIn(owner.email, { headers }));
    expectTooMany(await signIn(owner.email.toUpperCase(), { headers }));
    expectTooMany(await signIn(owner.email, { password: 'Correct1!', headers }));
    const other = await app.person();
    expect((await signIn(other.email, { password: 'Correct1!', headers })).status).toBe(200);
  });

  test('does not lock out the owner at another address', async () => {
    const owner = await app.person();
    const stranger = { 'x-forwarded-for': nextAddress() };
    expect((await inTurn(15, () => signIn(owner.email, { headers: stranger }))).at(-1)).toBe(429);
    expect((await signIn(owner.email, { password: 'Correct1!' })).status).toBe(200);
  });

  test('stops after a hundred wrong passwords for one account, from any number of addresses', async () => {
    // Nobody has this account, so every password is wrong: also the tests' own, which takes no time to hash.
    const guess = async () => (await signIn('nobody@example.org', { password: 'Correct1!' })).status;
    const statuses = await Promise.all(Array.from({ length: WRONG_FROM_EVERYWHERE + 20 }, guess));
    expect(statuses.filter((status) => status === 401)).toHaveLength(WRONG_FROM_EVERYWHERE);
    expectTooMany(await signIn('nobody@example.org'));
  });

  test('counts one IPv6 network as one address', async () => {
    const signInFrom = (n: number) =>
      signIn('nobody-6@example.org', { headers: { 'x-forwarded-for': `2001:db8:0:1::${n.toString(16)}` } });
    expect((await inTurn(WRONG_FROM_ONE_ADDRESS + 1, signInFrom)).at(-1)).toBe(429);
  });

  test('does not count right passwords: signing in often locks nobody out', async () => {
    const owner = await app.person();
    const headers = { 'x-forwarded-for': nextAddress() };
    const signInRightly = () => signIn(owner.email, { password: 'Correct1!', headers });
    expect(await inTurn(WRONG_FROM_ONE_ADDRESS + 2, signInRightly)).toEqual(
      Array(WRONG_FROM_ONE_ADDRESS + 2).fill(200),
    );
    await inTurn(WRONG_FROM_ONE_ADDRESS - 1, () => signIn(owner.email, { headers }));
    expect((await signInRightly()).status).toBe(200);
    expect((await signIn(owner.email, { headers })).status).toBe(401);
    expectTooMany(await signIn(owner.email, { headers }));
  });

  test('counts parallel attempts, and parallel right ones lock nobody out', async () => {
    const owner = await app.person();
    const headers = { 'x-forwarded-for': nextAddress() };
    const atOnce = (password: string) =>
      Promise.all(Array.from({ length: 2 * WRONG_FROM_ONE_ADDRESS }, () => signIn(owner.email, { password, headers })));
    await atOnce('Correct1!');
    expect((await signIn(owner.email, { password: 'Correct1!', headers })).status).toBe(200);
    const wrong = await atOnce('Wrong1!!');
    expect(wrong.filter(({ status }) => status === 401)).toHaveLength(WRONG_FROM_ONE_ADDRESS);
  });

  const notUtf8 = Buffer.from(',"\xff":1}', 'latin1');
  test.each([
    ['a byte order mark before it', (json: string) => `\ufeff${json}`],
    ['a byte that is not UTF-8', (json: string) => Buffer.concat([Buffer.from(json.slice(0, -1)), notUtf8])],
    ['an extra comma', (json: string) => json.replace('}', ',}')],
    ['an array around the object', (json: string) => `[${json}]`],
    ['UTF-16', (json: string) => Buffer.from(`\ufeff${json}`, 'utf16le')],
    ['no email address', () => '{"password":"Correct1!"}'],
    ['an email address that is an array', (json: string) => json.replace(/"email":("[^"]*")/, '"email":[$1]')],
    ['spaces around the email address', (json: string) => json.replace(/"email":"/, '"email":" ')],
  ])('is not tried with an invalid body: %s', async (_, spoil) => {
    const owner = await app.person();
    const answer = await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.url, 'x-forwarded-for': nextAddress() },
      body: spoil(JSON.stringify({ email: owner.email, password: 'Correct1!' })),
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('with two emails in the body counts for the account that is tried', async () => {
    const owner = await app.person();
    const headers = { 'x-forwarded-for': nextAddress() };
    const twice = `{"email":"else@example.org","email":"${owner.email}","password":"Wrong1!!"}`;
    const attempt = () => app.client().post('/api/auth/sign-in/email', twice, headers);
    expect((await inTurn(WRONG_FROM_ONE_ADDRESS + 1, attempt)).at(-1)).toBe(429);
    expectTooMany(await signIn(owner.email, { password: 'Correct1!', headers }));
  });

  test('cannot avoid the limit with another media type', async () => {
    const owner = await app.person();
    const form = new URLSearchParams({ email: owner.email, password: 'Correct1!' }).toString();
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/vnd.api+json', '']) {
      const headers = { 'content-type': type, 'x-forwarded-for': nextAddress() };
      const answer = await app.client().post('/api/auth/sign-in/email', form, headers);
      expect(answer.status, type).toBe(415);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test.each([
    ['/api/auth/verify-password', (password: string) => ({ password })],
    ['/api/auth/change-password', (currentPassword: string) => ({ currentPassword, newPassword: 'Another1!' })],
    ['/api/me/delete', (password: string) => ({ password })],
  ])('at %s with a session shares the limit of signing in', async (path, bodyWith) => {
    const owner = await app.person();
    const headers = { 'x-forwarded-for': nextAddress() };
    const guess = () => owner.post(path, bodyWith('Wrong1!!'), headers);
    const statuses = await inTurn(WRONG_FROM_ONE_ADDRESS, guess);
    expect(statuses.filter((status) => status >= 400 && status < 429)).toHaveLength(WRONG_FROM_ONE_ADDRESS);
    expect((await owner.post(path, bodyWith('Correct1!'), headers)).status).toBe(429);
    expectTooMany(await signIn(owner.email, { password: 'Correct1!', headers }));
    expect((await signIn(owner.email, { password: 'Correct1!' })).status).toBe(200);
  });

  test("somebody else's access token beside the session does not change whose limit it is", async () => {
    const [owner, other] = [await app.person(), await app.person()];
    const { body } = await other.get(`/api/jwt?email=${encodeURIComponent(other.email)}`);
    const headers = {
      'x-forwarded-for': nextAddress(),
      authorization: `Bearer ${String(body['accessToken'])}`,
    };
    const guess = () => owner.post('/api/auth/verify-password', { password: 'Wrong1!!' }, headers);
    await inTurn(WRONG_FROM_ONE_ADDRESS, guess);
    const from = { 'x-forwarded-for': headers['x-forwarded-for'] };
    expectTooMany(await signIn(owner.email, { password: 'Correct1!', headers: from }));
    expect((await signIn(other.email, { password: 'Correct1!', headers: from })).status).toBe(200);
  });
});

describe('changes of the password and the second factor', () => {
  const CHANGES = ['change-password', 'two-factor/verify-totp', 'two-factor/disable'];
  const MORE = ['two-factor/generate-backup-codes', 'passkey/verify-registration', 'passkey/delete-passkey'];
  const changePassword = (by: RoledClient, currentPassword: string) =>
    by.post('/api/auth/change-password', { currentPassword, newPassword: 'Correct1!' });

  test('are counted by person, without those that were refused', async () => {
    const [person, other] = [await personWith(app), await personWith(app)];
    await useUp('securityChangesByPerson', person.id, 8);
    expect((await changePassword(person, 'Wrong1!!')).status).toBe(400);
    expect((await changePassword(person, 'Correct1!')).status).toBe(200);
    const { uri } = await setUpAuthenticator(person);
    for (const path of [...CHANGES, ...MORE]) {
      const body = { password: 'Correct1!', currentPassword: 'Correct1!', newPassword: 'Another1!', code: '123456' };
      expectTooMany(await person.post(`/api/auth/${path}`, body));
    }
    const phone = { phone: '+1 212 555 0187', password: 'Correct1!' };
    expectTooMany(await person.request('PUT', '/api/me/phone', { body: phone }));
    expect((await changePassword(other, 'Correct1!')).status).toBe(200);

    const { client, answer } = await enterPassword(app, person);
    expect(answer.status).toBe(200);
    const code = totpCode(uri, { steps: 1 });
    expect((await client.post('/api/auth/two-factor/verify-totp', { code })).status).toBe(200);
  });

  test('do not count the same phone number again', async () => {
    const person = await personWith(app);
    await setUpAuthenticator(person);
    await useUp('securityChangesByPerson', person.id, 9);
    const save = () =>
      person.request('PUT', '/api/me/phone', { body: { phone: '+1 212 555 0187', password: 'Correct1!' } });
    expect((await save()).status).toBe(200);
    await useUp('securityChangesByPerson', person.id, 9);
    expect([(await save()).status, (await save()).status]).toEqual([200, 200]);
  });
});

describe('password reset emails', () => {
  const ask = (email: string, from: string) =>
    app.client().post('/api/auth/request-password-reset', { email }, { 'x-forwarded-for': from });

  test('are limited per recipient', async () => {
    const owner = await app.person();
    await app.deliverMail();
    const sent = app.mails.length;
    const statuses = await inTurn(PASSWORD_MAILS_PER_ACCOUNT + 2, () => ask(owner.email, nextAddress()));
    expect(statuses).toEqual([...Array(PASSWORD_MAILS_PER_ACCOUNT).fill(200), 429, 429]);
    await app.deliverMail();
    expect(app.mails.length - sent).toBe(PASSWORD_MAILS_PER_ACCOUNT);
  });

  test('are limited per network address', async () => {
    const from = nextAddress();
    const statuses = await inTurn(PASSWORD_MAILS_PER_ADDRESS + 1, (n) => ask(`somebody-${n}@example.org`, from));
    expect(statuses).toEqual([...Array(PASSWORD_MAILS_PER_ADDRESS).fill(200), 429]);
    expect((await ask('somebody-else@example.org', nextAddress())).status).toBe(200);
  });
});

test('sign-ups are counted by address, including refused ones', async () => {
  const from = nextAddress();
  const signUp = (n: number) =>
    app
      .client()
      .post(
        '/api/auth/sign-up/email',
        { name: 'N', email: `x-${n}@example.org`, password: 'weak' },
        { 'x-forwarded-for': from },
      );
  expect(await inTurn(SIGN_UPS_PER_ADDRESS, signUp)).toEqual(Array(SIGN_UPS_PER_ADDRESS).fill(400));
  expectTooMany(await signUp(0));
});

describe('the email of a sign-up', () => {
  const signUp = (email: string, client = app.client()) =>
    client.post(
      '/api/auth/sign-up/email',
      { name: 'Una Unasked', email, password: 'Correct1!' },
      { 'x-forwarded-for': nextAddress() },
    );
  const countMails = async (email: string) => {
    await app.deliverMail();
    return app.mails.filter(({ to }) => to === email).length;
  };

  test('is left out if others had too many sent to the address; the page can ask for it', async () => {
    const email = 'wanted-by-others@example.org';
    await useUp('confirmationMailByAccount', email, 5);
    const client = app.client();
    expect((await signUp(email, client)).status).toBe(200);
    expect(await countMails(email)).toBe(0);
    expect((await client.post('/api/email-confirmation', {})).status).toBe(200);
    expect(await countMails(email)).toBe(1);
  });

  test('is not counted if the sign-up is refused', async () => {
    const email = 'nobody-asked@example.org';
    expect(await inTurn(7, () => signUp(email))).toEqual([200, ...Array(6).fill(422)]);
    const found = 'select points from rate_limits where key = $1';
    const { rows } = await app.database.pool.query(found, [`confirmationMailByAccount:${email}`]);
    expect(rows).toEqual([{ points: 1 }]);
  });
});

describe('the emails that anybody can have sent to an address', () => {
  const SENT: Readonly<Record<string, (email: string) => Promise<TestAnswer>>> = {
    'a link for a new password': (email) => resetFor(email),
    'a confirmation': async (email) =>
      (await app.person({ email, isConfirmed: false })).post('/api/email-confirmation', {}),
    'a link to a new address': async (email) =>
      (await app.person()).post('/api/email-confirmation/change', { email, password: 'Correct1!' }),
  };
  const resetFor = (email: string) =>
    app.client().post('/api/auth/request-password-reset', { email }, { 'x-forwarded-for': nextAddress() });
  const pointsOf = async (email: string) => {
    const found = 'select points from rate_limits where key = $1';
    return (await app.database.pool.query(found, [`mailByAccountAndDay:${email}`])).rows;
  };

  test.each(Object.keys(SENT))('share ten a day: %s', async (kind) => {
    const email = `full-${nextAddress()}@example.org`;
    const used = `insert into rate_limits (key, points, ends_at) values ($1, 10, now() + interval '20 hours')`;
    await app.database.pool.query(used, [`mailByAccountAndDay:${email}`]);
    expect(await SENT[kind]?.(email)).toMatchObject({
      status: 429,
      body: { message: 'Too many attempts. Please try again in 20 hours.' },
    });
    await app.deliverMail();
    expect(app.mails.filter(({ to }) => to === email)).toEqual([]);
  });

  test('are counted, whether or not the address has an account', async () => {
    const email = 'counted-by-day@example.org';
    await resetFor(email);
    const person = await app.person({ email, isConfirmed: false });
    await person.post('/api/email-confirmation', {});
    await SENT['a link to a new address']?.(email.toUpperCase());
    expect(await pointsOf(email)).toEqual([{ points: 4 }]);
  });

  test.each([
    ['any mail server', (n: number) => `victim+${n}@example.org`, 'victim@example.org'],
    ['Gmail', (n: number) => `vi${'.'.repeat(n % 2)}c.tim+${n}@g${n % 3 ? '' : 'oogle'}mail.com`, 'victim@gmail.com'],
  ])('are those of one inbox, however it is written: %s', async (_kind, written, inbox) => {
    const signUp = (n: number) => {
      const body = { name: 'Eve', email: written(n), password: 'Correct1!' };
      return app.client().post('/api/auth/sign-up/email', body, { 'x-forwarded-for': nextAddress() });
    };
    expect(await inTurn(7, signUp)).toEqual([200, 200, 200, 200, 200, 200, 200]);
    expect(await inTurn(7, (n) => resetFor(written(n)))).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(await pointsOf(inbox)).toEqual([{ points: 10 }]);
    await app.deliverMail();
    const everyOne = Array.from({ length: 7 }, (_, n) => written(n));
    expect(app.mails.filter(({ to }) => everyOne.includes(to))).toHaveLength(10);
  });
});

test('links for a new address are counted by that address, whoever asks for them', async () => {
  const email = 'wanted@example.org';
  const ask = async () => (await app.person()).post('/api/email-confirmation/change', { email, password: 'Correct1!' });
  expect(await inTurn(6, ask)).toEqual([200, 200, 200, 200, 200, 429]);
});

test('changes are counted by person, reads are not', async () => {
  const person = await app.person();
  const change = () => person.post('/api/users', { name: person.name, email: person.email });
  const answers = await Promise.all(Array.from({ length: 125 }, change));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
  expectTooMany(await change());
  expect((await person.get('/api/session')).status).toBe(200);
});

test('entries left of our proxy in X-Forwarded-For are ignored', async () => {
  const ours = nextAddress();
  const ask = (n: number) =>
    app
      .client()
      .post(
        '/api/auth/request-password-reset',
        { email: `claims-${n}@example.org` },
        { 'x-forwarded-for': `203.0.113.${n}, 10.0.0.${n}, ${ours}`, 'x-openhours-client-address': `203.0.113.${n}` },
      );
  expect((await inTurn(PASSWORD_MAILS_PER_ADDRESS + 1, ask)).at(-1)).toBe(429);
});

test.each([
  ['IPv4', (address: string, port: number) => `${address}:${port}`],
  ['IPv6', (address: string, port: number) => `[2001:db8:${address.split('.').slice(2).join(':')}::1]:${port}`],
])('the port that a proxy appends to an %s address is ignored', async (_kind, hop) => {
  const address = nextAddress();
  const ask = (n: number) =>
    app
      .client()
      .post(
        '/api/auth/request-password-reset',
        { email: `port-${n}@example.org` },
        { 'x-forwarded-for': hop(address, 40_000 + n) },
      );
  expect((await inTurn(PASSWORD_MAILS_PER_ADDRESS + 1, ask)).at(-1)).toBe(429);
});

describe('without a proxy', () => {
  test('X-Forwarded-For is ignored, and sessions have the address of the connection', async () => {
    await using bare = await startTestApp({ environment: { RATE_LIMITS: 'on' } });
    const claim = (n: number) => ({
      'x-forwarded-for': `203.0.113.${n}`,
      'x-openhours-client-address': `203.0.113.${n}`,
    });
    const ask = (n: number) =>
      bare.client().post('/api/auth/request-password-reset', { email: `who-${n}@example.org` }, claim(n));
    const statuses = await inTurn(PASSWORD_MAILS_PER_ADDRESS + 1, ask);
    expect(statuses.at(-1)).toBe(429);

    const body = { name: 'N', email: 'bare@example.org', password: 'Correct1!' };
    await bare.client().post('/api/auth/sign-up/email', body, claim(7));
    const { rows } = await bare.database.pool.query('select ip_address from sessions');
    expect(rows).toEqual([{ ip_address: '127.0.0.1' }]);
  });
});

test('without a working counter, sign-in, sign-up, password reset and changes are refused', async () => {
  await using broken = await startTestApp({ environment: { RATE_LIMITS: 'on' } });
  const person = await broken.person();
  await broken.database.pool.query('drop table rate_limits');
  const attempts = [
    ['/api/auth/sign-in/email', { email: person.email, password: 'Correct1!' }],
    ['/api/auth/sign-up/email', { name: 'N', email: 'late@example.org', password: 'Correct1!' }],
    ['/api/auth/request-password-reset', { email: person.email }],
    ['/api/auth/update-user', { name: 'Changed' }],
    ['/api/users', { name: person.name, email: person.email }],
  ] as const;
  for (const [path, body] of attempts) {
    const client = path.startsWith('/api/auth/') && !path.endsWith('user') ? broken.client() : person;
    const answer = await client.post(path, body);
    expect(answer, path).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } });
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  expect(broken.mails).toEqual([]);
  expect((await person.get('/api/session')).body).toMatchObject({ user: { displayName: person.name } });
  expect(broken.logLines.join('')).toContain('a rate limit could not be checked');
  expect(broken.logLines.join('')).not.toContain('example.org');
});

/** Uses up a limit, as so many requests before would have done. */
async function useUp(limit: string, who: string, points = 10_000): Promise<void> {
  const used = `insert into rate_limits (key, points, ends_at) values ($1, $2, now() + interval '1 minute')
    on conflict (key) do update set points = $2`;
  await app.database.pool.query(used, [`${limit}:${who}`, points]);
}

test('a browser that returns from a payment page while too many return is redirected to the appointments', async () => {
  const address = nextAddress();
  await useUp('webhooksByAddress', address);
  const answer = await fetch(`${app.url}/api/webhooks/sslcommerz/success`, {
    method: 'POST',
    body: new URLSearchParams({ tran_id: 'none' }),
    headers: { 'x-forwarded-for': address },
    redirect: 'manual',
  });
  expect([answer.status, new URL(answer.headers.get('location') ?? '').search]).toEqual([303, '?payment=pending']);
});

test('webhooks are counted by IPv6 network: another address of the same one starts no new count', async () => {
  await useUp('webhooksByAddress', '2001:db8:0:7::/64');
  const sendFrom = (address: string) =>
    app.client().post('/api/webhooks/stripe', {}, { 'x-forwarded-for': address, 'stripe-signature': 'none' });
  expect((await sendFrom('2001:db8:0:8::1')).status).toBe(400);
  expectTooMany(await sendFrom('2001:db8:0:7::abcd'));
});

test('all the networks that one customer of a provider may have get ten times as many attempts together', async () => {
  const { email } = await app.person();
  const pointsOf = async (network: string) => {
    const found = 'select points from rate_limits where key = $1';
    return (await app.database.pool.query(found, [`wrongPasswordsByAddress:${network}`])).rows;
  };
  const from = (address: string, password?: string) =>
    signIn(email, { ...(password && { password }), headers: { 'x-forwarded-for': address } });
  for (const network of [1, 2, 3]) await from(`2001:db8:a:${network}::1`);
  expect((await from('2001:db8:a:4::1', 'Correct1!')).status).toBe(200);
  expect(await pointsOf('2001:db8:a:2::/64')).toEqual([{ points: 1 }]);
  expect(await pointsOf('2001:db8:a::/48')).toEqual([{ points: 3 }]);

  await app.database.pool.query("update rate_limits set points = 600 where key like '%:2001:db8:a::/48'");
  expectTooMany(await from('2001:db8:a:5::1'));
  expect((await from('2001:db8:b:5::1')).status).toBe(401);

  // One of them cannot use that up for the others.
  await useUp('wrongPasswordsByAddress', '2001:db8:c:1::/64');
  expectTooMany(await from('2001:db8:c:1::1'));
  expect(await pointsOf('2001:db8:c::/48')).toEqual([]);
});

test.each([
  'passkey/generate-authenticate-options',
  'passkey/generate-register-options',
  'callback/google?state=some&code=some',
])('a read of the identity service that writes rows is counted by address: %s', async (path) => {
  const address = nextAddress();
  const ask = (from: string) => app.client().get(`/api/auth/${path}`, { 'x-forwarded-for': from });
  expect((await ask(address)).status).not.toBe(429);
  const { rows } = await app.database.pool.query('select points from rate_limits where key = $1', [
    `identityByAddress:${address}`,
  ]);
  expect(rows).toEqual([{ points: 1 }]);
  const other = nextAddress();
  await useUp('identityByAddress', other);
  expectTooMany(await ask(other));
  const session = await app.client().get('/api/auth/get-session', { 'x-forwarded-for': other });
  expect(session.status).toBe(200);
});

test.each([
  ['POST', '/api/auth/sign-out'],
  ['DELETE', '/api/auth/session'],
])('however much others at the same address do, somebody can sign out: %s %s', async (method, path) => {
  const person = await app.person();
  const address = nextAddress();
  const headers = { 'x-forwarded-for': address };
  for (const limit of ['identityByAddress', 'signInElsewhereByAddress']) await useUp(limit, address);
  expectTooMany(await person.post('/api/auth/update-user', { name: 'Changed' }, headers));
  expect((await person.request(method, path, { headers })).status).toBe(200);
  expect((await person.get('/api/session', headers)).body).toEqual({ user: null });
  const anonymous = await app.client().request(method, path, { headers });
  expect(anonymous.status).toBe(200);
});

test('uploads are counted by person and by address', async () => {
  const [one, other] = [await personWith(app), await personWith(app)];
  const [address, elsewhere] = [nextAddress(), nextAddress()];
  const uploadBy = (by: RoledClient, from: string) =>
    by.post('/api/images', imageForm(Buffer.from('not a picture')), { 'x-forwarded-for': from });
  await useUp('uploadsByPerson', one.id, 19);
  await useUp('uploadsByAddress', address, 198);
  expect((await uploadBy(one, address)).status).toBe(415);
  expectTooMany(await uploadBy(one, elsewhere));
  expect((await uploadBy(other, address)).status).toBe(415);
  expectTooMany(await uploadBy(other, address));
  expect((await uploadBy(other, elsewhere)).status).toBe(415);
});

/** The calls with a limit of their own, and how often it lets one address or person make them. */
const LIMITED: Readonly<Record<string, readonly [points: number, ...calls: readonly string[]]>> = {
  exportsByAddress: [10, 'GET /appointments.csv', 'GET /me/export', 'GET /statistics.csv'],
  availabilityByAddress: [240, 'GET /availability', 'GET /doctors/public/{slug}'],
  holdsByAddress: [120, 'POST /holds'],
  visitsByAddress: [
    60,
    'POST /visit',
    'POST /visit/cancel',
    'POST /visit/cancellation',
    'POST /visit/confirm',
    'POST /visit/move',
    'POST /visit/move-terms',
  ],
  setupByAddress: [10, 'POST /setup'],
  phoneCodesByAddress: [60, 'POST /phone-confirmation', 'POST /phone-confirmation/confirm'],
  searchesByPerson: [
    240,
    'GET /appointments',
    'GET /appointments/count',
    'GET /audit',
    'GET /closures/holidays',
    'GET /doctors',
    'GET /doctors/count',
    'GET /messages',
    'GET /patients',
    'GET /statistics',
    'GET /users',
    'GET /users/count',
  ],
  bookingsByPerson: [120, 'POST /bookings'],
  additionsByPerson: [30, 'POST /me/dependants', 'POST /waiting-list'],
  declinesByPerson: [20, 'POST /waiting-list/offers/{id}/decline'],
  calendarFeedsByPerson: [10, 'POST /calendar-feed'],
  confirmationsByPerson: [5, 'POST /email-confirmation', 'POST /email-confirmation/change'],
  openingsByPerson: [30, 'POST /conversations'],
  messagesByPerson: [300, 'POST /conversations/messages'],
  typingByPerson: [40, 'POST /conversations/{conversationId}/typing'],
  blocksByPerson: [20, 'PUT /conversations/{conversationId}/block'],
  reportsByPerson: [10, 'POST /conversations/messages/{messageId}/reports', 'POST /posts/{postId}/reports'],
  postsByPerson: [10, 'POST /posts'],
  serviceTestsByPerson: [10, 'POST /services/mail/test', 'POST /services/payments/check', 'POST /services/texts/test'],
};

describe('a limit of the contract', () => {
  test('has a row for each of its calls', () => {
    const calls = [...callsByPath(contract).values()].flat();
    const limited = Map.groupBy(
      calls.filter(({ limit }) => limit),
      ({ limit = '' }) => limit,
    );
    const rows = Object.entries(LIMITED).map(([limit, [, ...names]]) => [limit, names]);
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries([...limited].map(([limit, of]) => [limit, of.map(({ name }) => name).toSorted()])),
    );
  });

  let one: RoledClient;
  let other: RoledClient;
  beforeAll(async () => {
    one = await personWith(app, { isAdmin: true });
    other = await personWith(app, { isAdmin: true });
  });

  test.each(
    Object.entries(LIMITED).flatMap(([limit, [points, ...calls]]) =>
      calls.map((name) => [name, points, limit] as const),
    ),
  )('allows %s %i times, and nobody else is refused: %s', async (name, points, limit) => {
    const [method = '', template = ''] = name.split(' ');
    const { path = () => template, body } = CALL_EXAMPLES[name] ?? {};
    const about = { patient: one, bookingId: uuidv7(), doctorId: uuidv7(), freshDay: () => '2031-01-07' };
    const ask = (by: RoledClient, from: string) =>
      by.request(method, `/api${path(about)}`, { body: body?.(about), headers: { 'x-forwarded-for': from } });
    const [address, elsewhere] = [nextAddress(), nextAddress()];
    const isByAddress = limit.endsWith('ByAddress');
    await useUp(limit, isByAddress ? address : one.id, points - 1);

    expect((await ask(one, address)).status).toBeLessThan(429);
    expectTooMany(await (isByAddress ? ask(other, address) : ask(one, elsewhere)));
    expect((await (isByAddress ? ask(one, elsewhere) : ask(other, address))).status).toBeLessThan(429);
  });
});

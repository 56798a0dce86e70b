import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import type { TestAnswer } from '../testing/test-client.ts';

const SIGN_IN_PER_ACCOUNT = 10;
const PASSWORD_MAILS_PER_ACCOUNT = 5;
const PASSWORD_MAILS_PER_ADDRESS = 20;
const SIGN_UPS_PER_ADDRESS = 30;

let app: TestApp;
beforeAll(async () => {
  // Behind one proxy of ours, the address is what that proxy wrote: so a test can come from anywhere.
  app = await startTestApp({ environment: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } });
});
afterAll(() => app.close());

let addresses = 0;
const nextAddress = () => `198.51.100.${(addresses += 1)}`;

function signIn(email: string, options: { password?: string; headers?: Record<string, string> } = {}) {
  const { password = 'Wrong1!!', headers = { 'x-forwarded-for': nextAddress() } } = options;
  return app.client().post('/api/auth/sign-in/email', { email, password }, headers);
}

/** One after the other, so that the order of the answers is known. */
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
    message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ (seconds|minutes)\.$/),
  });
}

describe('guessing a password', () => {
  test('ends after ten tries for one account, from however many addresses, even with the right password', async () => {
    const owner = await app.person();
    const statuses = await inTurn(SIGN_IN_PER_ACCOUNT, () => signIn(owner.email));
    expect(statuses).toEqual(Array(SIGN_IN_PER_ACCOUNT).fill(401));
    expectTooMany(await signIn(owner.email));
    expectTooMany(await signIn(owner.email.toUpperCase()));
    expectTooMany(await signIn(owner.email, { password: 'Correct1!' }));
    const other = await app.person();
    expect((await signIn(other.email, { password: 'Correct1!' })).status).toBe(200);
  });

  test('is counted for an address that nobody has, just the same', async () => {
    const statuses = await inTurn(SIGN_IN_PER_ACCOUNT + 1, () => signIn('nobody@example.org'));
    expect(statuses).toEqual([...Array(SIGN_IN_PER_ACCOUNT).fill(401), 429]);
  });

  test('is not made easier by asking in another form', async () => {
    const owner = await app.person();
    const form = new URLSearchParams({ email: owner.email, password: 'Correct1!' }).toString();
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/vnd.api+json', '']) {
      const headers = { 'content-type': type, 'x-forwarded-for': nextAddress() };
      const answer = await app.client().post('/api/auth/sign-in/email', form, headers);
      expect(answer.status, type).toBe(415);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test('at once is counted like one after the other', async () => {
    const owner = await app.person();
    const answers = await Promise.all(Array.from({ length: 2 * SIGN_IN_PER_ACCOUNT }, () => signIn(owner.email)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(SIGN_IN_PER_ACCOUNT);
  });
});

describe('mail for a forgotten password', () => {
  const ask = (email: string, from: string) =>
    app.client().post('/api/auth/request-password-reset', { email }, { 'x-forwarded-for': from });

  test('goes to one person a few times an hour, whoever asks', async () => {
    const owner = await app.person();
    const sent = app.mails.length;
    const statuses = await inTurn(PASSWORD_MAILS_PER_ACCOUNT + 2, () => ask(owner.email, nextAddress()));
    expect(statuses).toEqual([...Array(PASSWORD_MAILS_PER_ACCOUNT).fill(200), 429, 429]);
    expect(app.mails.length - sent).toBe(PASSWORD_MAILS_PER_ACCOUNT);
  });

  test('is asked for from one address a few times an hour, for whomever', async () => {
    const from = nextAddress();
    const statuses = await inTurn(PASSWORD_MAILS_PER_ADDRESS + 1, (n) => ask(`somebody-${n}@example.org`, from));
    expect(statuses).toEqual([...Array(PASSWORD_MAILS_PER_ADDRESS).fill(200), 429]);
    expect((await ask('somebody-else@example.org', nextAddress())).status).toBe(200);
  });
});

test('signing up is counted by address, refused attempts too', async () => {
  const from = nextAddress();
  const signUp = () =>
    app
      .client()
      .post(
        '/api/auth/sign-up/email',
        { name: 'N', email: 'x@example.org', password: 'weak' },
        { 'x-forwarded-for': from },
      );
  expect(await inTurn(SIGN_UPS_PER_ADDRESS, signUp)).toEqual(Array(SIGN_UPS_PER_ADDRESS).fill(400));
  expectTooMany(await signUp());
});

test('changes are counted by person, and reading is not', async () => {
  const person = await app.person();
  const change = () => person.post('/api/users', { name: person.name, email: person.email });
  const answers = await Promise.all(Array.from({ length: 125 }, change));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
  expectTooMany(await change());
  expect((await person.get('/api/session')).status).toBe(200);
});

test('what stands left of our proxy in X-Forwarded-For is the caller’s own claim and does not count', async () => {
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

describe('without a proxy', () => {
  test('X-Forwarded-For changes nothing, and a session is kept with the address of the connection', async () => {
    const bare = await startTestApp({ environment: { RATE_LIMITS: 'on' } });
    try {
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
    } finally {
      await bare.close();
    }
  });
});

test('a counter that cannot be read is a no: nobody signs in, signs up, asks for mail or changes anything', async () => {
  const broken = await startTestApp({ environment: { RATE_LIMITS: 'on' } });
  try {
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
  } finally {
    await broken.close();
  }
});

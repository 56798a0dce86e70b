import { expect, test } from 'vitest';
import { enterPassword, setUpAuthenticator } from '../../testing/second-factor.ts';
import { leadingTo, signInElsewhere, startProvider } from '../../testing/sign-in-elsewhere.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { totpCode } from '../../testing/totp.ts';

const provider = await startProvider();
const app = await startTestApp({ environment: { ...leadingTo(provider), RATE_LIMITS: 'on' } });

/** The lines about sign-ins that this adds to the log. */
async function logged(act: () => Promise<unknown>): Promise<readonly object[]> {
  const before = app.logLines.length;
  await act();
  return app.logLines
    .slice(before)
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ msg }) => msg === 'sign-in')
    .map(({ way, outcome, status, person, requestId }) => {
      expect(requestId).toEqual(expect.any(String));
      return { way, outcome, status, person };
    });
}

async function idOf(email: string): Promise<string> {
  const { rows } = await app.database.pool.query('select id from people where email = $1', [email]);
  return String(rows[0]?.id);
}

const signIn = (email: string, password: string) => app.client().post('/api/auth/sign-in/email', { email, password });

test('a sign-in is in the log with person, way and outcome, also a failed one', async () => {
  const email = 'logged@example.org';
  // Unconfirmed, because only then is it a call.
  const up = await logged(() => app.person({ email, isConfirmed: false }));
  const person = await idOf(email);
  expect(up).toEqual([{ way: 'new account', outcome: 'passed', status: 200, person }]);
  expect(await logged(() => signIn(email.toUpperCase(), 'Correct1!'))).toEqual([
    { way: 'password', outcome: 'passed', status: 200, person },
  ]);
  expect(await logged(() => signIn(email, 'Wrong1!!'))).toEqual([
    { way: 'password', outcome: 'refused', status: 401, person },
  ]);
  expect(await logged(() => signIn('no-one@example.org', 'Wrong1!!'))).toEqual([
    { way: 'password', outcome: 'refused', status: 401, person: undefined },
  ]);
  const all = app.logLines.join('\n').toLowerCase();
  for (const secret of ['logged@', 'no-one@', 'example.org', 'wrong1!!', 'correct1!'])
    expect(all).not.toContain(secret);
});

test('the end of guessing is in the log', async () => {
  const { email } = await app.person();
  const person = await idOf(email);
  for (let tries = 0; tries < 10; tries += 1) await signIn(email, 'Wrong1!!');
  expect(await logged(() => signIn(email, 'Correct1!'))).toEqual([
    { way: 'password', outcome: 'refused', status: 429, person },
  ]);
});

test('a password that confirms a call is in the log, right or wrong', async () => {
  const someone = await app.person();
  const person = await idOf(someone.email);
  const [right, wrong] = ['Correct1!', 'Wrong1!!'];
  const line = (outcome: string) => ({ way: 'password again', outcome, person });
  const change = (password: string) =>
    someone.post('/api/email-confirmation/change', { email: `new-${someone.email}`, password });
  expect(await logged(() => change(wrong))).toEqual([line('refused')]);
  expect(await logged(() => change(right))).toEqual([line('passed')]);
  const close = (password: string) => someone.post('/api/me/delete', { password });
  expect(await logged(() => close(wrong))).toEqual([line('refused')]);
  for (let tries = 0; tries < 8; tries += 1) await close(wrong);
  const refused = await close(right);
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.toSatisfy((s) => s > 0)]);
  expect(refused.body).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.stringContaining('try again in') });
  expect(await logged(() => close(right))).toEqual([line('refused')]);
});

test('a password that cannot be compared, because attempts cannot be counted, is in the log as a failure', async () => {
  const someone = await app.person();
  const person = await idOf(someone.email);
  const { pool } = app.database;
  // Other attempts, such as changes, are still counted.
  await pool.query(`alter table rate_limits add constraint for_test check (key not like 'wrongPasswords%') not valid`);
  try {
    let status = 0;
    const lines = await logged(async () => {
      ({ status } = await someone.post('/api/me/delete', { password: 'Correct1!' }));
    });
    expect(status).toBe(503);
    expect(lines).toEqual([{ way: 'password again', outcome: 'failed', person }]);
  } finally {
    await pool.query('alter table rate_limits drop constraint for_test');
  }
});

test('a second factor is in the log, and a password that is asked for again', async () => {
  const someone = await app.person();
  const person = await idOf(someone.email);
  let uri = '';
  let recoveryCode = '';
  const setUp = await logged(async () => {
    ({
      uri,
      recoveryCodes: [recoveryCode = ''],
    } = await setUpAuthenticator(someone));
  });
  expect(setUp).toEqual([
    { way: 'password again', outcome: 'passed', status: 200, person },
    { way: 'code of an app', outcome: 'passed', status: 200, person },
  ]);

  const { client } = await enterPassword(app, { email: someone.email });
  const verify = (code: string) => client.post('/api/auth/two-factor/verify-totp', { code });
  const other = await logged(() => enterPassword(app, { email: someone.email }));
  expect(other).toEqual([{ way: 'password', outcome: 'waits for a code', status: 200, person }]);
  const code = totpCode(uri, { steps: 1 });
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await logged(() => verify(wrong))).toEqual([
    { way: 'code of an app', outcome: 'refused', status: 401, person },
  ]);
  expect(await logged(() => verify(code))).toEqual([{ way: 'code of an app', outcome: 'passed', status: 200, person }]);
  const again = await enterPassword(app, { email: someone.email });
  const recover = () => again.client.post('/api/auth/two-factor/verify-backup-code', { code: recoveryCode });
  expect(await logged(recover)).toEqual([{ way: 'recovery code', outcome: 'passed', status: 200, person }]);
  expect(app.logLines.join('\n')).not.toContain(recoveryCode);
});

test('a sign-in at a provider is in the log, and one that was cancelled there', async () => {
  const email = 'elsewhere@example.org';
  const lines = await logged(() => signInElsewhere(app.client(), { email }));
  expect(lines).toEqual([{ way: 'provider', outcome: 'passed', status: 302, person: await idOf(email) }]);
  expect(await logged(() => signInElsewhere(app.client(), { cancel: 'yes' }))).toEqual([
    { way: 'provider', outcome: 'refused', status: 302, person: undefined },
  ]);
});

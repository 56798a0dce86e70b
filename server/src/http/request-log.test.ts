import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { resetTokenFor } from '../../testing/reset-link.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createLog } from '../log/create-log.ts';

const app = await startTestApp({ environment: { RATE_LIMITS: 'on' } });

test('the log has method, path and status, and no personal data', async () => {
  const email = 'private.person@example.org';
  const person = await app.person({ name: 'Private Person', email });
  const { body } = await person.get(`/api/jwt?email=${email}`);
  const token = String(body['accessToken']);
  await app.client().post('/api/auth/sign-in/email', { email, password: 'Guessed1!' });
  await app.client().post('/api/auth/sign-up/email', { name: 'P', email, password: 'Guessed1!' });
  const reset = await resetTokenFor(app, email);
  await app.client().get(`/reset-password?token=${reset}`);
  for (const step of [email, 'private.person%40example.org', 'private.person%2540example.org']) {
    await person.get(`/api/users/admin/${step}`);
    await person.get(`/${step}`);
  }
  await person.get(`/api/user/mongo?email=${email}`, { authorization: `bearer ${token}` });
  await person.post('/api/bookings', { patient: 'Private Person', phone: '+1 555 0100', email });
  const session = person.cookies.get('openhours.session_token') ?? 'no cookie';
  await person.post('/api/auth/sign-out', {});

  const log = app.logLines.join('\n');
  expect(log).toContain('"path":"/api/users/admin/…@…"');
  for (const secret of [
    'private',
    'Private',
    'example.org',
    'Correct1!',
    'Guessed1!',
    '+1 555 0100',
    token,
    reset,
    session,
    session.split('.')[0],
  ]) {
    expect(log).not.toContain(secret);
  }
});

test('each line is JSON with the request id of the answer', async () => {
  const { headers } = await app.client().get('/api/session');
  const lines = app.logLines.map((line): Record<string, unknown> => JSON.parse(line));
  const line = lines.find(({ requestId }) => requestId === headers.get('x-request-id'));
  // Milliseconds since 1970, so in no time zone.
  expect(Date.now() - Number(line?.['time'])).toSatisfy((age: number) => age >= 0 && age < 600_000);
  expect(line).toMatchObject({
    method: 'GET',
    path: '/api/session',
    status: 200,
    millis: expect.any(Number),
  });
});

describe('an error in the log', () => {
  const textOf = (error: unknown) => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    log.error({ err: error }, 'failed');
    return lines.join('');
  };

  test('from the database has code, constraint and place, but no query parameters or row values', async () => {
    const { db } = app.database;
    await app.database.pool.query('create table secrets (email text unique, born date, year int)');
    const insert = (values: string) => db.execute(`insert into secrets ${values}`).catch((error: unknown) => error);
    const parameters = await app.database.pool
      .query('insert into secrets (born) values ($1)', ['Hidden 1st'])
      .catch((error: unknown) => error);
    expect(parameters).toBeInstanceOf(pg.DatabaseError);
    expect(textOf(parameters)).toContain('"code":"22007"');
    expect(textOf(parameters)).not.toContain('Hidden');

    await insert("(email) values ('hidden@example.org')");
    const twice = textOf(await insert("(email) values ('hidden@example.org')"));
    expect(twice).toContain('"constraint":"secrets_email_key"');
    expect(twice).toContain('"stack":"    at ');
    expect(twice).not.toContain('hidden');
  });

  test('has its chain of causes, even a circular one, and all errors of an AggregateError', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const both = new AggregateError([refused, new TypeError('second')], '');
    const circular = new Error('outer', { cause: both });
    Object.assign(both, { cause: circular });
    const text = textOf(circular);
    expect(text).toContain('"code":"ECONNREFUSED"');
    expect(text).toContain('"type":"TypeError"');
  });

  test('has its text as it is, although it looks like a format or a second line', () => {
    const text = '%s %d %j %o {"level":30}\n{"level":60,"msg":"forged"}';
    expect(JSON.parse(textOf(new Error(text)))).toMatchObject({ err: { message: text }, msg: 'failed' });
  });

  test('that is not an Error has its text only', () => {
    expect(textOf({ password: 'hidden' })).not.toContain('hidden');
    expect(textOf('thrown by name@example.org')).toContain('thrown by …@…');
  });
});

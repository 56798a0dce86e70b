import { describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestAnswer } from '../../testing/test-client.ts';

const app = await startTestApp();
const person = await app.person();

function expectProblem(answer: TestAnswer, expected: { status: number; code: string }): void {
  expect(answer).toMatchObject({ status: expected.status, body: expected });
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.body).toMatchObject({ type: 'about:blank', title: expect.any(String) });
  expect(answer.body['message']).toMatch(/^\S.*\.$/s);
}

/** The log lines of one request. */
function linesOf(answer: TestAnswer, of: Pick<TestApp, 'logLines'> = app): readonly Record<string, unknown>[] {
  const id = answer.headers.get('x-request-id');
  return of.logLines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id);
}

describe('an unknown address', () => {
  test.each([
    '/api',
    '/api/nothing',
    '/api/bookings/a/b',
    '/api/users/admin/1/2',
    '/api/users/admin/',
    '/api/auth/nothing',
    '/api/auth/error',
    '/api/auth/list-accounts',
    '/api/auth/reset-password/token?callbackURL=/',
    '/api/auth/',
    '/api/auth/sign-in/email/',
    '/api//session',
  ])('is 404: %s', async (path) => expectProblem(await app.client().get(path), { status: 404, code: 'NOT_FOUND' }));

  test('is 404 for every method', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expectProblem(await app.client().request(method, '/api/nothing'), { status: 404, code: 'NOT_FOUND' });
    }
  });
});

describe('an unsupported method', () => {
  test.each([
    ['DELETE', '/api/bookings', 'GET, HEAD, POST'],
    ['POST', '/api/session', 'GET, HEAD'],
    ['PATCH', '/api/users', 'GET, HEAD, POST'],
    ['GET', '/api/me/delete', 'POST'],
    ['HEAD', '/api/me/delete', 'POST'],
    ['GET', '/api/users/admin', 'DELETE'],
    ['PUT', '/api/bookings/1', 'GET, HEAD'],
    ['OPTIONS', '/api/bookings', 'GET, HEAD, POST'],
    ['GET', '/api/auth/sign-in/email', 'POST'],
    ['DELETE', '/api/auth/sign-out', 'POST'],
    ['POST', '/api/openapi.json', 'GET, HEAD'],
    ['POST', '/api/reference', 'GET, HEAD'],
    ['POST', '/livez', 'GET, HEAD'],
    ['DELETE', '/readyz', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
  ])('is 405 and lists the supported ones: %s %s', async (method, path, allow) => {
    const answer = await app.client().request(method, path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(allow.split(', '));
    if (method !== 'HEAD') expectProblem(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' });
  });
});

test.each([
  ['GET', '/api/users'],
  ['POST', '/api/bookings'],
  ['GET', '/api/jwt?email=a@example.org'],
  ['POST', '/api/auth/sign-in/email'],
  ['POST', '/api/auth/change-password'],
  ['GET', '/api/auth/list-sessions'],
])('a refusal without a sign-in says how to sign in: %s %s', async (method, path) => {
  const body = { email: 'a@example.org', password: 'Wrong1!', currentPassword: 'Wrong1!', newPassword: 'Correct1!' };
  const answer = await app.client().request(method, path, method === 'GET' ? {} : { body });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
});

describe('HEAD', () => {
  test.each([
    '/api/session',
    '/api/v2/appointmentDays',
    '/api/openapi.json',
    '/api/reference',
    '/livez',
    '/readyz',
    '/api/auth/ok',
  ])('answers like GET, without a body: %s', async (path) => {
    const [get, head] = [await person.get(path), await person.request('HEAD', path)];
    expect(head.status).toBe(200);
    expect(head.body).toEqual({ text: '' });
    for (const name of ['content-type', 'cache-control', 'content-security-policy']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  test('is refused like GET', async () => {
    expect((await app.client().request('HEAD', '/api/bookings?email=a@example.org')).status).toBe(401);
    expect((await person.request('HEAD', '/api/bookings?email=other@example.org')).status).toBe(403);
  });
});

describe('invalid input', () => {
  const validBooking = {
    appointmentDate: 'Jan 5, 2024',
    treatment: 'T',
    slot: 'S',
    patient: 'P',
    email: 'p@example.org',
    price: 5,
  };

  test.each([
    [
      { ...validBooking, appointmentDate: 'Feb 30, 2024' },
      'appointmentDate',
      "The date must be a real day from 1900 to 2999, like 'Jan 5, 2024'.",
    ],
    [{ ...validBooking, treatment: '' }, 'treatment', 'Please choose a treatment.'],
    [{ ...validBooking, treatment: undefined }, 'treatment', 'treatment is required.'],
    [{ ...validBooking, price: '5' }, 'price', 'price must be a number.'],
    [{ ...validBooking, price: -1 }, 'price', 'price must be at least 0.'],
    [{ ...validBooking, email: 'nobody' }, 'email', 'That is not an email address.'],
    [{ ...validBooking, phone: '1'.repeat(41) }, 'phone', 'That phone number is too long.'],
    [{ ...validBooking, optionId: '1' }, 'optionId', 'optionId must be a UUID.'],
  ])('is 400 and names the field: %j', async (body, path, message) => {
    const answer = await person.post('/api/bookings', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', message, issues: [{ path, message }] } });
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });

  test.each([
    ['{', 'The body is not valid JSON.'],
    ['', 'The body must be a JSON object.'],
    ['[]', 'The body must be a JSON object.'],
  ])('says what is wrong with the body %j', async (body, message) => {
    expect((await person.post('/api/bookings', body)).body).toMatchObject({ message });
  });

  test('names each fault once', async () => {
    const { body } = await app.client().get('/api/availability?from=garbage&days=9999&limit=x');
    expect(body['issues']).toEqual([
      { path: 'from', message: "The date must be a real day from 1900 to 2999, like '2026-11-23'." },
      { path: 'days', message: 'days must be at most 14.' },
      { path: 'limit', message: 'limit must be a number.' },
    ]);
  });

  test.each(['', '[]', 'null', '"text"', '7', '{', '{"a":}', '\u0000', '[[[[[['])(
    'is 400 for the body %j',
    async (body) => {
      for (const path of ['/api/bookings', '/api/users']) {
        expectProblem(await person.post(path, body), { status: 400, code: 'BAD_REQUEST' });
      }
      const answer = await person.post('/api/auth/sign-in/email', body);
      expect(answer.status).toBe(400);
      expect(answer.body['message']).toEqual(expect.any(String));
    },
  );

  test.each([
    '?date=2024-01-05',
    '?date=jan%205,%202024',
    '',
    '?date=',
    '?date=Jan%205,%202024&date=Jan%206,%202024',
    '?date[a]=1',
    '?date=%00',
  ])('is 400 for the query %j', async (query) =>
    expectProblem(await app.client().get(`/api/v2/appointmentOptions${query}`), { status: 400, code: 'BAD_REQUEST' }),
  );

  test('with a large index in the query is not read as a list of that length', async () => {
    const { status, body } = await app.client().get('/api/v2/appointmentOptions?date[9999]=x');
    expect([status, body['message']]).toEqual([400, 'date must be a text.']);
  });

  test('names no field twice and ignores __proto__', async () => {
    const answer = await person.post(
      '/api/users',
      '{"__proto__":{"isAdmin":true},"constructor":1,"name":"N","email":"x@example.org"}',
    );
    expect(answer.status).toBe(409);
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
  });
});

test('a refusal is 409 with acknowledged false, a code and a message', async () => {
  const answer = await person.post('/api/users', { name: 'N', email: 'other@example.org' });
  expect(answer.status).toBe(409);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.body).toEqual({
    acknowledged: false,
    code: 'NOT_YOU',
    message: 'You can only create a record for your own email address.',
  });
});

describe('a server error', () => {
  test('is 500 with a request id only; the log has the error without personal data', async () => {
    await using broken = await startTestApp();
    const caller = await broken.person({ name: 'Secretive Name', email: 'secret@example.org' });
    await broken.database.pool.query('alter table bookings rename to bookings_gone');
    const answer = await caller.get('/api/bookings?email=secret@example.org');
    expectProblem(answer, { status: 500, code: 'INTERNAL_SERVER_ERROR' });
    expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'message', 'requestId', 'status', 'title', 'type']);
    expect(answer.body['requestId']).toBe(answer.headers.get('x-request-id'));
    expect(JSON.stringify(linesOf(answer, broken))).toContain('relation \\"bookings\\" does not exist');

    await broken.database.pool.query('alter table sessions rename to sessions_gone');
    await broken.database.pool.query('alter table people rename to people_gone');
    for (const failing of [
      await caller.get('/api/session'),
      await caller.post('/api/auth/sign-in/email', { email: 'secret@example.org', password: 'Secret1!' }),
      await caller.post('/api/auth/sign-up/email', {
        name: 'Secretive',
        email: 'secret2@example.org',
        password: 'Secret1!',
      }),
    ]) {
      expectProblem(failing, { status: 500, code: 'INTERNAL_SERVER_ERROR' });
      expect(JSON.stringify(failing.body)).not.toMatch(/people|sessions|select|relation/);
      expect(JSON.stringify(linesOf(failing, broken))).toMatch(/relation \\"(people|sessions)\\" does not exist/);
    }
    expect(broken.logLines.join('')).not.toMatch(/secret2?@example|Secret1!|Secretive/);
  });

  test('is 503 while the database is unreachable, and nobody can sign in', async () => {
    const cut = await startTestApp();
    const caller = await cut.person();
    const { body } = await caller.get(`/api/jwt?email=${caller.email}`);
    const authorization = `bearer ${String(body['accessToken'])}`;
    await Promise.all([cut.database.pool, cut.database.aside.pool].map((pool) => pool.end()));
    for (const answer of [
      await caller.get('/api/session'),
      await cut.client().get('/api/session', { authorization }),
      await cut.client().get('/api/v2/appointmentDays'),
      await caller.post('/api/users', { name: 'N', email: caller.email }, { 'idempotency-key': 'k' }),
      await caller.post('/api/auth/sign-in/email', { email: caller.email, password: 'Correct1!' }),
      await caller.post('/api/auth/sign-up/email', { name: 'N', email: 'new@example.org', password: 'Correct1!' }),
    ]) {
      expectProblem(answer, { status: 503, code: 'SERVICE_UNAVAILABLE' });
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(linesOf(answer, cut)).not.toEqual([]);
    }
    expect(await cut.client().get('/livez')).toMatchObject({ status: 200, body: { status: 'alive' } });
    // The pool is closed; the rest of the app must be closed here.
    await cut.close().catch(() => undefined);
  });
});

test('every answer has its own request id and the usual headers', async () => {
  const seen = new Set<string>();
  for (const path of ['/', '/livez', '/api/session', '/api/nothing', '/api/auth/nothing', '/api/auth/ok']) {
    const { headers } = await app.client().get(path, { 'x-request-id': 'chosen-by-the-caller' });
    seen.add(headers.get('x-request-id') ?? '');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('strict-transport-security')).toBeNull();
  }
  expect(seen.size).toBe(6);
  expect(seen.has('chosen-by-the-caller')).toBe(false);
});

test('API answers are not cached', async () => {
  for (const path of ['/api/session', '/api/nothing', '/api/auth/get-session', '/livez', '/readyz']) {
    expect((await person.get(path)).headers.get('cache-control'), path).toBe('no-store');
  }
});

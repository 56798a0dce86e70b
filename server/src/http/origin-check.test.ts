import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { isOwnOrigin } from './origin-check.ts';

const app = await startTestApp();
const person = await app.person();

const NO_ORIGIN = { origin: '' };

describe('a change with the session cookie', () => {
  const change = (headers: Record<string, string>) =>
    person.post('/api/users', { name: person.name, email: person.email }, headers);

  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:1' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'not a url' },
    { ...NO_ORIGIN, 'sec-fetch-site': 'cross-site' },
    { ...NO_ORIGIN, 'sec-fetch-site': 'same-site' },
    { ...NO_ORIGIN, 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ])('is refused from another origin: %j', async (headers) => {
    const answer = await change(headers);
    expect(answer).toMatchObject({ status: 403, body: { message: 'This request did not come from our own pages.' } });
  });

  test('is accepted from our own pages', async () => {
    expect((await change({})).status).toBe(200);
    expect((await change({ ...NO_ORIGIN, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  test('is accepted from a program, which sends neither Origin nor Sec-Fetch-Site', async () => {
    expect((await change(NO_ORIGIN)).status).toBe(200);
  });

  test.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/plain; application/json',
    'application/jsonx',
  ])('is refused with a media type other than JSON: %s', async (type) => {
    expect((await change({ 'content-type': type })).status).toBe(415);
    const named = JSON.stringify({ name: person.name, email: person.email });
    expect((await person.post('/api/users', named, { 'content-type': type })).status).toBe(415);
  });

  test('may have a charset', async () => {
    expect((await change({ 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
  });

  test('may have no body', async () => {
    const answer = await person.request('POST', '/api/users');
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  });
});

describe('the identity service', () => {
  const evil = { origin: 'https://evil.example' };

  test('refuses foreign pages, with or without the cookie', async () => {
    for (const path of ['/update-user', '/sign-out', '/change-password']) {
      expect((await person.post(`/api/auth${path}`, { name: 'Evil' }, evil)).status, path).toBe(403);
    }
    const login = { email: person.email, password: 'Correct1!' };
    const answer = await app.client().post('/api/auth/sign-in/email', login, evil);
    expect(answer.status).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const account = { ...login, name: 'N', email: 'evil@example.org' };
    expect((await app.client().post('/api/auth/sign-up/email', account, evil)).status).toBe(403);
    expect((await person.get('/api/session')).body).toMatchObject({ user: { displayName: person.name } });
  });

  test.each(['cross-site', 'same-site', 'none'])('refuses requests without an origin from %s', async (site) => {
    const headers = { ...NO_ORIGIN, 'sec-fetch-site': site };
    expect((await person.post('/api/auth/update-user', { name: 'Evil' }, headers)).status).toBe(403);
  });

  test('serves a program, which sends neither Origin nor Sec-Fetch-Site', async () => {
    const program = app.client();
    const account = { name: 'A Program', email: 'program@example.org', password: 'Correct1!' };
    expect((await program.post('/api/auth/sign-up/email', account, NO_ORIGIN)).status).toBe(200);
    expect((await program.post('/api/auth/update-user', { name: 'Renamed' }, NO_ORIGIN)).status).toBe(200);
    expect((await program.post('/api/auth/sign-out', {}, NO_ORIGIN)).status).toBe(200);
    expect((await program.post('/api/auth/sign-in/email', account, NO_ORIGIN)).status).toBe(200);
    expect((await program.get('/api/session')).body).toMatchObject({ user: { displayName: 'Renamed' } });
  });
});

describe('a body', () => {
  const big = (bytes: number) => JSON.stringify({ name: 'x'.repeat(bytes), email: person.email });

  test.each([
    ['/api/users', 64 * 1024],
    ['/api/auth/update-user', 16 * 1024],
  ])('that is too large is 413: %s', async (path, limit) => {
    expect(await person.post(path, big(limit))).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
    expect((await person.post(path, big(limit - 1000))).status).toBe(400);
  });

  test('that is too large is 413 even without Content-Length', async () => {
    const chunks = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('x'.repeat(16 * 1024)));
      },
    });
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const init = {
      method: 'POST',
      body: chunks,
      duplex: 'half' as const,
      headers: { origin: app.url, cookie, 'content-type': 'application/json' },
    };
    const status = await fetch(`${app.url}/api/users`, init).then(
      (response) => response.status,
      // The server may close the connection before the body has been sent.
      () => 413,
    );
    expect(status).toBe(413);
    expect((await person.get('/api/session')).status).toBe(200);
  });
});

describe('our own origin', () => {
  const asks = (headers: Record<string, string>, url = 'http://10.0.0.5:3000/api/users') =>
    new Request(url, { headers });
  const fixed = { publicUrl: 'https://clinic.example', publicUrlIsFixed: true };
  const open = { publicUrl: 'http://localhost:3000', publicUrlIsFixed: false };

  test('is PUBLIC_URL alone if set, whatever the Host header', () => {
    expect(isOwnOrigin(asks({ origin: 'https://clinic.example' }), fixed)).toBe(true);
    expect(isOwnOrigin(asks({ origin: 'http://10.0.0.5:3000' }), fixed)).toBe(false);
    expect(isOwnOrigin(asks({ origin: 'http://clinic.example' }), fixed)).toBe(false);
    expect(isOwnOrigin(asks({ origin: 'https://clinic.example:8443' }), fixed)).toBe(false);
  });

  test("includes the request's host if PUBLIC_URL is not set", () => {
    expect(isOwnOrigin(asks({ origin: 'http://10.0.0.5:3000' }), open)).toBe(true);
    expect(isOwnOrigin(asks({ origin: 'http://10.0.0.5' }), open)).toBe(false);
  });
});

import { connect } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { personWith, type RoledClient } from '../../testing/admins.ts';
import { startTestApp } from '../../testing/test-app.ts';

const MOST_GUESSES = 120;
const MOST_LINES_A_DAY = 30;

const app = await startTestApp({ environment: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } });
const admin = await personWith(app, { isAdmin: true });

/** The lines in the audit log about a person's refusals. */
async function linesAbout(who: RoledClient): Promise<readonly string[]> {
  const { body } = await admin.get(`/api/audit?who=${who.id}&outcome=refused&what=refused-request&limit=200`);
  return (body as unknown as { detail: string }[]).map(({ detail }) => detail);
}

test('a refused change is logged for admins, at most once an hour per call', async () => {
  const patient = await personWith(app);
  for (let n = 0; n < 5; n += 1) await patient.request('PUT', `/api/users/admin/${patient.id}`);
  await patient.request('DELETE', `/api/deleteItem/${uuidv7()}`);
  expect(await linesAbout(patient)).toEqual([
    'DELETE /deleteItem/{postId} was answered with 404.',
    'PUT /users/admin/{id} was answered with 403.',
  ]);
});

test('following an outdated link is not logged', async () => {
  const patient = await personWith(app);
  expect((await patient.get(`/api/posts/${uuidv7()}`)).status).toBe(404);
  expect(await linesAbout(patient)).toEqual([]);
});

test('the log can be read although a newer version has written a line that this one does not know', async () => {
  await app.database.pool.query(
    `insert into audit_entries (id, at, actor_id, actor_name, action, outcome, address)
     values ($1, now(), $2, 'Ann Example', 'do-something-new', 'done', '203.0.113.7')`,
    [uuidv7(), admin.id],
  );
  const { body } = await admin.get(`/api/audit?who=${admin.id}&outcome=done`);
  expect(body).toMatchObject([{ what: 'do-something-new' }]);
});

test('guessing ids ends in 429 and is logged', async () => {
  const patient = await personWith(app);
  const answers = await Promise.all(
    Array.from({ length: MOST_GUESSES + 80 }, () => patient.get(`/api/bookings/${uuidv7()}`)),
  );
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(MOST_GUESSES);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(80);
  expect(await linesAbout(patient)).toEqual(['GET /bookings/{id} was answered with 429.']);
  const bystander = await personWith(app);
  expect((await bystander.get(`/api/bookings/${uuidv7()}`)).status).toBe(404);
});

test('the number of logged refusals per person and day is limited', async () => {
  const patient = await personWith(app);
  const document = (await patient.get('/api/openapi.json')).body as unknown as { paths: Record<string, object> };
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const method of Object.keys(methods)) {
      if (path === '/events') continue;
      const filled = path.replaceAll(/\{\w+\}/g, uuidv7());
      await patient.request(method.toUpperCase(), `/api${filled}`, method === 'get' ? {} : { body: {} });
    }
  }
  const lines = await linesAbout(patient);
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.length).toBeLessThanOrEqual(MOST_LINES_A_DAY);
});

test.each(['/api/users', '/api/auth/sign-in/email', '/api/webhooks/stripe'])(
  'a client that disconnects while sending is not logged as an error: %s',
  async (path) => {
    const { port } = new URL(app.url);
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const before = app.logLines.length;
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: ${app.url}\r\nCookie: ${cookie}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"half":',
    );
    await new Promise((wake) => setTimeout(wake, 150));
    socket.destroy();
    const linesOf = () => app.logLines.slice(before).map((line): { path?: string; level: number } => JSON.parse(line));
    await expect.poll(() => linesOf().some((line) => line.path === path)).toBe(true);
    expect(linesOf().filter(({ level }) => level >= 50)).toEqual([]);
  },
);

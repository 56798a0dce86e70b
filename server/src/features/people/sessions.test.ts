import { expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { openEventStream } from '../../../testing/event-stream.ts';
import { enterPassword } from '../../../testing/second-factor.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const app = await startTestApp();
const admin = await personWith(app, { isAdmin: true });

const endSessions = (id: string) => admin.request('DELETE', `/api/users/${id}/sessions`);
const linesOn = async (id: string) => (await admin.get(`/api/audit?on=${id}`)).body;

it('an admin signs a person out everywhere at once: cookies, access tokens, live connections; on record', async () => {
  const person = await personWith(app);
  const { client: elsewhere } = await enterPassword(app, person);
  const { body } = await person.get(`/api/jwt?email=${person.email}`);
  const bearer = { authorization: `bearer ${String(body['accessToken'])}` };
  const stream = await openEventStream(person, app.url);

  expect((await endSessions(person.id)).body).toEqual({ acknowledged: true, deletedCount: 2 });
  for (const browser of [person, elsewhere]) expect((await browser.get('/api/session')).body).toEqual({ user: null });
  expect((await app.client().get('/api/session', bearer)).status).toBe(401);
  await stream.ended;
  expect((await enterPassword(app, person)).answer.status).toBe(200);
  expect(await linesOn(person.id)).toMatchObject([{ what: 'end-sessions', outcome: 'done', who: { _id: admin.id } }]);
});

it('somebody who is signed in nowhere has no session to end, and nobody is a 404', async () => {
  const person = await personWith(app);
  await person.post('/api/auth/sign-out', {});
  expect((await endSessions(person.id)).body).toEqual({ acknowledged: true, deletedCount: 0 });
  expect(await linesOn(person.id)).toMatchObject([{ what: 'end-sessions', outcome: 'unchanged' }]);
  for (const id of ['01890000-0000-7000-8000-000000000000', 'nobody']) {
    expect(await endSessions(id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  }
});

it('an admin ends their own with the password only', async () => {
  expect(await endSessions(admin.id)).toMatchObject({ status: 409, body: { code: 'YOURSELF' } });
  expect(await linesOn(admin.id)).toMatchObject([{ what: 'end-sessions', outcome: 'refused' }]);
});

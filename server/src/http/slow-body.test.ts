import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { personWith } from '../../testing/admins.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { people, sessions } from '../database/schema/index.ts';

const app = await startTestApp();

/** Sends the headers, waits while `meanwhile` happens and longer than a body may take, then sends the body. */
async function sendSlowly(
  open: { method: string; path: string; type: string; body: string; authorization: string },
  meanwhile: () => Promise<unknown>,
): Promise<number | undefined> {
  const { method, path, type, body, authorization } = open;
  const headers = { authorization, 'content-type': type, 'content-length': Buffer.byteLength(body) };
  const sent: ClientRequest = request(app.url + path, { method, headers });
  sent.flushHeaders();
  await setTimeout(600);
  await meanwhile();
  await setTimeout(600);
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

async function adminWithToken() {
  const admin = await personWith(app, { isAdmin: true });
  const { body } = await admin.get(`/api/jwt?email=${admin.email}`);
  return { ...admin, authorization: `Bearer ${String(body['accessToken'])}` };
}

const isAdmin = async (id: string) =>
  (await app.database.db.select({ isAdmin: people.isAdmin }).from(people).where(eq(people.id, id)))[0]?.isAdmin;

const demote = (id: string) => app.database.db.update(people).set({ isAdmin: false }).where(eq(people.id, id));

const endSessions = (id: string) => app.database.db.delete(sessions).where(eq(sessions.personId, id));

it('a role that was removed before the body arrived allows nothing', async () => {
  const { id, authorization } = await adminWithToken();
  const toJson = { method: 'PUT', path: `/api/users/admin/${id}`, type: 'application/json', body: '{}', authorization };
  expect(await sendSlowly(toJson, () => demote(id))).toBe(403);
  expect(await isAdmin(id)).toBe(false);
});

it('a session that ended before the body arrived allows nothing', async () => {
  const { id, authorization } = await adminWithToken();
  const toJson = {
    method: 'PUT',
    path: `/api/users/doctor/${id}`,
    type: 'application/json',
    body: '{}',
    authorization,
  };
  expect(await sendSlowly(toJson, () => endSessions(id))).toBe(401);
});

it('a session that ended before a file arrived allows nothing', async () => {
  const { id, authorization } = await adminWithToken();
  const toUpload = {
    method: 'POST',
    path: '/api/images',
    type: 'multipart/form-data; boundary=b',
    body: '--b--\r\n',
    authorization,
  };
  expect(await sendSlowly(toUpload, () => endSessions(id))).toBe(401);
});

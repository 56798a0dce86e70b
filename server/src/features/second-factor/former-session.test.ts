import { describe, expect, test } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { resetTokenFor } from '../../../testing/reset-link.ts';
import { enterPassword, setUpAuthenticator } from '../../../testing/second-factor.ts';
import { leadingTo, signInElsewhere, startProvider } from '../../../testing/sign-in-elsewhere.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const provider = await startProvider();
const app = await startTestApp({ environment: leadingTo(provider) });

async function withAuthenticator(): Promise<TestClient> {
  const person = await app.person();
  await setUpAuthenticator(person);
  return person;
}

describe('a sign-in in a browser with an open session ends that session', () => {
  const cookieOf = (client: TestClient) => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const isAlive = async (cookie: string, email: string) =>
    (await app.client().get(`/api/bookings?email=${email}`, { cookie })).status !== 401;

  test('with the password, of the same person or of another', async () => {
    const [person, other] = [await app.person(), await app.person()];
    for (const { email } of [person, other]) {
      const before = cookieOf(person);
      const credentials = { email, password: 'Correct1!' };
      expect((await person.post('/api/auth/sign-in/email', credentials)).status).toBe(200);
      expect(await isAlive(before, person.email)).toBe(false);
      expect(await isAlive(cookieOf(person), email)).toBe(true);
    }
    expect(await isAlive(cookieOf(other), other.email)).toBe(true);
  });

  test('at Google', async () => {
    const person = await app.person();
    const before = cookieOf(person);
    expect((await signInElsewhere(person, { email: 'instead@example.org' })).status).toBe(302);
    expect(await isAlive(before, person.email)).toBe(false);
    expect(await isAlive(cookieOf(person), 'instead@example.org')).toBe(true);
  });

  test('at once, if the sign-in waits for a code', async () => {
    const { email } = await withAuthenticator();
    const other = await app.person();
    const before = cookieOf(other);
    await other.post('/api/auth/sign-in/email', { email, password: 'Correct1!' });
    expect(await isAlive(before, other.email)).toBe(false);
  });

  test('a wrong password ends nothing', async () => {
    const person = await app.person();
    const wrong = { email: person.email, password: 'Wrong1!!' };
    expect((await person.post('/api/auth/sign-in/email', wrong)).status).toBe(401);
    expect(await isAlive(cookieOf(person), person.email)).toBe(true);
  });
});

describe('a sign-in that waits for a code ends', () => {
  const changePassword = async (person: TestClient) => {
    const change = { currentPassword: 'Correct1!', newPassword: 'Another2#' };
    return person.post('/api/auth/change-password', change);
  };
  const resetPassword = async ({ email }: TestClient) => {
    const token = await resetTokenFor(app, email);
    return app.client().post('/api/auth/reset-password', { token, newPassword: 'Another2#' });
  };
  const signOutByAdmin = async ({ email }: TestClient) => {
    const admin = await personWith(app, { isAdmin: true });
    const { rows } = await app.database.pool.query('select id from people where email = $1', [email]);
    return admin.request('DELETE', `/api/users/${String(rows[0].id)}/sessions`);
  };
  const signOutElsewhere = (path: string) => (person: TestClient) =>
    person.post(`/api/auth/${path}`, { password: 'Correct1!' });

  test.each([
    ['when the password is changed', changePassword],
    ['when the password is reset', resetPassword],
    ['when an admin signs the person out everywhere', signOutByAdmin],
    ['when the person ends all sessions', signOutElsewhere('revoke-sessions')],
    ['when the person ends all other sessions', signOutElsewhere('revoke-other-sessions')],
  ])('%s', async (_, end) => {
    const person = await app.person();
    const { recoveryCodes } = await setUpAuthenticator(person);
    const { client } = await enterPassword(app, person);
    expect((await end(person)).status).toBe(200);
    const answer = await client.post('/api/auth/two-factor/verify-backup-code', { code: recoveryCodes[0] });
    expect(answer.status).toBe(401);
    expect((await client.get('/api/session')).body).toEqual({ user: null });
  });

  test('when the person sets up their first second factor after removing the former one', async () => {
    const person = await withAuthenticator();
    const { client } = await enterPassword(app, person);
    expect((await person.post('/api/auth/two-factor/disable', { password: 'Correct1!' })).status).toBe(200);
    const { recoveryCodes } = await setUpAuthenticator(person);
    const answer = await client.post('/api/auth/two-factor/verify-backup-code', { code: recoveryCodes[0] });
    expect(answer.status).toBe(401);
  });
});

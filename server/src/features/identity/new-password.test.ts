import { describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { resetTokenFor } from '../../../testing/reset-link.ts';
import { startSandbox } from '../../../testing/sandbox.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { openSetup } from '../setup/index.ts';

let addresses = 0;

const app = await startTestApp();
const sandbox = await startSandbox({ port: 0, production: false });
const BREACHED_PASSWORDS_URL = `${sandbox.url}/breached-passwords/`;
/** The same clinic, where signing up and registering a doctor refuse these passwords and breached ones too. */
const strict = await startTestApp({
  beside: app,
  environment: { REFUSE_COMMON_PASSWORDS: 'on', BREACHED_PASSWORDS_URL },
});
/** A clinic without an admin. */
const fresh = await startTestApp();
const admin = await personWith(app, { isAdmin: true });
const strictAdmin = await personWith(strict, { isAdmin: true });
await admin.post('/api/treatments', { name: 'Cardiology', minutes: 30, price: 140 });
for (const at of [app, fresh]) {
  await personWith(at, { isDoctor: true, name: 'Winifred Okonkwo' });
  await at.database.pool.query("update clinic set name = 'Kestrelhof'");
}

const guessable = {
  'a common one': 'Password1!',
  'the name of the product': 'Openhours1!',
  'the name of the clinic': 'Kestrelhof1!',
  'the name of a doctor': 'Okonkwo1!',
};
const refusal = { code: 'PASSWORD_REFUSED', message: expect.stringContaining('Please choose another one.') };

const newAddress = () => `new-password-${(addresses += 1)}@example.org`;
const signUp = (at: TestApp, account: { email: string; password: string }) =>
  at.client().post('/api/auth/sign-up/email', { name: 'Someone', ...account });
const register = (by: RoledClient, account: { email: string; password: string }) =>
  by.post('/api/doctors', {
    name: 'Dora New',
    specialty: 'Cardiology',
    photoURL: '/portraits/doctor-1.svg',
    ...account,
  });
const signIn = (account: { email: string; password: string }) => app.client().post('/api/auth/sign-in/email', account);

describe.each(Object.entries(guessable))('a new password that is %s', (_what, password) => {
  it('is accepted where the specification has the rule: on signing up, and for a doctor whom an admin registers', async () => {
    for (const create of [signUp.bind(undefined, app), register.bind(undefined, admin)]) {
      const account = { email: newAddress(), password };
      expect((await create(account)).status).toBe(200);
      expect((await signIn(account)).status).toBe(200);
    }
  });

  it('is refused there if the clinic wants it, and no account is left behind', async () => {
    const account = { email: newAddress(), password };
    expect(await signUp(strict, account)).toMatchObject({ status: 400, body: refusal });
    expect(await register(strictAdmin, account)).toMatchObject({ status: 409, body: refusal });
    const { rows } = await app.database.pool.query('select from people where email = $1', [account.email]);
    expect(rows).toHaveLength(0);
  });

  it('is refused when the password is changed', async () => {
    const person = await app.person();
    const change = (newPassword: string) =>
      person.post('/api/auth/change-password', { currentPassword: 'Correct1!', newPassword });
    expect(await change(password)).toMatchObject({ status: 400, body: refusal });
    expect((await change('Another2#')).status).toBe(200);
  });

  it('is refused by a reset link', async () => {
    const token = await resetTokenFor(app, (await app.person()).email);
    const reset = app.client().post('/api/auth/reset-password', { token, newPassword: password });
    expect(await reset).toMatchObject({ status: 400, body: refusal });
  });

  it('is refused by an invitation, which stays valid', async () => {
    const email = newAddress();
    await admin.post('/api/invitations', { email, name: 'Ines Vited', role: 'front-desk' });
    await app.deliverMail();
    const code = /#code=(\S+)/.exec(app.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1];
    const accept = (chosen: string) => app.client().post('/api/invitations/accept', { code, password: chosen });
    expect(await accept(password)).toMatchObject({ status: 409, body: refusal });
    expect((await accept('Another2#')).status).toBe(200);
  });

  it('is refused for the first admin', async () => {
    const code = await openSetup(fresh.database.db, new Date());
    const clinic = { name: 'Kestrelhof', timeZone: 'Europe/Berlin', currency: 'EUR' };
    const first = { name: 'Ada Weber', email: 'ada@weber.example', password };
    const answer = await fresh.client().post('/api/setup', { code, admin: first, clinic });
    expect(answer).toMatchObject({ status: 409, body: refusal });
  });
});

it('a new password is accepted everywhere if it is not easy to guess', async () => {
  expect((await signUp(strict, { email: newAddress(), password: 'Correct1!' })).status).toBe(200);
  expect((await register(strictAdmin, { email: newAddress(), password: 'Correct1!' })).status).toBe(200);
});

it('a breached password is refused if the clinic has a service to ask, and is accepted while that does not answer', async () => {
  const password = 'Zeppelin!Moss1';
  const message = 'This password is known from a breach of another service. Please choose another one.';
  const refused = { ...refusal, message };
  expect(await signUp(strict, { email: newAddress(), password })).toMatchObject({ status: 400, body: refused });
  expect(await register(strictAdmin, { email: newAddress(), password })).toMatchObject({ status: 409, body: refused });
  expect((await signUp(app, { email: newAddress(), password })).status).toBe(200);
  await sandbox.stop();
  expect((await signUp(strict, { email: newAddress(), password })).status).toBe(200);
});

it('the first admin cannot choose the name that the clinic gets', async () => {
  const code = await openSetup(fresh.database.db, new Date());
  const clinic = { name: 'Falkenried', timeZone: 'Europe/Berlin', currency: 'EUR' };
  const setUp = (password: string) =>
    fresh.client().post('/api/setup', {
      code,
      admin: { name: 'Ada Weber', email: 'ada@weber.example', password },
      clinic,
    });
  expect(await setUp('Falkenried1!')).toMatchObject({ status: 409, body: refusal });
  expect((await setUp('Another2#')).status).toBe(200);
});

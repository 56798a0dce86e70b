import { passwordFault } from '@openhours/contract/password-rule.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { KNOWN_PASSWORD } from './accounts.ts';
import { type DemoAccount, ensureDemoAccounts, renewDemoPasswords } from './demo-accounts.ts';
import { refuseDemoData } from './refuse-demo-data.ts';

const HERE = { openToOthers: false };
const OPEN = { openToOthers: true };

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const passwordsOf = (accounts: readonly DemoAccount[]) => accounts.map(({ password }) => password);

async function signIn(email: string, password: string) {
  const client = app.client();
  const { status } = await client.post('/api/auth/sign-in/email', { email, password });
  return { client, status };
}

it('uses the known passwords if only this machine can reach it', async () => {
  const { db } = app.database;
  const known = [KNOWN_PASSWORD, KNOWN_PASSWORD, KNOWN_PASSWORD];
  expect(passwordsOf(await ensureDemoAccounts(db, HERE))).toEqual(known);
  expect(passwordsOf(await ensureDemoAccounts(db, HERE))).toEqual(known);
});

it('uses random passwords if others can reach it, shows them once, and makes new ones on request', async () => {
  const { db } = app.database;
  const made = await ensureDemoAccounts(db, OPEN);
  expect(new Set(passwordsOf(made)).size).toBe(3);
  for (const { email, password = '' } of made) {
    expect(passwordFault(password)).toBeUndefined();
    expect((await signIn(email, KNOWN_PASSWORD)).status).toBe(401);
    expect((await signIn(email, password)).status).toBe(200);
  }
  expect(passwordsOf(await ensureDemoAccounts(db, OPEN))).toEqual([undefined, undefined, undefined]);

  const [admin, renewed] = [made[0], (await renewDemoPasswords(db))[0]];
  expect((await signIn(admin?.email ?? '', admin?.password ?? '')).status).toBe(401);
  expect((await signIn(admin?.email ?? '', renewed?.password ?? '')).status).toBe(200);
});

it('replaces known passwords by random ones on request, whoever can reach it', async () => {
  const { db } = app.database;
  await ensureDemoAccounts(db, HERE);
  const renewed = await renewDemoPasswords(db);
  expect(new Set(passwordsOf(renewed)).size).toBe(3);
  for (const { email, password = '' } of renewed) {
    expect((await signIn(email, KNOWN_PASSWORD)).status).toBe(401);
    expect((await signIn(email, password)).status).toBe(200);
  }
});

it('replaces known passwords and ends their sessions once others can reach it', async () => {
  const { db } = app.database;
  const [admin] = await ensureDemoAccounts(db, HERE);
  const { client } = await signIn(admin?.email ?? '', KNOWN_PASSWORD);
  const [opened] = await ensureDemoAccounts(db, OPEN);
  expect((await client.get('/api/users')).status).toBe(401);
  expect((await signIn(admin?.email ?? '', KNOWN_PASSWORD)).status).toBe(401);
  expect((await signIn(admin?.email ?? '', opened?.password ?? '')).status).toBe(200);
});

it('has cheap hashes of the known password of its accounts only', async () => {
  await app.close();
  app = await startTestApp({ slowHashes: true });
  const { db, pool } = app.database;
  const costs = async () => {
    const { rows } = await pool.query(
      `select p.email, split_part(a.password, '$', 4) as cost from accounts a join people p on p.id = a.person_id`,
    );
    return new Map(rows.map(({ email, cost }) => [email, cost]));
  };
  const [cheap, ours] = ['m=64,t=1,p=1', 'm=19456,t=2,p=1'];
  const [admin, doctor, patient] = (await ensureDemoAccounts(db, HERE)).map(({ email }) => email);
  const visitor = app.client();
  const visiting = { name: 'Vi Sitor', email: 'visitor@example.org', password: KNOWN_PASSWORD };
  expect((await visitor.post('/api/auth/sign-up/email', visiting)).status).toBe(200);
  const { client } = await signIn(patient ?? '', KNOWN_PASSWORD);
  const change = { currentPassword: KNOWN_PASSWORD, newPassword: 'Another2#' };
  expect((await client.post('/api/auth/change-password', change)).status).toBe(200);
  const expected = [
    [admin, cheap],
    [doctor, cheap],
    [patient, ours],
    [visiting.email, ours],
  ] as const;
  expect(await costs()).toEqual(new Map(expected));

  await ensureDemoAccounts(db, OPEN);
  expect(new Set((await costs()).values())).toEqual(new Set([ours]));
});

it('leaves a real account with a demo address unchanged', async () => {
  const { db } = app.database;
  const person = await app.person({ email: 'admin@openhours.example' });
  const accounts = await ensureDemoAccounts(db, HERE);
  expect(accounts.map(({ what }) => what)).toEqual(['doctor', 'patient']);
  expect((await signIn(person.email, KNOWN_PASSWORD)).status).toBe(401);
  expect((await person.get('/api/users')).status).toBe(403);
  expect(passwordsOf(await renewDemoPasswords(db))).toHaveLength(2);
});

it('is refused in production, and without DEMO if others can reach it', async () => {
  const { db } = app.database;
  const real = { demo: false, production: true, openToOthers: false };
  await refuseDemoData(db, real);
  await ensureDemoAccounts(db, HERE);
  const refused = 'This database holds a demo clinic';
  await expect(refuseDemoData(db, real)).rejects.toThrow(refused);
  await expect(refuseDemoData(db, { ...real, production: false, openToOthers: true })).rejects.toThrow(refused);
  await refuseDemoData(db, { ...real, production: false });
  await refuseDemoData(db, { ...real, demo: true });
});

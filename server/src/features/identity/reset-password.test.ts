import { describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { when } from '../../../testing/meanwhile.ts';
import { resetTokenFor } from '../../../testing/reset-link.ts';
import { startTestApp } from '../../../testing/test-app.ts';

// An address is replaced because somebody mistyped it: whoever reads the earlier one must not get into the account.

const app = await startTestApp();

let addresses = 0;
const freshAddress = () => `right-${(addresses += 1)}@example.org`;
const NEW_PASSWORD = 'Another2#';
const replacing = (personId: string, email: string) =>
  `update people set email = '${email}' where id = '${personId}'::uuid`;
const reset = (token: string) => app.client().post('/api/auth/reset-password', { token, newPassword: NEW_PASSWORD });
const signIn = (email: string) => app.client().post('/api/auth/sign-in/email', { email, password: NEW_PASSWORD });

/** The account that the clinic opened for somebody: nobody has chosen a password or confirmed the address. */
async function openedByClinic(): Promise<RoledClient> {
  const person = await personWith(app, { emailVerified: false });
  await app.database.pool.query('delete from accounts where person_id = $1', [person.id]);
  return person;
}
/** Replaces somebody's address in a transaction that a call waits for. */
async function whileReplacing<Answer>({ id }: RoledClient, call: () => Promise<Answer>): Promise<Answer> {
  const client = await app.database.pool.connect();
  try {
    await client.query(`begin; ${replacing(id, freshAddress())}`);
    const answer = call();
    await expect.poll(() => countLockWaits(app.database.pool)).toBe(1);
    await client.query('commit');
    return await answer;
  } finally {
    // A transaction that is still open ends with its connection.
    client.release(true);
  }
}
const isConfirmed = async ({ id }: RoledClient) =>
  (await app.database.pool.query('select email_verified from people where id = $1', [id])).rows[0].email_verified;

describe('an address that is replaced', () => {
  it.each([
    ['chosen', () => personWith(app, { emailVerified: false })],
    ['not chosen yet', openedByClinic],
  ])('while a link that it got is used sets no password, if one was %s', async (_, openAccount) => {
    const [person, right] = [await openAccount(), freshAddress()];
    const token = await resetTokenFor(app, person.email);
    const statement = replacing(person.id, right);
    const answer = await when(app.database.pool, { event: 'delete on verifications for each row', statement }, () =>
      reset(token),
    );
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect((await signIn(right)).status).toBe(401);
    expect(await isConfirmed(person)).toBe(false);
  });

  it('before the email with a link has left makes that link invalid', async () => {
    const [person, right] = [await openedByClinic(), freshAddress()];
    const statement = replacing(person.id, right);
    const token = await when(app.database.pool, { event: 'insert on verifications for each row', statement }, () =>
      resetTokenFor(app, person.email),
    );
    expect((await reset(token)).status).toBe(400);
    expect((await signIn(right)).status).toBe(401);
  });

  it('while a link for it is made gets none', async () => {
    const person = await openedByClinic();
    await app.client().post('/api/auth/request-password-reset', { email: person.email });
    await whileReplacing(person, () => app.deliverMail());
    expect(app.mails.filter(({ to, subject }) => to === person.email && subject.startsWith('Reset'))).toEqual([]);
    const { rows } = await app.database.pool.query('select from verifications where value = $1', [person.id]);
    expect(rows).toEqual([]);
  });

  it('while it is confirmed leaves the new one unconfirmed', async () => {
    const person = await personWith(app, { emailVerified: false });
    await app.deliverMail();
    const mail = app.mails.findLast(({ to }) => to === person.email);
    const token = /confirm-email#token=(\S+)/.exec(mail?.text ?? '')?.[1];
    const confirmed = await whileReplacing(person, () => person.post('/api/email-confirmation/confirm', { token }));
    expect(confirmed).toMatchObject({ status: 409, body: { code: 'LINK_INVALID' } });
    expect(await isConfirmed(person)).toBe(false);
  });
});

it('a first password that is chosen with two links at once is one of the two', async () => {
  const person = await openedByClinic();
  const token = await resetTokenFor(app, person.email);
  // Once this link has confirmed the address, the other one has set its password.
  const event = 'update of email_verified on people for each row';
  const statement = `insert into accounts (id, account_id, provider_id, person_id, password)
    values (gen_random_uuid(), new.id::text, 'credential', new.id, 'the hash of the other password')`;
  expect((await when(app.database.pool, { event, statement }, () => reset(token))).status).toBe(200);
  expect((await signIn(person.email)).status).toBe(200);
});

it('a new password is there only once the sessions of the person have ended', async () => {
  const person = await personWith(app);
  const token = await resetTokenFor(app, person.email);
  const { pool } = app.database;
  const hash = async () =>
    (await pool.query('select password from accounts where person_id = $1', [person.id])).rows[0].password;
  const before = await hash();
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select from sessions where person_id = $1 for update', [person.id]);
    const answer = reset(token);
    await expect.poll(() => countLockWaits(pool)).toBe(1);
    expect(await hash()).toBe(before);
    await client.query('commit');
    expect((await answer).status).toBe(200);
  } finally {
    // A transaction that is still open ends with its connection.
    client.release(true);
  }
  expect((await signIn(person.email)).status).toBe(200);
});

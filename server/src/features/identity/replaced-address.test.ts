import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { whenDeleting, whenInserting } from '../../../testing/meanwhile.ts';
import { resetTokenFor } from '../../../testing/reset-link.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

// An address is replaced because somebody mistyped it: whoever reads the earlier one must not get into the account.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

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
    const answer = await whenDeleting(app.database.pool, { table: 'verifications', statement }, () => reset(token));
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect((await signIn(right)).status).toBe(401);
    expect(await isConfirmed(person)).toBe(false);
  });

  it('while a link is sent to it makes that link invalid', async () => {
    const [person, right] = [await openedByClinic(), freshAddress()];
    const statement = replacing(person.id, right);
    const token = await whenInserting(app.database.pool, { table: 'verifications', statement }, () =>
      resetTokenFor(app, person.email),
    );
    expect((await reset(token)).status).toBe(400);
    expect((await signIn(right)).status).toBe(401);
  });

  it('while it is confirmed leaves the new one unconfirmed', async () => {
    const [person, right] = [await personWith(app, { emailVerified: false }), freshAddress()];
    await app.deliverMail();
    const mail = app.mails.findLast(({ to }) => to === person.email);
    const token = /confirm-email#token=(\S+)/.exec(mail?.text ?? '')?.[1];
    const client = await app.database.pool.connect();
    try {
      await client.query(`begin; ${replacing(person.id, right)}`);
      const confirmed = app.client().post('/api/email-confirmation/confirm', { token });
      await expect.poll(() => countLockWaits(app.database.pool)).toBe(1);
      await client.query('commit');
      expect(await confirmed).toMatchObject({ status: 409, body: { code: 'LINK_INVALID' } });
    } finally {
      client.release();
    }
    expect(await isConfirmed(person)).toBe(false);
  });
});

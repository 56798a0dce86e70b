import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { bookAs, bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';

const DAY = 86_400_000;
const app = await startTestApp();
await openOption(app.database.db, { treatment: 'Cardiology' });
beforeEach(() => {
  app.clock = undefined;
});

const BOOKING = {
  appointmentDate: mediumDateFromIso(new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10)),
  treatment: 'Cardiology',
  price: 50,
};
let addresses = 0;
const freshAddress = () => `new-${(addresses += 1)}@example.org`;
const ask = (person: TestClient, email: string, password = 'Correct1!') =>
  person.post('/api/email-confirmation/change', { email, password });
const open = (token: string) => app.client().post('/api/email-confirmation/confirm', { token, password: 'Correct1!' });
const subjectsTo = async (email: string) => {
  await app.deliverMail();
  return app.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
};
const userOf = async (person: TestClient) => (await person.get('/api/session')).body['user'];
const refused = { status: 409, body: { code: 'LINK_INVALID' } };
const NOTICE = 'Your Openhours email address was changed';

/** Asks for the change, and returns the code of the link. */
async function askFor(person: TestClient, to: string): Promise<string> {
  expect((await ask(person, to)).body).toEqual({ acknowledged: true });
  expect(await subjectsTo(to)).toContain('Confirm your new email address for Openhours');
  const mail = app.mails.findLast((one) => one.to === to);
  return /#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

describe('a new address', () => {
  it('is used once its link is opened, also when opened twice, and the old one is told', async () => {
    const [person, to] = [await personWith(app), freshAddress()];
    const token = await askFor(person, to);
    expect(await userOf(person)).toMatchObject({ email: person.email });
    expect(await subjectsTo(person.email)).not.toContain(NOTICE);

    for (const _ of [1, 2]) expect((await open(token)).body).toEqual({ acknowledged: true, email: to });
    expect(await userOf(person)).toMatchObject({ email: to, emailVerified: true });
    expect((await subjectsTo(person.email)).filter((subject) => subject === NOTICE)).toHaveLength(1);
    const signIn = (email: string) => app.client().post('/api/auth/sign-in/email', { email, password: 'Correct1!' });
    expect((await signIn(to)).status).toBe(200);
    expect((await signIn(person.email)).status).toBe(401);
  });

  it('is used without the password if the link is opened where the person is signed in', async () => {
    const [person, to] = [await personWith(app), freshAddress()];
    const { body } = await person.post('/api/email-confirmation/confirm', { token: await askFor(person, to) });
    expect(body).toEqual({ acknowledged: true, email: to });
    expect(await userOf(person)).toMatchObject({ email: to, emailVerified: true });
  });

  it('is that of appointments that are booked already', async () => {
    const [person, to] = [await personWith(app), freshAddress()];
    await bookedAs(person, { ...BOOKING, slot: '09:00 AM - 09:30 AM' });
    await open(await askFor(person, to));
    expect((await person.get(`/api/bookings?email=${to}`)).body).toMatchObject([{ email: to }]);
  });

  it('is that of an appointment that is booked while the link is opened', async () => {
    const [person, to] = [await personWith(app), freshAddress()];
    const client = await app.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('update people set email = $1 where id = $2', [to, person.id]);
      const booking = bookAs(person, { ...BOOKING, slot: '10:00 AM - 10:30 AM' });
      await expect.poll(() => countLockWaits(app.database.pool)).toBe(1);
      await client.query('commit');
      const { body } = await booking;
      expect((await person.get(`/api/bookings/${String(body['insertedId'])}`)).body).toMatchObject({ email: to });
    } finally {
      client.release();
    }
  });

  it('is forgotten with the account, as the earlier and later ones are', async () => {
    const [person, second, third] = [await personWith(app), freshAddress(), freshAddress()];
    await open(await askFor(person, second));
    await subjectsTo(person.email);
    await askFor(person, third);
    expect((await person.post('/api/me/delete', { password: 'Correct1!' })).status).toBe(200);
    const { rows } = await app.database.pool.query('select kind from outgoing_messages where address = any($1)', [
      [person.email, second, third],
    ]);
    expect(rows).toEqual([]);
  });

  it('can replace one that was mistyped at the sign-up, whose owner is told nothing', async () => {
    const [person, to] = [await personWith(app, { emailVerified: false }), freshAddress()];
    await open(await askFor(person, to));
    expect(await userOf(person)).toMatchObject({ email: to, emailVerified: true });
    expect(await subjectsTo(person.email)).not.toContain(NOTICE);
  });

  it('ends the links for a new password that the old address got', async () => {
    const [person, to] = [await personWith(app), freshAddress()];
    await person.post('/api/auth/request-password-reset', { email: person.email });
    await subjectsTo(person.email);
    const reset = /#token=(\S+)/.exec(app.mails.findLast((one) => one.to === person.email)?.text ?? '')?.[1];
    await open(await askFor(person, to));
    const used = await app.client().post('/api/auth/reset-password', { token: reset, newPassword: 'Other1!x' });
    expect(used.status).toBe(400);
  });
});

describe('no link is sent', () => {
  it('with a wrong password, without one, or to the address of the account', async () => {
    const [person, to] = [await personWith(app), freshAddress()];
    expect((await ask(person, to, 'Wrong1!')).body).toMatchObject({ code: 'WRONG_PASSWORD' });
    expect((await ask(person, person.email.toUpperCase())).body).toMatchObject({ code: 'SAME_ADDRESS' });
    await app.database.pool.query('delete from accounts where person_id = $1', [person.id]);
    expect((await ask(person, to)).body).toMatchObject({ code: 'NO_PASSWORD' });
    expect(await subjectsTo(to)).toEqual([]);
  });

  it('to the address of another account, and the answer does not say so', async () => {
    const [person, other] = [await personWith(app), await personWith(app)];
    const before = await subjectsTo(other.email);
    expect((await ask(person, other.email)).body).toEqual({ acknowledged: true });
    expect(await subjectsTo(other.email)).toEqual(before);
  });
});

describe('a link is refused', () => {
  it('after a day', async () => {
    const token = await askFor(await personWith(app), freshAddress());
    app.clock = new Date(Date.now() + DAY + 60_000);
    expect(await open(token)).toMatchObject(refused);
  });

  it('after another one was opened', async () => {
    const person = await personWith(app);
    const [first, second] = [await askFor(person, freshAddress()), await askFor(person, freshAddress())];
    expect((await open(second)).status).toBe(200);
    expect(await open(first)).toMatchObject(refused);
  });

  it('if somebody has opened an account with the address meanwhile', async () => {
    const [person, to] = [await personWith(app), freshAddress()];
    const token = await askFor(person, to);
    await personWith(app, { email: to });
    expect(await open(token)).toMatchObject(refused);
    expect(await userOf(person)).toMatchObject({ email: person.email });
  });

  it('for another address, person, time or mark', async () => {
    const [person, other] = [await personWith(app), await personWith(app)];
    const parts = (await askFor(person, freshAddress())).split('.');
    const eves = Buffer.from('eve@example.org').toString('base64url');
    const changes: [number, string][] = [
      [0, other.id],
      [1, String(Number(parts[1]) + 1)],
      [2, 'A'.repeat(43)],
      [3, eves],
      [4, 'A'.repeat(43)],
    ];
    for (const [at, part] of changes) expect(await open(parts.with(at, part).join('.'))).toMatchObject(refused);
    expect(await userOf(person)).toMatchObject({ email: person.email });
  });
});

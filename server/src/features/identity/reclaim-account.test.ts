import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { bookedAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { resetTokenFor } from '../../../testing/reset-link.ts';
import { enterPassword, setUpAuthenticator } from '../../../testing/second-factor.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const app = await startTestApp();

const PASSWORD = 'Correct1!';
const NEW_PASSWORD = 'Another2#';
const NO_TEXTS = [{ phone: null, phone_confirmed_at: null, choices: 0 }];
const NONE = { hasAuthenticator: false, passkeys: [] };

/** Signed up with an address that nobody confirmed, with ways in that such an account can no longer add. */
async function planted(): Promise<RoledClient> {
  const planter = await personWith(app);
  await setUpAuthenticator(planter);
  await planter.post('/api/calendar-feed', {});
  const { pool } = app.database;
  await pool.query(
    `insert into passkeys (id, person_id, credential_id, public_key, counter, device_type, backed_up)
      values (gen_random_uuid(), $1::uuid, $1::text, 'key', 0, 'singleDevice', false)`,
    [planter.id],
  );
  await pool.query(
    `insert into message_choices (person_id, topic, channel, is_on) values ($1, 'reminder-day', 'text', true)`,
    [planter.id],
  );
  // Two statements, because another number is unconfirmed at first.
  await pool.query(`update people set phone = '+4915112345001' where id = $1`, [planter.id]);
  await pool.query('update people set email_verified = false, phone_confirmed_at = now() where id = $1', [planter.id]);
  return planter;
}

/** Where text messages to a person would go, and how many choices of messages they have. */
async function textsTo({ id }: RoledClient) {
  const { rows } = await app.database.pool.query(
    `select phone, phone_confirmed_at,
        (select count(*)::int from message_choices where person_id = people.id) as choices
      from people where id = $1`,
    [id],
  );
  return rows;
}

async function resetPassword(email: string): Promise<void> {
  const token = await resetTokenFor(app, email);
  const reset = await app.client().post('/api/auth/reset-password', { token, newPassword: NEW_PASSWORD });
  expect(reset.status).toBe(200);
}

describe('until its address is confirmed, an account', () => {
  it.each([
    ['GET', '/api/auth/passkey/generate-register-options', undefined],
    ['POST', '/api/auth/passkey/verify-registration', { response: { id: 'some' }, password: PASSWORD }],
    ['POST', '/api/auth/two-factor/enable', { password: PASSWORD }],
  ])('gets no second factor: %s %s', async (method, path, body) => {
    const person = await personWith(app, { emailVerified: false });
    expect(await person.request(method, path, { body })).toMatchObject({
      status: 403,
      body: { code: 'EMAIL_NOT_CONFIRMED', message: expect.stringContaining('confirm your email address first') },
    });
  });
});

describe('what a stranger added to an account is deleted', () => {
  it('when the owner of the address resets the password', async () => {
    const planter = await planted();
    expect(await textsTo(planter)).toEqual([
      { phone: '+4915112345001', phone_confirmed_at: expect.any(Date), choices: 1 },
    ]);
    await resetPassword(planter.email);
    expect(await textsTo(planter)).toEqual(NO_TEXTS);
    expect((await planter.get('/api/session')).body).toEqual({ user: null });
    const owner = app.client();
    const { body } = await owner.post('/api/auth/sign-in/email', { email: planter.email, password: NEW_PASSWORD });
    expect(body).toMatchObject({ user: { email: planter.email, emailVerified: true } });
    expect((await owner.get('/api/me/second-factor')).body).toMatchObject(NONE);
    expect((await owner.get('/api/calendar-feed')).body).toEqual({ feed: null });
  });

  it('when they accept an invitation, which keeps the session that accepts', async () => {
    const planter = await planted();
    const admin = await personWith(app, { isAdmin: true });
    await admin.post('/api/invitations', { email: planter.email, name: 'Dora Doc', role: 'doctor' });
    await app.deliverMail();
    const text = app.mails.findLast(({ to }) => to === planter.email)?.text ?? '';
    const code = /#code=(\S+)/.exec(text)?.[1];
    const { rows } = await app.database.pool.query('select expires_at from sessions where person_id = $1', [
      planter.id,
    ]);
    await app.database.pool.query(
      `insert into sessions (id, token, person_id, expires_at) values (gen_random_uuid(), $1, $2, $3)`,
      [`elsewhere ${planter.id}`, planter.id, rows[0].expires_at],
    );

    expect((await planter.post('/api/invitations/accept', { code })).status).toBe(200);
    expect((await planter.get('/api/session')).body['user']).toMatchObject({ emailVerified: true, isDoctor: true });
    expect((await planter.get('/api/me/second-factor')).body).toMatchObject(NONE);
    expect((await planter.get('/api/calendar-feed')).body).toEqual({ feed: null });
    expect(await textsTo(planter)).toEqual(NO_TEXTS);
    const sessions = await app.database.pool.query('select from sessions where person_id = $1', [planter.id]);
    expect(sessions.rowCount).toBe(1);
  });
});

describe('a link that a stranger asked for', () => {
  const tokenTo = async (email: string) => {
    await app.deliverMail();
    return /#token=(\S+)/.exec(app.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1];
  };
  const open = (token: string | undefined, password?: string) =>
    app.client().post('/api/email-confirmation/confirm', { token, password });
  const refusedAs = (code: string) => ({ status: 409, body: { code } });

  it('does not make the address of whoever opens it the confirmed one of a new account', async () => {
    const stranger = await personWith(app, { emailVerified: false });
    const token = await tokenTo(stranger.email);
    expect(await open(token)).toMatchObject(refusedAs('PASSWORD_REQUIRED'));
    expect(await open(token, 'Another2#')).toMatchObject(refusedAs('WRONG_PASSWORD'));
    const other = await personWith(app);
    expect(await other.post('/api/email-confirmation/confirm', { token })).toMatchObject(
      refusedAs('PASSWORD_REQUIRED'),
    );
    expect(await stranger.post('/api/auth/two-factor/enable', { password: PASSWORD })).toMatchObject({
      body: { code: 'EMAIL_NOT_CONFIRMED' },
    });
    expect((await open(token, PASSWORD)).body).toEqual({ acknowledged: true, email: stranger.email });
  });

  it('does not give an account with a second factor the address of whoever opens it', async () => {
    const stranger = await personWith(app);
    await setUpAuthenticator(stranger);
    const victim = `victim-${stranger.email}`;
    await stranger.post('/api/email-confirmation/change', { email: victim, password: PASSWORD });
    expect(await open(await tokenTo(victim))).toMatchObject(refusedAs('PASSWORD_REQUIRED'));
    expect((await stranger.get('/api/session')).body['user']).toMatchObject({ email: stranger.email });
  });

  it('cannot be opened by them after the password was reset', async () => {
    const stranger = await personWith(app, { emailVerified: false });
    const next = `next-${stranger.email}`;
    await stranger.post('/api/email-confirmation/change', { email: next, password: PASSWORD });
    const token = await tokenTo(next);
    await resetPassword(stranger.email);
    expect(await stranger.post('/api/email-confirmation/confirm', { token })).toMatchObject(
      refusedAs('PASSWORD_REQUIRED'),
    );
    expect(await open(token, PASSWORD)).toMatchObject(refusedAs('WRONG_PASSWORD'));
    const { rows } = await app.database.pool.query('select email from people where id = $1', [stranger.id]);
    expect(rows).toEqual([{ email: stranger.email }]);
  });

  it.each([
    ['with the old password', 'WRONG_PASSWORD'],
    ['with an old session', 'PASSWORD_REQUIRED'],
  ])('is refused if the password is reset while they open it %s', async (how, code) => {
    const stranger = await personWith(app);
    const next = `next-${stranger.email}`;
    await stranger.post('/api/email-confirmation/change', { email: next, password: PASSWORD });
    const token = await tokenTo(next);
    const client = await app.database.pool.connect();
    try {
      // What a reset does in its transaction.
      await client.query('begin');
      await client.query('select from people where id = $1 for key share', [stranger.id]);
      await client.query(`update accounts set password = 'the hash of the new password' where person_id = $1`, [
        stranger.id,
      ]);
      await client.query('delete from sessions where person_id = $1', [stranger.id]);
      const opened =
        how === 'with an old session'
          ? stranger.post('/api/email-confirmation/confirm', { token })
          : open(token, PASSWORD);
      await expect.poll(() => countLockWaits(app.database.pool)).toBe(1);
      await client.query('commit');
      expect(await opened).toMatchObject(refusedAs(code));
    } finally {
      // A transaction that is still open ends with its connection.
      client.release(true);
    }
    const { rows } = await app.database.pool.query('select email from people where id = $1', [stranger.id]);
    expect(rows).toEqual([{ email: stranger.email }]);
  });
});

it('an owner who takes an account over gets the newest ten of the emails that a stranger caused before', async () => {
  await openOption(app.database.db, { treatment: 'Sleep lab' });
  const stranger = await personWith(app, { emailVerified: false });
  const day = (n: number) => mediumDateFromIso(new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10));
  for (let n = 3; n < 17; n += 1) {
    const bookingId = await bookedAs(stranger, {
      appointmentDate: day(n),
      treatment: 'Sleep lab',
      slot: '09:00 AM - 09:30 AM',
      price: 50,
    });
    expect((await stranger.post(`/api/bookings/${bookingId}/cancel`, {})).status).toBe(200);
    await app.deliverMail();
  }
  const cancelled = () =>
    app.mails.filter(({ to, subject }) => to === stranger.email && subject.endsWith('was cancelled'));
  expect(cancelled()).toEqual([]);
  await resetPassword(stranger.email);
  await app.deliverMail();
  const newest = Array.from({ length: 10 }, (_, n) => `Your appointment on ${day(n + 7)} was cancelled`);
  expect(cancelled().map(({ subject }) => subject)).toEqual(expect.arrayContaining(newest));
  expect(cancelled()).toHaveLength(10);

  const admin = await personWith(app, { isAdmin: true });
  const { body } = await admin.get(`/api/messages?state=dropped&search=${stranger.email}`);
  expect(body.filter((message) => Reflect.get(Object(message), 'kind') === 'appointment-cancelled')).toHaveLength(4);
});

it('an account that the clinic opened keeps its phone number when its owner chooses the first password', async () => {
  await openOption(app.database.db, { treatment: 'Cardiology' });
  const desk = await personWith(app, { isFrontDesk: true });
  const email = 'nora.new@example.org';
  const { body } = await desk.post('/api/appointments', {
    appointmentDate: mediumDateFromIso(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)),
    treatment: 'Cardiology',
    slot: '09:00 AM - 09:30 AM',
    newPatient: { name: 'Nora New', email },
    phone: '+49 1511 2345002',
  });
  expect(body).toMatchObject({ acknowledged: true });
  await resetPassword(email);
  expect((await desk.get('/api/patients?search=nora.new')).body).toMatchObject([{ phone: '+49 1511 2345002' }]);
  const owner = app.client();
  await owner.post('/api/auth/sign-in/email', { email, password: NEW_PASSWORD });
  expect((await owner.get('/api/session')).body['user']).toMatchObject({ email, emailVerified: true });
});

it('an account whose address was confirmed keeps its second factor, whoever resets the password', async () => {
  const person = await personWith(app);
  await setUpAuthenticator(person);
  await resetPassword(person.email);
  const { body } = await app.client().post('/api/auth/sign-in/email', { email: person.email, password: NEW_PASSWORD });
  expect(body).toMatchObject({ twoFactorRedirect: true });
  expect((await enterPassword(app, person)).answer.status).toBe(401);
});

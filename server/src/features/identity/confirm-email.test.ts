import { beforeEach, describe, expect, it } from 'vitest';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { queueMessage } from '../messages/index.ts';

const DAY = 86_400_000;
const app = await startTestApp();
beforeEach(() => {
  app.clock = undefined;
});

const later = (millis: number) => {
  app.clock = new Date(Date.now() + millis);
};
const mailsTo = async (email: string) => {
  await app.deliverMail();
  return app.mails.filter(({ to }) => to === email);
};
const tokenIn = (text = '') => /#token=(\S+)/.exec(text)?.[1] ?? '';
const confirm = (token: string, password: string | null = 'Correct1!') =>
  app.client().post('/api/email-confirmation/confirm', { token, ...(password === null ? {} : { password }) });

async function newcomer() {
  const person = await app.person({ isConfirmed: false });
  const [mail, ...others] = await mailsTo(person.email);
  expect(others).toEqual([]);
  const { rows } = await app.database.pool.query('select id from people where email = $1', [person.email]);
  return { person, mail, token: tokenIn(mail?.text), id: String(rows[0].id) };
}
const change = (personId: string) =>
  queueMessage(app.database.db, {
    kind: 'second-factor-changed',
    personId,
    about: { change: 'passkey-added' },
    now: app.clock ?? new Date(),
  });
const stateOf = async (id: string) =>
  (
    await app.database.pool.query(
      `select state, tries, said from outgoing_messages where person_id = $1 and kind = 'second-factor-changed'`,
      [id],
    )
  ).rows;

describe('a new account', () => {
  it('gets a link that confirms its address, also when opened twice, and with the password in any browser', async () => {
    const { person, mail, token } = await newcomer();
    expect(mail?.subject).toBe('Confirm your email address for Openhours');
    for (const _ of [1, 2]) {
      expect((await confirm(token)).body).toEqual({ acknowledged: true, email: person.email });
    }
    expect((await person.get('/api/session')).body['user']).toMatchObject({ emailVerified: true });
  });

  it('without a password is confirmed by the link alone', async () => {
    const { person, id, token } = await newcomer();
    expect(await confirm(token, null)).toMatchObject({ status: 409, body: { code: 'PASSWORD_REQUIRED' } });
    await app.database.pool.query('delete from accounts where person_id = $1', [id]);
    expect((await confirm(token, null)).body).toEqual({ acknowledged: true, email: person.email });
  });

  it('can ask for the link again, until it is confirmed', async () => {
    const { person, token } = await newcomer();
    expect((await person.post('/api/email-confirmation', {})).body).toEqual({ acknowledged: true, isConfirmed: false });
    expect(await mailsTo(person.email)).toHaveLength(2);
    await confirm(token);
    expect((await person.post('/api/email-confirmation', {})).body).toEqual({ acknowledged: true, isConfirmed: true });
    expect(await mailsTo(person.email)).toHaveLength(2);
  });

  it.each([true, false])(
    'gets no further link when somebody signs up with its address, confirmed: %s',
    async (isConfirmed) => {
      const { email } = await app.person({ isConfirmed });
      const before = await mailsTo(email);
      const again = { name: 'Eve', email, password: 'Correct1!' };
      expect((await app.client().post('/api/auth/sign-up/email', again)).status).toBe(422);
      later(60_001);
      expect(await mailsTo(email)).toEqual(before);
    },
  );
});

describe('until an address is confirmed', () => {
  it('other emails wait, and are sent on confirmation', async () => {
    const { person, id, token } = await newcomer();
    await change(id);
    expect(await mailsTo(person.email)).toHaveLength(1);
    expect(await stateOf(id)).toEqual([
      { state: 'waiting', tries: 0, said: 'The recipient has not confirmed this address yet.' },
    ]);
    await confirm(token);
    expect((await mailsTo(person.email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Confirm'),
      'A passkey was added to your account',
    ]);
  });

  it('one that is about to wait while the address is confirmed is sent, too', async () => {
    const { person, id, token } = await newcomer();
    await change(id);
    const { pool } = app.database;
    // Marking it as held takes a while.
    await pool.query(`
      create function wait_for_test() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(4711); return new; end $$;
      create trigger wait_for_test before update on outgoing_messages for each row
        when (new.is_held and not old.is_held) execute function wait_for_test()`);
    const blocker = await pool.connect();
    const waitingFor = async (count: number) => {
      await expect.poll(() => countLockWaits(pool)).toBeGreaterThanOrEqual(count);
    };
    try {
      await blocker.query('select pg_advisory_lock(4711)');
      const delivering = app.deliverMail();
      await waitingFor(1);
      const confirming = confirm(token);
      await Promise.race([confirming, waitingFor(2)]);
      await blocker.query('select pg_advisory_unlock(4711)');
      await Promise.all([delivering, confirming]);
    } finally {
      blocker.release();
      await pool.query('drop trigger wait_for_test on outgoing_messages');
    }
    expect(await mailsTo(person.email)).toHaveLength(2);
    expect(await stateOf(id)).toMatchObject([{ state: 'sent' }]);
  });

  it('they wait for a week, and their recipient is unreachable then', async () => {
    const { person, id } = await newcomer();
    await change(id);
    await app.deliverMail();
    later(6.9 * DAY);
    await app.deliverMail();
    expect(await stateOf(id)).toMatchObject([{ state: 'waiting' }]);
    later(7.1 * DAY);
    expect(await mailsTo(person.email)).toHaveLength(1);
    expect(await stateOf(id)).toMatchObject([
      { state: 'unreachable', said: 'The recipient did not confirm this address in time.' },
    ]);
  });

  it('a new password by email confirms it too', async () => {
    const { person, id } = await newcomer();
    await change(id);
    await person.post('/api/auth/request-password-reset', { email: person.email });
    const reset = (await mailsTo(person.email)).at(-1);
    await app.client().post('/api/auth/reset-password', { token: tokenIn(reset?.text), newPassword: 'Correct2!' });
    expect((await mailsTo(person.email)).at(-1)?.subject).toBe('A passkey was added to your account');
  });
});

describe('a link is refused', () => {
  const refused = { status: 409, body: { code: 'LINK_INVALID' } };

  it('after a week', async () => {
    const { token } = await newcomer();
    later(7.1 * DAY);
    expect(await confirm(token)).toMatchObject(refused);
  });

  it('for another person, another time, or with another signature', async () => {
    const [one, two] = [await newcomer(), await newcomer()];
    const [id, expires, signature] = one.token.split('.');
    for (const token of [
      `${two.id}.${expires}.${signature}`,
      `${id}.${Number(expires) + 1}.${signature}`,
      `${id}.${expires}.${'A'.repeat(43)}`,
      `${id}.${expires}.`,
      `${id}.1e99.${signature}`,
      `${id}.${expires}`,
      '',
      '..',
      'x'.repeat(300),
    ]) {
      expect(await confirm(token), token).toMatchObject(refused);
    }
    expect((await two.person.get('/api/session')).body['user']).toMatchObject({ emailVerified: false });
  });

  it('after the address was changed', async () => {
    const { id, token } = await newcomer();
    await app.database.pool.query('update people set email = $2 where id = $1', [id, `other-${id}@example.org`]);
    expect(await confirm(token)).toMatchObject(refused);
  });
});

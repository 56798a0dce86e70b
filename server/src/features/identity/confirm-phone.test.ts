import { beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { startSandbox } from '../../../testing/sandbox.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const MINUTE = 60_000;
let numbers = 0;
const sandbox = await startSandbox({ port: 0, production: false });
const app = await startTestApp({ sandbox, environment: { TEXT_MESSAGES: 'embedded' } });
beforeEach(() => {
  app.clock = undefined;
});

const later = (minutes: number) => {
  app.clock = new Date(Date.now() + minutes * MINUTE);
};
const freshNumber = () => `+4915198765${String((numbers += 1)).padStart(3, '0')}`;
const setPhone = (person: RoledClient, phone: string) => person.request('PUT', '/api/me/phone', { body: { phone } });
const send = (person: RoledClient) => person.post('/api/phone-confirmation', {});
const confirm = (person: RoledClient, code: string) => person.post('/api/phone-confirmation/confirm', { code });
const stateOf = async (person: RoledClient) => (await person.get('/api/phone-confirmation')).body;
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
async function lastCode(phone: string) {
  await app.deliverMail();
  return sandbox.twilio.messages(phone)[0]?.text.slice(0, 6) ?? '';
}
async function withPhone(phone = freshNumber()) {
  const person = await personWith(app);
  await setPhone(person, phone);
  return { person, phone };
}
/** A person to whom a code was sent. */
async function withCode() {
  const { person, phone } = await withPhone();
  expect((await send(person)).status).toBe(200);
  return { person, phone, code: await lastCode(phone) };
}

describe('a phone number', () => {
  it('is confirmed with the code that was sent to it', async () => {
    const { person, code } = await withCode();
    expect(code).toMatch(/^\d{6}$/);
    expect(await stateOf(person)).toMatchObject({ isOn: true, isConfirmed: false });
    expect((await person.get('/api/message-choices')).body).toMatchObject({ channels: ['email'] });
    expect(await confirm(person, ` ${code.slice(0, 3)} ${code.slice(3)} `)).toMatchObject({
      status: 200,
      body: { acknowledged: true, isConfirmed: true },
    });
    expect(await stateOf(person)).toMatchObject({ isConfirmed: true });
    expect((await person.get('/api/message-choices')).body).toMatchObject({ channels: ['email', 'text'] });
    expect((await send(person)).body).toMatchObject({ isConfirmed: true });
  });

  it('that changes is not confirmed any more, and stays so with the code of the old one', async () => {
    const { person, phone, code } = await withCode();
    await setPhone(person, freshNumber());
    expect((await confirm(person, code)).body).toMatchObject({ code: 'CODE_OVER' });
    await setPhone(person, phone);
    await confirm(person, code);
    await setPhone(person, phone);
    expect(await stateOf(person)).toMatchObject({ isConfirmed: true });
    await setPhone(person, freshNumber());
    expect(await stateOf(person)).toMatchObject({ isConfirmed: false });
    await setPhone(person, phone);
    expect(await stateOf(person)).toMatchObject({ isConfirmed: false });
  });

  it('can be confirmed by several people, each with their own code', async () => {
    const { person, phone, code } = await withCode();
    const { person: other } = await withPhone(phone);
    await send(other);
    const othersCode = await lastCode(phone);
    expect((await confirm(other, code === othersCode ? wrong(code) : code)).body).toMatchObject({ code: 'WRONG_CODE' });
    expect((await confirm(other, othersCode)).status).toBe(200);
    expect((await confirm(person, code)).status).toBe(200);
  });

  it.each([
    ['+4930901820', 'TAKES_NO_TEXTS'],
    ['+499001234567', 'TAKES_NO_TEXTS'],
  ])('%s, which is not a mobile one, gets no code', async (phone, code) => {
    const { person } = await withPhone(phone);
    expect((await send(person)).body).toMatchObject({ code });
  });

  it('and a confirmed address are required', async () => {
    expect((await send(await personWith(app))).body).toMatchObject({ code: 'NO_PHONE' });
    const newcomer = await personWith(app, { emailVerified: false });
    await setPhone(newcomer, freshNumber());
    expect((await send(newcomer)).body).toMatchObject({ code: 'EMAIL_NOT_CONFIRMED' });
  });
});

describe('a code', () => {
  it('stops working after ten minutes', async () => {
    const { person, code } = await withCode();
    later(11);
    expect((await confirm(person, code)).body).toMatchObject({ code: 'CODE_OVER' });
  });

  it('stops working once a new one was sent', async () => {
    const { person, phone, code } = await withCode();
    later(1);
    await send(person);
    const next = await lastCode(phone);
    if (next !== code) expect((await confirm(person, code)).body).toMatchObject({ code: 'WRONG_CODE' });
    expect((await confirm(person, next)).status).toBe(200);
  });

  it('stops working after five wrong attempts, even parallel or with idempotency keys', async () => {
    const { person, code } = await withCode();
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        person.request('POST', '/api/phone-confirmation/confirm', {
          body: { code: wrong(code) },
          headers: { 'idempotency-key': `guess-${person.id}-${number}` },
        }),
      ),
    );
    const codes = tries.map(({ body }) => String(body['code'])).toSorted();
    expect(codes).toEqual([...Array(3).fill('CODE_OVER'), ...Array(5).fill('WRONG_CODE')]);
    expect((await confirm(person, code)).body).toMatchObject({ code: 'CODE_OVER' });
  });

  it('of somebody else confirms nothing', async () => {
    const { code } = await withCode();
    const { person: eve } = await withPhone();
    expect((await confirm(eve, code)).body).toMatchObject({ code: 'CODE_OVER' });
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('%j is refused as no code', async (code) => {
    const { person } = await withCode();
    expect((await confirm(person, code)).status).toBe(400);
  });

  it('is in no table', async () => {
    const { code } = await withCode();
    for (const table of ['phone_codes', 'outgoing_messages', 'verifications']) {
      const { rows } = await app.database.pool.query(`select to_jsonb(t)::text as row from ${table} t`);
      const texts = rows.map(({ row }) => String(row).replaceAll(/"[0-9a-f-]{36}"|\d{4}-\d\d-\d\dT[^"]*|\+\d+/g, ''));
      expect(texts.some((text) => text.includes(code))).toBe(false);
    }
  });
});

describe('codes', () => {
  it('are at most three in an hour and six in a day for a person, with whatever numbers, also side by side', async () => {
    const { person } = await withPhone();
    const first = await Promise.all(Array.from({ length: 6 }, () => send(person)));
    expect(first.filter(({ status }) => status === 200)).toHaveLength(3);
    await setPhone(person, freshNumber());
    expect((await send(person)).body).toMatchObject({ code: 'TOO_MANY_CODES' });
    later(61);
    for (const status of [200, 200, 200, 409]) expect((await send(person)).status).toBe(status);
    later(130);
    expect((await send(person)).status).toBe(409);
    later(24 * 60 + 1);
    expect((await send(person)).status).toBe(200);
  });

  it('are at most three in an hour for a number, whoever asks, also after accounts are closed', async () => {
    const phone = freshNumber();
    const people = await Promise.all(Array.from({ length: 5 }, () => withPhone(phone)));
    const answers = await Promise.all(people.map(({ person }) => send(person)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    await Promise.all(people.map(({ person }) => person.post('/api/me/delete', { password: 'Correct1!' })));
    const { person } = await withPhone(phone);
    expect((await send(person)).body).toMatchObject({ code: 'TOO_MANY_CODES' });
  });

  it('are forgotten after a day', async () => {
    await withCode();
    // Later than the clock of the tests above.
    later(3 * 24 * 60);
    await app.sweep();
    expect((await app.database.pool.query('select * from phone_codes')).rows).toEqual([]);
  });
});

it('a clinic without text messages sends no codes and has no webhook', async () => {
  await using off = await startTestApp();
  const person = await personWith(off);
  await person.request('PUT', '/api/me/phone', { body: { phone: freshNumber() } });
  expect((await person.get('/api/phone-confirmation')).body).toMatchObject({ isOn: false });
  expect((await person.post('/api/phone-confirmation', {})).body).toMatchObject({ code: 'TEXTS_OFF' });
  const answer = await fetch(`${off.url}/api/webhooks/twilio`, { method: 'POST', body: new URLSearchParams() });
  expect(answer.status).toBe(404);
});

import { createHmac } from 'node:crypto';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { openOption } from '../../../testing/clinic.ts';
import { countLockWaits } from '../../../testing/lock-waits.ts';
import { startSandbox } from '../../../testing/sandbox.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { queueMessage } from './queue-message.ts';
import { markMessage, settleNoted, settleReported } from './store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
let numbers = 0;
const sandbox = await startSandbox({ port: 0, production: false });
const app = await startTestApp({
  sandbox,
  environment: { TEXT_MESSAGES: 'embedded', TEXTS_PER_PERSON: '2', TEXTS_PER_DAY: '8' },
});
beforeEach(async () => {
  await sandbox.twilio.settled();
  await app.database.pool.query('delete from outgoing_messages');
  await app.database.pool.query('delete from phone_codes');
  app.clock = undefined;
});
afterEach(() => {
  sandbox.twilio.outage(undefined);
  sandbox.twilio.choose('delivered');
  sandbox.twilio.deliverReports({ how: 'at-once' });
});

const sql = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows;
const rows = () => sql('select * from outgoing_messages order by id');
const later = (millis: number) => {
  app.clock = new Date(Date.now() + millis);
};
const freshNumber = () => `+4915112345${String((numbers += 1)).padStart(3, '0')}`;

async function personOf(phone: string, { isConfirmed = true } = {}) {
  const person = await personWith(app);
  await sql('update people set phone = $2 where id = $1', [person.id, phone]);
  if (isConfirmed) await sql('update people set phone_confirmed_at = now() where id = $1', [person.id]);
  return Object.assign(person, { phone });
}

/** Queues the message with a code, whose kind has a short form, as a stand-in for any message. */
async function queueCode({ id: personId, phone }: { id: string; phone: string }) {
  const now = app.clock ?? new Date();
  const [{ id }] = await sql(
    'insert into phone_codes (id, person_id, phone, sent_at) values (gen_random_uuid(), $1, $2, $3) returning id',
    [personId, phone, now],
  );
  await queueMessage(app.database.db, { kind: 'phone-code', channel: 'text', personId, about: { codeId: id }, now });
}
/** A message whose first try was left by a process that died. */
async function queueLeft(person: { id: string; phone: string }): Promise<string> {
  await queueCode(person);
  const left = "update outgoing_messages set state = 'sending', tries = 1, due_at = $1 returning id";
  const [{ id }] = await sql(left, [new Date()]);
  return id;
}
const deliver = async () => {
  await app.deliverMail();
  await sandbox.twilio.settled();
};

const dayAhead = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

describe('a reminder', () => {
  const theDayBefore = () => {
    app.clock = new Date(`${dayAhead(2)}T15:00Z`);
  };

  /** Books an appointment at 11:00 UTC in three days. */
  async function book({ forChild = false } = {}) {
    await app.remindFromNow();
    const person = await personOf(freshNumber());
    const child = { name: 'Mia Winter', dateOfBirth: '2018-05-04', relation: 'child' };
    const added = forChild ? await person.post('/api/me/dependants', child) : undefined;
    const { _id: treatedId } = (added?.body['dependant'] ?? {}) as { _id?: string };
    const { optionId } = await openOption(app.database.db, { treatment: 'Podiatry', priceMinor: 0 });
    const { name, email } = person;
    const appointmentDate = mediumDateFromIso(dayAhead(3));
    const request = {
      appointmentDate,
      slot: '11:00 AM - 11:30 AM',
      treatment: 'Podiatry',
      optionId,
      price: 0,
      phone: '',
    };
    const { body } = await person.post('/api/bookings', { ...request, patient: name, email, treatedId });
    expect(body).toMatchObject({ acknowledged: true });
    return person;
  }
  const wantTexts = (person: { request: RoledClient['request'] }) =>
    person.request('PUT', '/api/message-choices', { body: { topic: 'reminder-day', channel: 'text', on: true } });

  it('also goes to the telephone of somebody who wants that, once, and names no treatment', async () => {
    const person = await book();
    await wantTexts(person);
    theDayBefore();
    await deliver();
    await deliver();
    const texts = sandbox.twilio.messages(person.phone).map(({ text }) => text);
    expect(texts).toEqual([
      expect.stringMatching(/^Openhours: you have an appointment tomorrow, \w+ \d+, \d+, 11:00 AM/),
    ]);
    expect(texts.join()).not.toContain('Podiatry');
    expect(app.mails.filter(({ to, subject }) => to === person.email && subject.startsWith('Reminder'))).toHaveLength(
      1,
    );
  });

  it('names the person treated if that is not the recipient', async () => {
    const person = await book({ forChild: true });
    await wantTexts(person);
    theDayBefore();
    await deliver();
    await deliver();
    expect(sandbox.twilio.messages(person.phone)).toMatchObject([
      { text: expect.stringMatching(/Reference \w{6}\. It is for Mia Winter\.$/) },
    ]);
  });

  it('that is late after an outage wakes nobody up', async () => {
    const person = await book();
    await wantTexts(person);
    const sent: string[] = [];
    for (const time of ['03:00', '07:59', '08:00']) {
      app.clock = new Date(`${dayAhead(3)}T${time}Z`);
      await deliver();
      await deliver();
      if (sandbox.twilio.messages(person.phone).length > 0) sent.push(time);
    }
    expect(sent).toEqual(['08:00']);
  });

  it('that failed by day and is sent again at night wakes nobody up', async () => {
    const person = await book();
    await wantTexts(person);
    theDayBefore();
    sandbox.twilio.outage({ how: 'error-503' });
    await deliver();
    await deliver();
    sandbox.twilio.outage(undefined);
    const sent: string[] = [];
    for (const [days, time] of [
      [2, '23:30'],
      [3, '07:59'],
      [3, '08:00'],
    ] as const) {
      app.clock = new Date(`${dayAhead(days)}T${time}Z`);
      await deliver();
      if (sandbox.twilio.messages(person.phone).length > 0) sent.push(time);
    }
    expect(sent).toEqual(['08:00']);
  });

  it('goes to no telephone otherwise', async () => {
    const [unasked, unconfirmed] = [await book(), await book()];
    await wantTexts(unconfirmed);
    await sql('update people set phone_confirmed_at = null where id = $1', [unconfirmed.id]);
    theDayBefore();
    await deliver();
    for (const { phone } of [unasked, unconfirmed]) expect(sandbox.twilio.messages(phone)).toEqual([]);
  });
});

describe('an offer of the waiting list that is made at night', () => {
  it.each([
    ['waits until seven as a text message, and its email does not', '08:00', '07:00'],
    ['is sent as a text message at once if it ends before', '06:00', '00:30'],
  ])('%s', async (_, ends, sentAt) => {
    const day = dayAhead(2);
    app.clock = new Date(`${day}T00:30Z`);
    const person = await personOf(freshNumber());
    await person.request('PUT', '/api/message-choices', { body: { topic: 'waiting-list', channel: 'text', on: true } });
    await openOption(app.database.db, { treatment: 'Podiatry', priceMinor: 0 });
    const wanted = { treatment: 'Podiatry', from: dayAhead(4), to: dayAhead(4) };
    expect((await person.post('/api/waiting-list', wanted)).body).toMatchObject({ acknowledged: true });
    await app.offerSlots();
    await sql('update outgoing_messages set not_after = $1', [`${day}T${ends}Z`]);
    const sent: string[] = [];
    for (const time of ['00:30', '06:59', '07:00']) {
      app.clock = new Date(`${day}T${time}Z`);
      await deliver();
      await deliver();
      if (sandbox.twilio.messages(person.phone).length > 0) sent.push(time);
    }
    expect(sent[0]).toBe(sentAt);
    expect(app.mails.filter(({ to, subject }) => to === person.email && subject.includes('free for you'))).toHaveLength(
      1,
    );
  });
});

describe('a text message', () => {
  it('reaches the telephone, and its row says that it was delivered', async () => {
    const person = await personOf(freshNumber());
    await queueCode(person);
    await deliver();
    const [arrived] = sandbox.twilio.messages(person.phone);
    expect(arrived?.text).toMatch(/^\d{6} is your code for Openhours\. It is valid for 10 minutes\./);
    expect(arrived?.reportAnswers).toEqual([200, 200]);
    expect(await rows()).toMatchObject([
      { state: 'sent', tries: 1, provider_id: arrived?.sid, delivery: 'delivered', address: null },
    ]);
  });

  it('is listed for admins with its number, without its text', async () => {
    const admin = await personWith(app, { isAdmin: true });
    const person = await personOf(freshNumber());
    sandbox.twilio.choose('undelivered');
    await queueCode(person);
    await deliver();
    const { body } = await admin.get('/api/messages');
    expect(body).toMatchObject([
      {
        channel: 'text',
        to: { email: '', phone: expect.stringContaining('+49 151') },
        state: 'sent',
        delivery: 'undelivered',
        said: 'Twilio: the telephone could not be reached (30003).',
      },
    ]);
    const code = sandbox.twilio.messages(person.phone)[0]?.text.slice(0, 6);
    expect(code).toMatch(/^\d{6}$/);
    expect(JSON.stringify(body)).not.toContain(` ${code} `);
  });

  it('is tried again after an outage, which holds up no email', async () => {
    const person = await personOf(freshNumber());
    sandbox.twilio.outage({ how: 'error-503' });
    await queueCode(person);
    await queueMessage(app.database.db, { kind: 'password-reset', address: person.email, now: new Date() });
    await deliver();
    expect(await sql('select channel, state from outgoing_messages order by channel')).toEqual([
      { channel: 'email', state: 'sent' },
      { channel: 'text', state: 'waiting' },
    ]);
    sandbox.twilio.outage(undefined);
    later(2 * MINUTE);
    await deliver();
    expect(sandbox.twilio.messages(person.phone)).toHaveLength(1);
  });

  it('is not repeated if a report shows that it was taken, although no answer came', async () => {
    const person = await personOf(freshNumber());
    sandbox.twilio.outage({ how: 'lost-answer' });
    await queueCode(person);
    await deliver();
    sandbox.twilio.outage(undefined);
    later(5 * MINUTE);
    await deliver();
    expect(sandbox.twilio.messages(person.phone)).toHaveLength(1);
    expect(await rows()).toMatchObject([{ state: 'sent', delivery: 'delivered', tries: 1 }]);
  });

  it('is not repeated if the report comes before its try without an answer is over', async () => {
    await queueCode(await personOf(freshNumber()));
    const [{ id }] = await sql("update outgoing_messages set state = 'sending', tries = 1 returning id");
    const { db } = app.database;
    const now = new Date();
    await settleReported(db, { id, providerId: 'SM1', now });
    await markMessage(db, { id, tries: 1 }, { state: 'waiting', dueAt: now });
    await settleNoted(db, { id, now });
    expect(await rows()).toMatchObject([{ state: 'sent', provider_id: 'SM1' }]);
  });

  it('is not repeated if the report comes after the process died that sent it', async () => {
    const person = await personOf(freshNumber());
    const id = await queueLeft(person);
    await settleReported(app.database.db, { id, providerId: 'SM1', now: new Date() });
    await deliver();
    expect(sandbox.twilio.messages(person.phone)).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'sent', provider_id: 'SM1' }]);
  });

  it('is not repeated if the report comes while it is being written again', async () => {
    const person = await personOf(freshNumber());
    const id = await queueLeft(person);
    const writing = await app.database.pool.connect();
    await writing.query('begin');
    await writing.query('lock table phone_codes');
    const delivered = deliver();
    await expect.poll(() => countLockWaits(app.database.pool, 'relation'), { timeout: 30_000 }).toBe(1);
    await settleReported(app.database.db, { id, providerId: 'SM1', now: new Date() });
    await writing.query('commit');
    writing.release();
    await delivered;
    expect(sandbox.twilio.messages(person.phone)).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'sent', provider_id: 'SM1', tries: 2 }]);
  });

  it('is repeated once if nobody says whether it was taken', async () => {
    const person = await personOf(freshNumber());
    sandbox.twilio.deliverReports({ how: 'never' });
    sandbox.twilio.outage({ how: 'lost-answer' });
    await queueCode(person);
    for (const minutes of [0, 2, 5, 9]) {
      later(minutes * MINUTE);
      await deliver();
    }
    expect(sandbox.twilio.messages(person.phone)).toHaveLength(2);
    expect(await rows()).toMatchObject([{ state: 'failed', tries: 2 }]);
  });

  it('goes to no number that is not confirmed, unless it is the code', async () => {
    const person = await personOf(freshNumber(), { isConfirmed: false });
    await queueMessage(app.database.db, {
      kind: 'second-factor-changed',
      channel: 'text',
      personId: person.id,
      about: { change: 'passkey-added' },
      now: new Date(),
    });
    await queueCode(person);
    await deliver();
    expect(await sql('select kind, state, said from outgoing_messages order by kind')).toEqual([
      { kind: 'phone-code', state: 'sent', said: expect.any(String) },
      {
        kind: 'second-factor-changed',
        state: 'dropped',
        said: 'The recipient has not confirmed a phone number.',
      },
    ]);
  });

  it('after STOP unconfirms the number, of everyone who has it', async () => {
    const phone = freshNumber();
    const [one, other] = [await personOf(phone), await personOf(phone)];
    sandbox.twilio.answer(phone, 'STOP');
    await queueCode(one);
    await deliver();
    expect(await rows()).toMatchObject([{ state: 'failed', said: 'Twilio: the recipient has answered STOP (21610).' }]);
    expect(await sql('select phone_confirmed_at from people where id = any($1)', [[one.id, other.id]])).toEqual([
      { phone_confirmed_at: null },
      { phone_confirmed_at: null },
    ]);
  });
});

describe('the limits', () => {
  /** Messages of another kind than codes, that were sent. */
  const sentBefore = (personId: string, count: number, at = new Date()) =>
    sql(
      `insert into outgoing_messages (id, kind, channel, person_id, about, state, queued_at, due_at, try_until, ended_at)
       select gen_random_uuid(), 'running-late', 'text', $1, '{}', 'sent', $3, $3, $3, $3 from generate_series(1, $2)`,
      [personId, count, at],
    );
  const queueOther = (personId: string) =>
    queueMessage(app.database.db, { kind: 'running-late', channel: 'text', personId, now: app.clock ?? new Date() });
  const saidOfLast = async () =>
    (await sql('select state, said from outgoing_messages order by queued_at desc, id desc limit 1'))[0];

  it('of a person drops what is more in 24 hours, and not their code', async () => {
    const person = await personOf(freshNumber());
    await sentBefore(person.id, 2, new Date(Date.now() - HOUR));
    await queueOther(person.id);
    await deliver();
    expect(await saidOfLast()).toEqual({
      state: 'dropped',
      said: 'The recipient had as many text messages in 24 hours as TEXTS_PER_PERSON allows.',
    });
    await queueCode(person);
    await deliver();
    expect(sandbox.twilio.messages(person.phone)).toHaveLength(1);
  });

  it('leaves a message of a kind that only a newer version knows for it', async () => {
    const person = await personOf(freshNumber());
    await sentBefore(person.id, 2, new Date(Date.now() - HOUR));
    const kind = 'something-new' as never;
    await queueMessage(app.database.db, { kind, channel: 'text', personId: person.id, now: new Date() });
    await deliver();
    expect(await sql('select state, tries from outgoing_messages where kind = $1', [kind])).toEqual([
      { state: 'waiting', tries: 0 },
    ]);
  });

  it('of the clinic fails what is more, which admins can send again later', async () => {
    const admin = await personWith(app, { isAdmin: true });
    const person = await personOf(freshNumber());
    await sentBefore(admin.id, 8, new Date(Date.now() - HOUR));
    await queueCode(person);
    await deliver();
    expect(sandbox.twilio.messages(person.phone)).toEqual([]);
    const { body } = await admin.get('/api/messages?state=failed');
    const [failed] = body as unknown as [{ _id: string; said: string }];
    expect(failed.said).toContain('as many text messages in 24 hours as TEXTS_PER_DAY allows');
    await sql("update outgoing_messages set ended_at = now() - interval '25 hours' where kind = 'running-late'");
    await admin.post(`/api/messages/${failed._id}/retry`, {});
    await deliver();
    expect(sandbox.twilio.messages(person.phone)).toHaveLength(1);
  });

  it('let codes be at most half of what the clinic sends', async () => {
    const others = await Promise.all(Array.from({ length: 9 }, () => personOf(freshNumber())));
    for (const person of others) await queueCode(person);
    await deliver();
    expect(await saidOfLast()).toMatchObject({
      state: 'failed',
      said: expect.stringMatching(/at most half of TEXTS_PER_DAY/),
    });
    const [{ id } = { id: '' }] = others;
    await queueOther(id);
    await deliver();
    expect(await saidOfLast()).not.toMatchObject({ said: expect.stringMatching(/^The clinic has sent/) });
  });

  it('hold under parallel attempts', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => personOf(freshNumber())));
    for (const person of people) await queueCode(person);
    await deliver();
    const arrived = people.flatMap(({ phone }) => sandbox.twilio.messages(phone));
    expect(arrived).toHaveLength(4);
    expect(await sql('select state, count(*)::int from outgoing_messages group by state order by state')).toEqual([
      { state: 'failed', count: 4 },
      { state: 'sent', count: 4 },
    ]);
  });

  it('count what was sent to a person who has closed their account since', async () => {
    const person: RoledClient = await personOf(freshNumber());
    await sentBefore(person.id, 4);
    await person.post('/api/me/delete', { password: 'Correct1!' });
    expect(await sql("select person_id from outgoing_messages where channel = 'text'")).toEqual(
      Array.from({ length: 4 }, () => ({ person_id: null })),
    );
  });
});

describe('a report of delivery', () => {
  async function sentMessage() {
    sandbox.twilio.deliverReports({ how: 'never' });
    const person = await personOf(freshNumber());
    await queueCode(person);
    await deliver();
    const [{ id }] = (await rows()) as [{ id: string }];
    const [message] = sandbox.twilio.messages(person.phone);
    return { person, id, sid: message?.sid ?? '' };
  }
  const report = (
    fields: Record<string, string>,
    { id, token = sandbox.twilio.authToken, signedId = id }: { id: string; token?: string; signedId?: string },
  ) => {
    const url = (of: string) => `${app.config.localUrl}/api/webhooks/twilio?message=${of}`;
    const text = Object.entries(fields)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flat()
      .join('');
    return fetch(url(id), {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: {
        'x-twilio-signature': createHmac('sha1', token)
          .update(url(signedId) + text)
          .digest('base64'),
      },
    });
  };
  const delivery = async () => (await sql('select delivery from outgoing_messages'))[0].delivery;

  it('is refused without the right signature of the address and of every field', async () => {
    const { id, sid } = await sentMessage();
    const fields = { MessageSid: sid, MessageStatus: 'delivered' };
    expect((await report(fields, { id, token: 'wrong' })).status).toBe(403);
    expect((await report(fields, { id, signedId: '01970000-0000-7000-8000-000000000000' })).status).toBe(403);
    const unsigned = await fetch(`${app.url}/api/webhooks/twilio?message=${id}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    expect(unsigned.status).toBe(403);
    expect(await delivery()).toBeNull();
    expect((await report(fields, { id })).status).toBe(200);
    expect(await delivery()).toBe('delivered');
  });

  it("that comes twice, late or in another order never undoes 'delivered'", async () => {
    const { id, sid } = await sentMessage();
    for (const [status, expected] of [
      ['undelivered', 'undelivered'],
      ['sent', 'undelivered'],
      ['delivered', 'delivered'],
      ['undelivered', 'delivered'],
      ['queued', 'delivered'],
      ['delivered', 'delivered'],
    ] as const) {
      const answer = await report({ MessageSid: sid, MessageStatus: status, ErrorCode: '30003' }, { id });
      expect({ status: answer.status, delivery: await delivery() }).toEqual({ status: 200, delivery: expected });
    }
    expect(await rows()).toMatchObject([{ state: 'sent', tries: 1 }]);
  });

  it('about a message that is not there is taken and changes nothing', async () => {
    for (const id of ['01970000-0000-7000-8000-000000000000', 'no-id']) {
      const answer = await report({ MessageSid: 'SM1', MessageStatus: 'delivered' }, { id });
      expect(answer.status).toBe(200);
    }
  });

  it('of STOP unconfirms the number', async () => {
    const { person, id, sid } = await sentMessage();
    await report({ MessageSid: sid, MessageStatus: 'undelivered', ErrorCode: '21610', To: person.phone }, { id });
    expect(await sql('select phone_confirmed_at from people where id = $1', [person.id])).toEqual([
      { phone_confirmed_at: null },
    ]);
  });
});

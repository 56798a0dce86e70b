import { drizzle } from 'drizzle-orm/node-postgres';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import * as schema from '../../database/schema/index.ts';
import { addressless, people } from '../../database/schema/index.ts';
import type { Mail, MailOutcome } from '../../providers/mail/port.ts';
import { listMessages } from './list-messages.ts';
import { countOutbox } from './outbox-counts.ts';
import { queueMessage } from './queue-message.ts';
import { retryMessages } from './store.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = new Date('2030-05-06T08:00:00Z');

/** The mail server's answers, in order; then it accepts. */
let answers: (MailOutcome['kind'] | Error)[] = [];
let tried: Mail[] = [];

const app = await startTestApp({
  through: {
    mail: {
      send: async (mail) => {
        tried.push(mail);
        const answer = answers.shift() ?? 'accepted';
        if (answer instanceof Error) throw answer;
        return { kind: answer, said: `It was ${answer}.` };
      },
    },
  },
});
const { email } = await app.person();
beforeEach(async () => {
  app.clock = START;
  answers = [];
  await app.database.pool.query('delete from outgoing_messages');
  tried = [];
});

/** The time `millis` after the start. */
const later = (millis: number) => {
  app.clock = new Date(START.getTime() + millis);
};

/** Any message will do: this one needs an account only. */
async function queue(more: Partial<Parameters<typeof queueMessage>[1]> = {}) {
  const { db } = app.database;
  await db.transaction((tx) => queueMessage(tx, { kind: 'password-reset', address: email, now: START, ...more }));
}

async function rows() {
  const found = await app.database.pool.query('select * from outgoing_messages order by id');
  return found.rows as Record<string, unknown>[];
}

describe('a message', () => {
  it('is not sent if its transaction is rolled back', async () => {
    const { db } = app.database;
    const undone = db.transaction(async (tx) => {
      await queueMessage(tx, { kind: 'password-reset', address: email, now: START });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await app.deliverMail();
    expect(tried).toEqual([]);
  });

  it('that somebody waits for overtakes those that nobody waits for', async () => {
    const person = await personWith(app);
    const about = { change: 'passkey-added' };
    for (let count = 0; count < 20; count += 1) {
      await queue({ kind: 'second-factor-changed', personId: person.id, address: undefined as never, about });
    }
    await queue();
    await app.deliverMail();
    expect(tried).toHaveLength(21);
    expect(tried[0]?.to).toBe(email);
  });

  it('waits for its time, and is dropped when it is too late', async () => {
    await queue({ notBefore: new Date(START.getTime() + MINUTE) });
    await queue({ notAfter: new Date(START.getTime() - 1) });
    await app.deliverMail();
    expect(tried).toEqual([]);
    expect((await rows()).map(({ state }) => String(state)).toSorted()).toEqual(['dropped', 'waiting']);
    later(MINUTE);
    await app.deliverMail();
    expect(tried).toHaveLength(1);
  });

  it('that nobody waits for any more is dropped, with its address', async () => {
    await queue({ address: 'nobody@example.org' });
    await app.deliverMail();
    expect(tried).toEqual([]);
    expect(await rows()).toMatchObject([
      { state: 'dropped', address: null, said: 'There is no account with the address.' },
    ]);
  });

  it('has no link or token in its row, neither before nor after', async () => {
    await queue();
    const before = JSON.stringify(await rows());
    await app.deliverMail();
    const token = /token=(\S+)/.exec(tried[0]?.text ?? '')?.[1] ?? '';
    expect(token).toMatch(/^[\w-]{32}\./);
    expect(before + JSON.stringify(await rows())).not.toContain(token);
  });

  it('to a person who is deleted is deleted', async () => {
    const person = await app.person();
    await queue({ address: person.email });
    const { body } = await person.get('/api/me/export');
    expect(JSON.stringify(body)).not.toContain('password-reset');
    expect((await person.post('/api/me/delete', { password: 'Correct1!' })).status).toBe(200);
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['sent', 'accepted'],
    ['failed', 'refused'],
  ] as const)(
    'to a deleted person says nothing about them once it was %s, and is not sent again',
    async (state, answer) => {
      const admin = await personWith(app, { isAdmin: true });
      const person = await personWith(app);
      await admin.request('DELETE', `/api/users/${person.id}`);
      const to = { personId: person.id, address: person.email };
      await queue({ kind: 'calendar-feed-changed', about: { change: 'ended' }, ...to });
      answers = ['unreachable', answer];
      await app.deliverMail();
      expect(await rows()).toMatchObject([{ state: 'waiting', address: person.email }]);
      later(DAY);
      await app.deliverMail();
      expect(tried.map((mail) => mail.to)).toEqual([person.email, person.email]);
      expect(await rows()).toMatchObject([{ state, person_id: null, address: null, about: {}, said: null }]);
      expect((await admin.get('/api/messages')).body).toMatchObject([
        { to: { name: '', email: '', phone: '' }, can: { retry: false } },
      ]);
      expect(await retryMessages(app.database.db, { now: app.clock ?? START })).toBe(0);
    },
  );

  it('to a deleted person who had not confirmed their address is dropped at once, with their name', async () => {
    const person = await personWith(app, { emailVerified: false });
    await person.post('/api/me/delete', { password: 'Correct1!' });
    await queue({ kind: 'calendar-feed-changed', personId: person.id, address: person.email });
    await app.deliverMail();
    expect(tried).toEqual([]);
    const said = 'The recipient has no account any more.';
    expect(await rows()).toMatchObject([{ state: 'dropped', person_id: null, address: null, said }]);
  });

  it('is forgotten a month after it was sent', async () => {
    await queue();
    await app.deliverMail();
    later(29 * DAY);
    await app.sweep();
    expect(await rows()).toHaveLength(1);
    later(31 * DAY);
    await app.sweep();
    expect(await rows()).toEqual([]);
  });
});

describe('if the mail server', () => {
  it.each(['unreachable', 'refused-for-now'] as const)(
    'is %s, a message is tried again with longer and longer pauses, and fails after a day',
    async (outcome) => {
      await queue();
      answers = Array.from({ length: 100 }, () => outcome);
      const expected = [0, 1, 3, 7, 15, 30, ...Array.from({ length: 24 }, (_, hour) => (hour + 1) * 60)];
      const at: number[] = [];
      // A try at any other time would be seen a minute before the next expected one.
      const looks = [...expected.slice(1), 25 * 60, 26 * 60].flatMap((minute) => [minute - 1, minute]);
      for (const minute of [0, ...looks]) {
        later(minute * MINUTE);
        const before = tried.length;
        await app.deliverMail();
        if (tried.length > before) at.push(minute);
        // Operators are alarmed by its age, also between two tries.
        const { due, oldestDueSeconds } = await countOutbox(
          app.database.db,
          new Date(START.getTime() + minute * MINUTE),
        );
        expect({ due, oldestDueSeconds }).toEqual(
          minute < 1440 ? { due: 1, oldestDueSeconds: minute * 60 } : { due: 0, oldestDueSeconds: 0 },
        );
      }
      expect(at).toEqual(expected);
      expect(new Set(tried.map(({ messageId }) => messageId)).size).toBe(1);
      expect(await rows()).toMatchObject([{ state: 'failed', said: `It was ${outcome}.`, tries: at.length }]);
    },
  );

  it('refuses a message, it is not sent again', async () => {
    await queue();
    answers = ['refused'];
    await app.deliverMail();
    later(DAY);
    await app.deliverMail();
    expect(tried).toHaveLength(1);
    expect(await rows()).toMatchObject([{ state: 'failed', said: 'It was refused.' }]);
  });

  it('is down, others are not tried at once: each run finds that out with a few', async () => {
    for (let count = 0; count < 40; count += 1) await queue();
    answers = Array.from({ length: 40 }, () => 'unreachable');
    await app.deliverMail();
    expect(tried.length).toBeLessThanOrEqual(9);
    answers = [];
    later(MINUTE);
    await app.deliverMail();
    expect((await rows()).map(({ state }) => state)).toEqual(Array(40).fill('sent'));
  });

  it('had a message and gave no answer, it is repeated once, with the same Message-ID', async () => {
    await queue();
    answers = ['unknown', 'unknown'];
    for (const hours of [0, 1, 2, 3]) {
      later(hours * 60 * MINUTE);
      await app.deliverMail();
    }
    expect(tried).toHaveLength(2);
    expect(new Set(tried.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await rows()).toMatchObject([{ state: 'failed', said: expect.stringContaining('may have arrived') }]);
  });
});

describe('if a node dies while it sends', () => {
  it('a message, another node sends it once, after two minutes', async () => {
    await queue();
    answers = [new Error('killed'), new Error('killed')];
    await app.deliverMail();
    later(MINUTE);
    await app.deliverMail();
    expect(tried).toHaveLength(1);
    for (const minutes of [2, 4, 6, 60]) {
      later(minutes * MINUTE);
      await app.deliverMail();
    }
    expect(tried).toHaveLength(2);
    expect(await rows()).toMatchObject([{ state: 'failed', tries: 3 }]);
  });

  it('and is slow instead, its mark does not undo what the next node did', async () => {
    await queue();
    const release = Promise.withResolvers<void>();
    answers = [];
    await using slow = await startTestApp({
      beside: app,
      through: {
        mail: { send: () => release.promise.then(() => ({ kind: 'refused', said: 'Too late.' })) },
      },
    });
    slow.clock = START;
    const stuck = slow.deliverMail();
    await expect.poll(async () => (await rows())[0]?.['state']).toBe('sending');
    later(2 * MINUTE);
    await app.deliverMail();
    release.resolve();
    await stuck;
    expect(await rows()).toMatchObject([{ state: 'sent', said: 'It was accepted.' }]);
  });
});

describe('an admin', () => {
  it('sees whom, what about and what the mail server said, and no text', async () => {
    const { admin } = await withFailed();
    await queue({ address: 'new@example.org' });
    const { body } = await admin.get('/api/messages');
    expect(body).toMatchObject([
      { to: { name: '', email: 'new@example.org' }, state: 'waiting', tries: 0, can: { retry: false } },
      { kind: 'password-reset', to: { email }, state: 'failed', said: 'It was refused.', can: { retry: true } },
    ]);
    expect(Object.keys((body as unknown as object[])[0] ?? {}).toSorted()).toEqual(
      ['_id', 'can', 'channel', 'kind', 'nextTryAt', 'queuedAt', 'state', 'to', 'tries'].toSorted(),
    );
    const states = async (query: string) =>
      ((await admin.get(`/api/messages?${query}`)).body as unknown as { state: string }[]).map(({ state }) => state);
    expect(await states('state=failed')).toEqual(['failed']);
    expect(await states('state=sent')).toEqual([]);
    const [first] = body as unknown as { _id: string; queuedAt: string }[];
    expect(await states(`cursor=${first?.queuedAt},${first?._id}`)).toEqual(['failed']);
  });

  it('sees who has no address, with their number, so that somebody can call', async () => {
    const admin = await personWith(app, { isAdmin: true });
    const id = uuidv7();
    const person = { id, name: 'Tessa Telephone', email: addressless(id), phone: '+4930901820' };
    await app.database.db.insert(people).values(person);
    await queue({ kind: 'second-factor-changed', personId: id, address: undefined as never });
    await app.deliverMail();
    expect((await admin.get('/api/messages?state=unreachable')).body).toMatchObject([
      {
        to: { name: 'Tessa Telephone', email: '', phone: '+49 30 901820' },
        state: 'unreachable',
        said: 'The recipient has no email address.',
        can: { retry: false },
      },
    ]);
    expect((await admin.get('/api/messages?state=dropped')).body).toEqual([]);
  });

  it('finds messages by name and present address of the recipient, and by the address of somebody without an account', async () => {
    const admin = await personWith(app, { isAdmin: true });
    const zoe = await personWith(app, { name: 'Zoë Zimmer' });
    await queue({ kind: 'second-factor-changed', personId: zoe.id, address: undefined as never });
    await queue({ kind: 'invitation', address: 'Xaver.100%@example.org' });
    await queue();
    const found = async (query: string) => {
      const { body } = await admin.get(`/api/messages?${query}`);
      return (body as unknown as { to: { name: string; email: string } }[]).map(({ to }) => to.name || to.email);
    };
    expect(await found('search=zimmer+zoe')).toEqual(['Zoë Zimmer']);
    expect(await found(`search=${zoe.email}`)).toEqual(['Zoë Zimmer']);
    expect(await found('search=xaver.100%25')).toEqual(['Xaver.100%@example.org']);
    expect(await found('search=xaver+zimmer')).toEqual([]);
    expect(await found('search=1%25%25')).toEqual([]);
    expect(await found('search=zoe&state=sent')).toEqual([]);
    expect(await found('search=example.org&limit=2')).toHaveLength(2);
    const all = (await admin.get('/api/messages?search=example.org')).body as unknown as Record<string, string>[];
    const last = `cursor=${all[1]?.['queuedAt']},${all[1]?.['_id']}`;
    expect(await found(`search=example.org&${last}`)).toHaveLength(1);
  });

  it('finds the messages to somebody by indexes', async () => {
    const { pool } = app.database;
    const admin = await personWith(app, { isAdmin: true, name: 'Ada Needle' });
    await pool.query(
      `insert into outgoing_messages (id, kind, person_id, address, about, state, queued_at, due_at, try_until, ended_at)
       select gen_random_uuid(), 'receipt', gen_random_uuid(), case when n % 20 = 0 then 'a-' || n || '@example.org' end,
         '{}', 'sent', $1, $1, $1, $1 from generate_series(1, 20000) n`,
      [START],
    );
    await queue({ kind: 'second-factor-changed', personId: admin.id, address: undefined as never });
    await pool.query('analyze outgoing_messages');
    const asked: { query: string; params: unknown[] }[] = [];
    const logger = { logQuery: (query: string, params: unknown[]) => void asked.push({ query, params }) };
    const page = { state: undefined, search: 'ada needle', limit: 50, after: undefined };
    const rows = await listMessages(drizzle({ client: pool, schema, logger }), page);
    expect(rows.map(({ person }) => person?.name)).toEqual(['Ada Needle']);
    const { query = '', params } = asked.at(-1) ?? {};
    const plan = JSON.stringify((await pool.query(`explain ${query}`, params)).rows);
    expect(plan).toContain('outgoing_messages_to_person');
    expect(plan).toContain('outgoing_messages_by_address');
    expect(plan).not.toMatch(/Seq Scan on outgoing_messages|outgoing_messages_by_queueing/);
  });

  it('sees one of a kind that only a newer version knows', async () => {
    const admin = await personWith(app, { isAdmin: true });
    await queue({ kind: 'something-new' as never });
    expect((await admin.get('/api/messages')).body).toMatchObject([{ kind: 'something-new', state: 'waiting' }]);
  });

  it('sees the messages in the order in which they were queued, whatever their ids', async () => {
    const admin = await personWith(app, { isAdmin: true });
    for (const minute of [2, 0, 1, 3]) {
      const id = `0196a000-0000-7000-8000-00000000000${9 - minute}`;
      await queue({ id, now: new Date(START.getTime() + minute * MINUTE) });
    }
    const list = async (query: string) =>
      (await admin.get(`/api/messages?${query}`)).body as unknown as { _id: string; queuedAt: string }[];
    const first = await list('limit=2');
    // The row that the cursor names is deleted before the next page is loaded.
    await app.database.pool.query('delete from outgoing_messages where id = $1', [first[1]?._id]);
    const rest = await list(`limit=2&state=waiting&cursor=${first[1]?.queuedAt},${first[1]?._id}`);
    expect([...first, ...rest].map(({ queuedAt }) => queuedAt.slice(14, 16))).toEqual(['03', '02', '01', '00']);
  });

  it('sends a failed one again once, and logs it', async () => {
    const { admin, id } = await withFailed();
    const again = () => admin.post(`/api/messages/${id}/retry`, {});
    expect((await again()).body).toEqual({ acknowledged: true });
    expect(await again()).toMatchObject({ status: 409, body: { code: 'NOT_FAILED' } });
    await app.deliverMail();
    expect(tried).toHaveLength(2);
    expect(await rows()).toMatchObject([{ state: 'sent', tries: 2 }]);
    const { body } = await admin.get('/api/audit?what=send-message-again');
    expect(body).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'done', detail: 'Of the kind password-reset' }]);
    expect(JSON.stringify(body)).not.toContain(email);
  });

  it('sends all that failed again, and logs it', async () => {
    const { admin } = await withFailed();
    await queue();
    answers = ['refused'];
    await app.deliverMail();
    expect((await admin.post('/api/messages/retry', {})).body).toEqual({ acknowledged: true, queued: 2 });
    await app.deliverMail();
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent']);
    const { body } = await admin.get('/api/audit?what=send-message-again');
    expect(body).toMatchObject([{ outcome: 'done', detail: 'All that had failed: 2' }, {}, {}]);
  });

  async function withFailed() {
    const admin = await personWith(app, { isAdmin: true });
    await queue();
    answers = ['refused'];
    await app.deliverMail();
    return { admin, id: String((await rows())[0]?.['id']) };
  }
});

it('two nodes send the same messages, each once', async () => {
  await using other = await startTestApp({ beside: app });
  other.clock = START;
  for (let count = 0; count < 200; count += 1) await queue();
  await Promise.all([app.deliverMail(), other.deliverMail()]);
  expect(tried.length + other.mails.length).toBe(200);
  expect(other.mails.length).toBeGreaterThan(0);
});

it.each([
  ['busy with requests sends one message', { busy: 0 }, 1],
  ['not busy sends three messages', { busy: 10 }, 3],
])('a node that is %s at a time, and all that are due', async (_name, workQueue, most) => {
  const enough = Promise.withResolvers<void>();
  const sending = { now: 0, most: 0, ended: 0 };
  const send = async () => {
    sending.now += 1;
    sending.most = Math.max(sending.most, sending.now);
    if (sending.now === most) enough.resolve();
    await enough.promise;
    // Time in which another lane would begin.
    await app.database.pool.query('select 1');
    sending.now -= 1;
    sending.ended += 1;
    return { kind: 'accepted', said: 'It was accepted.' } as const;
  };
  await using node = await startTestApp({ beside: app, workQueue, mailLanes: 3, through: { mail: { send } } });
  node.clock = START;
  for (let count = 0; count < 10; count += 1) await queue();
  await node.deliverMail();
  expect(sending).toEqual({ now: 0, most, ended: 10 });
});

it('a message that is queued while another waits for its mail server is sent meanwhile', async () => {
  const answered = Promise.withResolvers<void>();
  let sent = 0;
  const send = async () => {
    sent += 1;
    if (sent === 1) await answered.promise;
    return { kind: 'accepted', said: 'It was accepted.' } as const;
  };
  await using node = await startTestApp({ beside: app, mailLanes: 2, through: { mail: { send } } });
  node.clock = START;
  await queue();
  const waiting = node.deliverMail();
  await expect.poll(() => sent).toBe(1);
  // The other lane has found nothing by then.
  await node.database.pool.query('select pg_sleep(0.2)');
  await queue();
  void node.deliverMail();
  await expect.poll(() => sent).toBe(2);
  answered.resolve();
  await waiting;
});

it('a node that runs sends a message soon after the commit', async () => {
  await app.live.ready();
  app.clock = undefined;
  app.startMail();
  await queue({ now: new Date() });
  await expect.poll(() => tried.length).toBe(1);
});

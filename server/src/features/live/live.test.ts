import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveEvent } from '@openhours/contract/live.ts';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { bookAs } from '../../../testing/book.ts';
import { openOption } from '../../../testing/clinic.ts';
import { conversationOn, doctorWithPost, markRead, say, writePost } from '../../../testing/conversations.ts';
import { type EventStream, openEventStream } from '../../../testing/event-stream.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { deleteOldRows } from '../../database/retention.ts';
import { createLog } from '../../log/create-log.ts';
import { makeAdmin } from '../people/index.ts';
import { createLiveHub } from './hub.ts';
import { publish } from './index.ts';

const HEARTBEAT_MILLIS = 300;
/** People get one second; a busy test machine gets more. */
const PROMPTLY_MILLIS = 20_000;

const open: EventStream[] = [];

const app = await startTestApp({ heartbeatMillis: HEARTBEAT_MILLIS });
/** Another node of the same clinic. */
const beside = await startTestApp({ beside: app, heartbeatMillis: HEARTBEAT_MILLIS });
const { optionId } = await openOption(app.database.db, { treatment: 'Cardiology' });
const { doctor, postId } = await doctorWithPost(app);
const patient = await app.person();
const stranger = await app.person();
const conversationId = (await conversationOn(patient, postId))._id;
const { rows } = await app.database.db.execute(sql`select id from people where email = ${doctor.email}`);
const doctorId = String(rows[0]?.['id']);

beforeEach(() => {
  app.clock = undefined;
});

afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function listen(
  who: TestClient,
  { lastEventId, at = app }: { lastEventId?: string | undefined; at?: TestApp } = {},
): Promise<EventStream> {
  const stream = await openEventStream(who, at.url, { lastEventId });
  open.push(stream);
  return stream;
}

const isMessage = (text: string) => (event: LiveEvent) => event.type === 'message' && event.message.message === text;
const texts = (stream: EventStream) =>
  stream.received.flatMap(({ event }) => (event.type === 'message' ? [event.message.message] : []));
const types = (stream: EventStream) => stream.received.map(({ event }) => event.type);
const publishPost = (to: string[] | 'everyone', postId: string) =>
  publish(app.database.db, { to, event: { type: 'post', postId, by: 'x@example.org', change: 'new' } });
const postIds = (stream: EventStream) =>
  stream.received.flatMap(({ event }) => (event.type === 'post' ? [event.postId] : []));

describe('a connection', () => {
  it('starts with a ready event and the id to resume from', async () => {
    const stream = await listen(patient);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const { headers } = await patient.get('/api/session');
    for (const name of ['content-security-policy', 'referrer-policy', 'x-content-type-options', 'x-frame-options']) {
      expect([name, stream.headers.get(name)]).toEqual([name, headers.get(name) ?? 'set']);
    }
    expect(stream.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(stream.received[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      event: { type: 'ready', resumed: false },
    });
  });

  it('sends heartbeats', async () => {
    const stream = await listen(patient);
    await vi.waitFor(() => expect(stream.heartbeats()).toBeGreaterThan(1), PROMPTLY_MILLIS);
  });

  it('is limited to ten per person and node; the eleventh is refused with a message', async () => {
    const many = await app.person();
    const streams = await Promise.all(Array.from({ length: 10 }, () => listen(many)));
    const refused = await listen(many);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('5');
    streams[0]?.close();
    await vi.waitFor(async () => expect((await listen(many)).status).toBe(200), PROMPTLY_MILLIS);
  });

  it('is closed within a second when its session ends on any node; other sessions stay', async () => {
    const leaver = await app.person();
    const [here, there] = [await listen(leaver), await listen(leaver, { at: beside })];
    const stays = await listen(patient);
    const started = performance.now();
    await leaver.request('POST', '/api/auth/sign-out', { body: {} });
    await Promise.all([here.ended, there.ended]);
    expect(performance.now() - started).toBeLessThan(PROMPTLY_MILLIS);
    expect(types(here)).toEqual(['ready', 'signedOut']);
    expect(types(there)).toEqual(['ready', 'signedOut']);
    expect(types(stays)).not.toContain('signedOut');
    await say(doctor, conversationId, 'Still there?');
    await stays.until(isMessage('Still there?'));
  });

  it('receives role changes from any node, and is closed when the person is deleted', async () => {
    const person = await personWith(app);
    const admin = await personWith(app, { isAdmin: true });
    const { id } = person;
    const [here, there] = [await listen(person), await listen(person, { at: beside })];
    const stays = await listen(patient);
    const published: LiveEvent[] = [];
    const none = { isAdmin: false, isDoctor: false, isFrontDesk: false };
    const roles = (stream: EventStream) =>
      stream.received.map(({ event }) => event).filter(({ type }) => type === 'role');

    await app.database.pool.query('update people set email_verified = true where email = $1', [person.email]);
    for (const [method, role, changed] of [
      ['PUT', 'admin', { ...none, isAdmin: true }],
      ['DELETE', 'admin', none],
      ['PUT', 'doctor', { ...none, isDoctor: true }],
      ['DELETE', 'doctor', none],
      ['PUT', 'front-desk', { ...none, isFrontDesk: true }],
      ['DELETE', 'front-desk', none],
    ] as const) {
      expect((await admin.request(method, `/api/users/${role}/${id}`)).body).toMatchObject({ modifiedCount: 1 });
      published.push({ type: 'role', ...changed });
      for (const stream of [here, there])
        await vi.waitFor(() => expect(roles(stream)).toEqual(published), PROMPTLY_MILLIS);
    }
    await makeAdmin(app.database.db, { email: person.email, now: new Date() });
    published.push({ type: 'role', ...none, isAdmin: true });
    for (const stream of [here, there])
      await vi.waitFor(() => expect(roles(stream)).toEqual(published), PROMPTLY_MILLIS);
    await admin.request('DELETE', `/api/users/${id}`);
    await Promise.all([here.ended, there.ended]);
    expect([types(here).at(-1), types(there).at(-1)]).toEqual(['signedOut', 'signedOut']);
    expect(roles(stays)).toEqual([]);
  });

  it('is closed when its session expires', async () => {
    const leaver = await app.person();
    const stream = await listen(leaver);
    await app.database.db.execute(sql`update sessions set expires_at = now()
      where person_id = (select id from people where email = ${leaver.email})`);
    await stream.ended;
    expect(types(stream)).toEqual(['ready', 'signedOut']);
  });

  it('is closed when its client does not read, and gets everything after reconnecting', async () => {
    const slow = await app.person();
    const { rows } = await app.database.db.execute(sql`select id from people where email = ${slow.email}`);
    const slowId = String(rows[0]?.['id']);
    const first = await listen(slow);
    first.close();
    await vi.waitFor(() => expect(app.live.count()).toBe(0), PROMPTLY_MILLIS);
    const cookie = [...slow.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { port, hostname } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.write(`GET /api/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\n\r\n`);
    await vi.waitFor(() => expect(app.live.count()).toBe(1), PROMPTLY_MILLIS);

    const long = 'x'.repeat(100_000);
    let sent = 0;
    while (app.live.count() > 0 && sent < 400) {
      await publishPost([slowId], `${(sent += 1)} ${long}`);
      await sleep(5);
    }
    expect(app.live.count()).toBe(0);
    expect(sent).toBeLessThan(200);
    socket.destroy();

    const back = await listen(slow, { lastEventId: first.lastId() });
    await vi.waitFor(() => expect(postIds(back)).toHaveLength(sent), PROMPTLY_MILLIS);
    expect(postIds(back).map((id) => Number.parseInt(id, 10))).toEqual(
      Array.from({ length: sent }, (_, index) => index + 1),
    );
    await app.database.db.execute(sql`delete from live_events where length(event::text) > 1000`);
  });
});

describe('what happens', () => {
  it('in a conversation reaches both participants within a second, in all windows, and nobody else', async () => {
    const [window, other, mine, none] = [
      await listen(doctor),
      await listen(doctor, { at: beside }),
      await listen(patient),
      await listen(stranger),
    ];
    const started = performance.now();
    const sent = await say(patient, conversationId, 'Good morning');
    await Promise.all([window, other, mine].map((stream) => stream.until(isMessage('Good morning'))));
    expect(performance.now() - started).toBeLessThan(PROMPTLY_MILLIS);
    expect(await window.until(isMessage('Good morning'))).toEqual({
      type: 'message',
      message: sent.body['conversationMessage'],
    });
    expect(texts(none)).toEqual([]);
  });

  it('is sent once, although the message was sent twice', async () => {
    const stream = await listen(doctor);
    const { v7 } = await import('uuid');
    const _id = v7();
    await Promise.all([1, 2, 3].map(() => say(patient, conversationId, 'Once only', { _id })));
    await say(patient, conversationId, 'Afterwards');
    await stream.until(isMessage('Afterwards'));
    expect(texts(stream).filter((text) => text === 'Once only')).toHaveLength(1);
  });

  it('reports read messages and typing to the other participant, without storing typing', async () => {
    const [theirs, mine] = [await listen(patient), await listen(doctor, { at: beside })];
    const { body } = await say(patient, conversationId, 'Did you see?');
    const { number } = body['conversationMessage'] as { number: number };
    await markRead(doctor, conversationId, number);
    expect(await theirs.until((event) => event.type === 'read' && event.number === number)).toEqual({
      type: 'read',
      conversationId,
      by: doctor.email,
      number,
    });
    await theirs.until(({ type }) => type === 'read');
    await patient.post(`/api/conversations/${conversationId}/typing`, {});
    expect(await mine.until(({ type }) => type === 'typing')).toEqual({
      type: 'typing',
      conversationId,
      by: patient.email,
    });
    expect(mine.received.find(({ event }) => event.type === 'typing')?.id).toBeUndefined();
    expect(types(theirs)).not.toContain('typing');
  });

  it('in the feed reaches everyone', async () => {
    const stream = await listen(stranger, { at: beside });
    const postId = await writePost(doctor);
    expect(await stream.until((event) => event.type === 'post' && event.change === 'new')).toEqual({
      type: 'post',
      postId,
      by: doctor.email,
      change: 'new',
    });
    await doctor.request('DELETE', `/api/deleteItem/${postId}`);
    await stream.until((event) => event.type === 'post' && event.change === 'gone');
  });

  it('to a slot reaches everyone, and to a booking its patient; a refused booking sends nothing', async () => {
    app.clock = new Date('2024-01-05T10:05:00Z');
    const [mine, theirs] = [await listen(patient), await listen(stranger, { at: beside })];
    const book = (by: TestClient) =>
      bookAs(by, { appointmentDate: 'Jan 8, 2024', treatment: 'Cardiology', slot: '09:00 AM - 09:30 AM', price: 50 });
    const booked = await book(patient);
    expect(await theirs.until(({ type }) => type === 'slots')).toEqual({ type: 'slots', date: 'Jan 8, 2024' });
    expect(await mine.until(({ type }) => type === 'booking')).toEqual({
      type: 'booking',
      bookingId: booked.body['insertedId'],
    });
    expect((await book(stranger)).status).toBe(409);
    await writePost(doctor);
    // Wait for the event on both nodes, so that the next test does not receive it.
    await Promise.all([mine, theirs].map((one) => one.until(({ type }) => type === 'post')));
    expect(types(theirs)).toEqual(['ready', 'slots', 'post']);
  });

  it('to a hold reaches everyone but its holder, for whom the slot stays free', async () => {
    app.clock = new Date('2024-01-05T10:05:00Z');
    const [mine, theirs] = [await listen(patient), await listen(stranger, { at: beside })];
    const body = { optionId, appointmentDate: 'Jan 9, 2024', slot: '09:00 AM - 09:30 AM' };
    const held = await patient.post('/api/holds', body);
    await theirs.until(({ type }) => type === 'slots');
    expect((await patient.request('DELETE', `/api/holds/${String(held.body['_id'])}`)).body).toMatchObject({
      deletedCount: 1,
    });
    await writePost(doctor);
    await Promise.all([mine, theirs].map((one) => one.until(({ type }) => type === 'post')));
    expect(types(theirs)).toEqual(['ready', 'slots', 'slots', 'post']);
    expect(types(mine)).toEqual(['ready', 'post']);
    const back = await listen(patient, { lastEventId: mine.received[0]?.id });
    await back.until(({ type }) => type === 'post');
    expect(types(back)).toEqual(['ready', 'post']);
  });
});

describe('coming back', () => {
  it('sends missed events in order, each once, on any node', async () => {
    const first = await listen(doctor);
    await say(patient, conversationId, 'one');
    await first.until(isMessage('one'));
    first.close();
    for (const text of ['two', 'three', 'four']) await say(patient, conversationId, text);
    for (const at of [app, beside]) {
      const second = await listen(doctor, { lastEventId: first.lastId(), at });
      await second.until(isMessage('four'));
      await say(patient, conversationId, `five at ${at.url}`, { at: beside.url });
      await second.until(isMessage(`five at ${at.url}`));
      expect(second.received[0]?.event).toEqual({ type: 'ready', resumed: true });
      expect(texts(second).slice(0, 3)).toEqual(['two', 'three', 'four']);
      expect(new Set(texts(second)).size).toBe(texts(second).length);
    }
  });

  it('accepts the last id in the query, for clients that cannot send the header', async () => {
    const first = await listen(doctor);
    first.close();
    await say(patient, conversationId, 'missed');
    const cookie = [...doctor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${app.url}/api/events?lastEventId=${first.lastId()}`, { headers: { cookie } });
    const reader = answer.body?.getReader();
    let text = '';
    while (!text.includes('missed')) text += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    expect(text).toContain('"resumed":true');
  });

  it('must fetch again if the missed events are unknown', async () => {
    await publishPost([doctorId], 'old');
    await publishPost([doctorId], 'newer');
    await app.database.db.execute(sql`update live_events set at = now() - interval '25 hours'`);
    await deleteOldRows(app.database.db, new Date());
    const kept = await app.database.db.execute(sql`select id from live_events`);
    expect(kept.rows).toHaveLength(1);
    for (const lastEventId of ['1', '999999999', 'nonsense', '-1']) {
      const stream = await listen(doctor, { lastEventId });
      expect(stream.received[0]?.event).toEqual({ type: 'ready', resumed: false });
    }
    // One event was missed and it is stored: nothing is unknown.
    const near = await listen(doctor, { lastEventId: String(Number(kept.rows[0]?.['id']) - 1) });
    await vi.waitFor(() => expect(postIds(near)).toEqual(['newer']), PROMPTLY_MILLIS);
  });

  it('must fetch again after too many missed events', async () => {
    const first = await listen(doctor);
    first.close();
    const many = Array.from({ length: 501 }, (_, number) => ({
      to: [doctorId],
      event: { type: 'post' as const, postId: `many ${number}`, by: '', change: 'new' as const },
    }));
    await publish(app.database.db, ...many);
    await vi.waitFor(async () => {
      const back = await listen(doctor, { lastEventId: first.lastId() });
      expect(back.received[0]?.event).toEqual({ type: 'ready', resumed: false });
      back.close();
    }, PROMPTLY_MILLIS);
  });
});

describe('events that commit in a different order than their numbers', () => {
  async function twoTransactions(end: 'commit' | 'rollback') {
    const { pool } = app.database;
    const [slow, quick] = [await pool.connect(), await pool.connect()];
    const write = (client: typeof slow, postId: string) =>
      client.query('select publish_live_events($1)', [
        JSON.stringify([{ audience: doctorId, event: { type: 'post', postId, by: '', change: 'new' } }]),
      ]);
    await slow.query('begin');
    await quick.query('begin');
    await write(slow, 'slow');
    await write(quick, 'quick');
    await quick.query('commit');
    quick.release();
    return async () => {
      await slow.query(end);
      slow.release();
    };
  }
  const ofTheTwo = (stream: EventStream) => postIds(stream).filter((id) => id === 'slow' || id === 'quick');

  it('arrive in the order of their numbers; a client that reconnects in between misses none', async () => {
    const stream = await listen(doctor);
    const finish = await twoTransactions('commit');
    await sleep(300);
    const meanwhile = ofTheTwo(stream);
    stream.close();
    const back = await listen(doctor, { lastEventId: stream.lastId(), at: beside });
    await finish();
    await vi.waitFor(() => expect(ofTheTwo(back)).toEqual(['slow', 'quick']), PROMPTLY_MILLIS);
    expect(meanwhile).toEqual([]);
  });

  it('are not held up by a rolled-back transaction', async () => {
    const stream = await listen(doctor);
    const finish = await twoTransactions('rollback');
    await sleep(100);
    const meanwhile = ofTheTwo(stream);
    await finish();
    await vi.waitFor(() => expect(ofTheTwo(stream)).toEqual(['quick']), PROMPTLY_MILLIS);
    expect(meanwhile).toEqual([]);
  });

  it('are each sent once to every connection, with parallel writes on two nodes', async () => {
    const streams = [await listen(doctor), await listen(doctor, { at: beside })];
    const all = Array.from({ length: 300 }, (_, number) => `rush ${number}`);
    await Promise.all(
      all.map((postId, number) => {
        const { db } = number % 2 ? app.database : beside.database;
        return db.transaction(async (tx) => {
          await publish(tx, { to: [doctorId], event: { type: 'post', postId, by: '', change: 'new' } });
          await sleep(number % 7);
        });
      }),
    );
    for (const stream of streams) {
      const rush = () => postIds(stream).filter((id) => id.startsWith('rush'));
      await vi.waitFor(() => expect(rush()).toHaveLength(all.length), PROMPTLY_MILLIS);
      expect(new Set(rush())).toEqual(new Set(all));
      const ids = stream.received.map(({ id }) => Number(id));
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    }
  });
});

describe('a node', () => {
  const killListeners = () =>
    app.database.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'openhours live' and datname = current_database()`);

  it('that loses its listening connection reconnects, and its clients get what they missed', async () => {
    const stream = await listen(doctor);
    for (let round = 0; round < 3; round += 1) {
      await killListeners();
      await publishPost([doctorId], `while disconnected ${round}`);
      await publishPost('everyone', `while disconnected, all ${round}`);
    }
    await vi.waitFor(() => expect(postIds(stream)).toHaveLength(6), PROMPTLY_MILLIS);
    expect(new Set(postIds(stream)).size).toBe(6);
  });

  it('goes on after a failover to a server that lacks the last events, and its clients must fetch again', async () => {
    const stream = await listen(doctor);
    await publishPost([doctorId], 'lost');
    await vi.waitFor(() => expect(postIds(stream)).toEqual(['lost']), PROMPTLY_MILLIS);
    await app.database.db.execute(sql`
      with lost as (delete from live_events where id > ${Number(stream.lastId()) - 1} returning id)
      select setval('live_events_id_seq', ${Number(stream.lastId()) - 1}) from lost`);
    await killListeners();
    await stream.ended;
    const back = await listen(doctor, { lastEventId: stream.lastId() });
    expect(back.received[0]?.event).toEqual({ type: 'ready', resumed: false });
    await publishPost([doctorId], 'with the number of the lost one');
    await vi.waitFor(() => expect(postIds(back)).toEqual(['with the number of the lost one']), PROMPTLY_MILLIS);
  });

  it('closes sessions that ended while it was disconnected', async () => {
    const leaver = await app.person();
    const stream = await listen(leaver);
    await Promise.all([killListeners(), leaver.request('POST', '/api/auth/sign-out', { body: {} })]);
    await stream.ended;
    expect(types(stream).at(-1)).toBe('signedOut');
  });

  it('that dies before it notifies of a booking leaves the events to the heartbeats of the others', async () => {
    const stream = await listen(doctor);
    await app.database.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('openhours.notifies_later', 'on', true)`);
      await publish(tx, {
        to: [doctorId],
        event: { type: 'post', postId: 'not notified', by: 'x@y.example', change: 'new' },
      });
    });
    await vi.waitFor(() => expect(postIds(stream)).toEqual(['not notified']), PROMPTLY_MILLIS);
  });

  it('notifies of bookings and messages after their commits', async () => {
    app.clock = new Date('2024-01-05T10:05:00Z');
    const [listening] = await Promise.all([app.database.pool.connect(), app.live.notified()]);
    const notifications: { channel: string; processId: number }[] = [];
    listening.on('notification', ({ channel, processId }) => notifications.push({ channel, processId }));
    await listening.query('listen live_events; listen message_queued; listen time_freed; listen schedule_changed');
    const expectNotifiedAfter = async (change: () => Promise<unknown>) => {
      notifications.length = 0;
      await change();
      await vi.waitFor(async () => {
        await listening.query('select 1');
        expect(new Set(notifications.map(({ channel }) => channel))).toEqual(
          new Set(['live_events', 'message_queued']),
        );
      }, PROMPTLY_MILLIS);
      const { rows } = await listening.query(
        'select distinct application_name as name from pg_stat_activity where pid = any($1)',
        [notifications.map(({ processId }) => processId)],
      );
      expect(rows).toEqual([{ name: 'openhours aside' }]);
    };
    try {
      await expectNotifiedAfter(() =>
        bookAs(patient, {
          appointmentDate: 'Jan 9, 2024',
          treatment: 'Cardiology',
          slot: '10:00 AM - 10:30 AM',
          price: 50,
        }),
      );
      let number = 0;
      await expectNotifiedAfter(async () => {
        const { body } = await say(patient, conversationId, 'After the commit');
        ({ number } = body['conversationMessage'] as { number: number });
      });
      await expectNotifiedAfter(() => markRead(doctor, conversationId, number));
    } finally {
      listening.release(true);
    }
  });

  it('that stops closes its streams at once, and clients reconnect elsewhere', async () => {
    await using third = await startTestApp({ beside: app });
    const stream = await listen(doctor, { at: third });
    await publishPost([doctorId], 'before');
    await vi.waitFor(() => expect(postIds(stream)).toEqual(['before']), PROMPTLY_MILLIS);
    const started = performance.now();
    await third.close();
    await stream.ended;
    expect(performance.now() - started).toBeLessThan(PROMPTLY_MILLIS);
    await publishPost([doctorId], 'after');
    const back = await listen(doctor, { lastEventId: stream.lastId() });
    await vi.waitFor(() => expect(postIds(back)).toEqual(['after']), PROMPTLY_MILLIS);
  });

  it('that stops before it is connected to the database lets nobody wait for it', async () => {
    const { db, pool } = app.database;
    const nothing = () => undefined;
    const hub = createLiveHub({
      db,
      aside: db,
      pool,
      log: createLog('silent'),
      onEvent: nothing,
      channels: {},
    });
    const ready = hub.ready();
    await hub.stop();
    await expect(ready).resolves.toBeUndefined();
  });
});

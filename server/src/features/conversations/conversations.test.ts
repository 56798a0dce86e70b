import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import {
  conversationOn,
  conversationsOf,
  conversationsOn,
  doctorWithPost,
  markRead,
  messagesOf,
  openConversation,
  say,
  unreadOf,
  writePost,
} from '../../../testing/conversations.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { people } from '../../database/schema/identity.ts';

let patient: TestClient;

const app = await startTestApp({ poolSize: 30 });
let { doctor, postId } = await doctorWithPost(app);
const stranger = await app.person({ name: 'Stella Stranger' });

beforeEach(async () => {
  patient = await app.person();
  postId = await writePost(doctor);
});

const spoken = async (text = 'Hello') => {
  const { _id } = await conversationOn(patient, postId);
  const answer = await say(patient, _id, text);
  return { conversationId: _id, message: answer.body['conversationMessage'] as { _id: string } };
};

describe('opening a conversation', () => {
  it("returns a reader's conversation with the author, always the same one", async () => {
    const [conversation, ...others] = await conversationsOn(patient, postId);
    expect(others).toEqual([]);
    expect(conversation).toEqual({
      _id: expect.any(String),
      postId,
      participants: [
        { name: patient.name, email: patient.email },
        { name: 'Dora Doc', email: doctor.email },
      ],
      createdBy: patient.email,
      createdAt: expect.any(String),
      conversationMessages: [],
      messageCount: 0,
      lastActivityAt: expect.any(String),
      unread: 0,
      readNumber: 0,
      seenNumber: 0,
      post: { excerpt: 'Drink water.', gone: false },
      title: 'Drink water.',
      blockedByYou: false,
      authorAnswers: true,
      can: { send: true },
    });
    expect(await conversationsOn(patient, postId)).toEqual([conversation]);
  });

  it('creates one when the same person opens it 50 times in parallel', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => openConversation(patient, postId)));
    const ids = answers.map(({ body }) => (body['data'] as { conversations: { _id: string }[] }).conversations[0]?._id);
    expect(new Set(ids).size).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await app.database.db.execute(
      sql`select count(*)::int as created from conversations where post_id = ${postId}`,
    );
    expect(rows).toEqual([{ created: 1 }]);
  });

  it("returns the author's conversations about the post, newest activity first", async () => {
    expect(await conversationsOn(doctor, postId)).toEqual([]);
    const first = await conversationOn(patient, postId);
    const second = await conversationOn(stranger, postId);
    await say(patient, first._id, 'Me again');
    const conversations = await conversationsOn(doctor, postId);
    expect(conversations.map(({ _id }) => _id)).toEqual([first._id, second._id]);
    expect(conversations[0]).toMatchObject({ unread: 1, conversationMessages: [{ message: 'Me again', number: 1 }] });
  });

  it("is refused with another person's email, and for an unknown post", async () => {
    const asOther = await patient.post('/api/conversations', { email: doctor.email, postId });
    expect(asOther).toMatchObject({ status: 409, body: { acknowledged: false, code: 'NOT_YOU' } });
    expect((await openConversation(patient, uuidv7())).status).toBe(404);
    expect((await openConversation(patient, 'nonsense')).status).toBe(404);
  });
});

describe('a message', () => {
  it('is returned as stored, numbered, and readable by both participants', async () => {
    const { _id } = await conversationOn(patient, postId);
    const answer = await say(patient, _id, '  Is it \u202egood?  ');
    const message = {
      _id: expect.any(String),
      conversationId: _id,
      number: 1,
      message: 'Is it good?',
      createdBy: patient.email,
      createdAt: expect.any(String),
      hidden: false,
    };
    expect(answer.body).toEqual({ acknowledged: true, conversationMessage: message });
    await say(doctor, _id, 'Very.');
    for (const reader of [patient, doctor]) {
      expect(await messagesOf(reader, _id)).toEqual([
        message,
        expect.objectContaining({ number: 2, message: 'Very.', createdBy: doctor.email }),
      ]);
    }
  });

  it('sent again with its id, even 20 times in parallel, is stored once', async () => {
    const { _id } = await conversationOn(patient, postId);
    const id = uuidv7();
    const answers = await Promise.all(Array.from({ length: 20 }, () => say(patient, _id, 'Once', { _id: id })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).toHaveLength(1);
    expect(await messagesOf(doctor, _id)).toHaveLength(1);
    expect((await conversationsOf(doctor))[0]).toMatchObject({ messageCount: 1, unread: 1 });
  });

  it('is numbered without gaps when both send in parallel', async () => {
    const { _id } = await conversationOn(patient, postId);
    const turns = Array.from({ length: 40 }, (_, turn) => say(turn % 2 ? patient : doctor, _id, `Turn ${turn}`));
    const statuses = (await Promise.all(turns)).map(({ status }) => status);
    // On a busy machine, some may have waited too long for a connection.
    expect(new Set(statuses).difference(new Set([200, 503]))).toEqual(new Set());
    const said = statuses.filter((status) => status === 200);
    expect(said.length).toBeGreaterThan(10);
    const numbers = (await messagesOf(patient, _id, '?limit=100')).map(({ number }) => number);
    expect(numbers).toEqual(said.map((_, index) => index + 1));
  });

  it('is refused with an id that another text, sender or conversation has used', async () => {
    const { conversationId, message } = await spoken('First');
    const again = (by: TestClient, at: string, text: string) => say(by, at, text, { _id: message._id });
    const refused = { status: 409, body: { acknowledged: false, code: 'MESSAGE_ID_USED' } };
    expect(await again(patient, conversationId, 'Second')).toMatchObject(refused);
    expect(await again(doctor, conversationId, 'First')).toMatchObject(refused);
    const elsewhere = await conversationOn(stranger, postId);
    expect(await again(stranger, elsewhere._id, 'First')).toMatchObject(refused);
    expect((await conversationsOf(stranger))[0]).toMatchObject({ messageCount: 0 });
  });

  it.each([
    [{ message: '' }, 'Please write something.'],
    [{ message: '\u200b \n' }, 'Please write something.'],
    [{ message: 'x'.repeat(2001) }, 'A message can have at most 2000 characters.'],
    [{ _id: '4d0a4d3c-5b5f-4b7c-8d0e-0a5f8a5b1c11' }, 'The message id must be a UUIDv7.'],
  ])('is refused with 400 for %j', async (changes, sentence) => {
    const { _id } = await conversationOn(patient, postId);
    const answer = await patient.post('/api/conversations/messages', {
      conversationId: _id,
      message: 'Hello',
      senderEmail: patient.email,
      ...changes,
    });
    expect(answer).toMatchObject({ status: 400, body: { message: sentence } });
  });

  it('can be sent only by participants, as themselves', async () => {
    const { conversationId } = await spoken();
    expect((await say(stranger, conversationId, 'Hi')).status).toBe(404);
    expect((await say(patient, uuidv7(), 'Hi')).status).toBe(404);
    expect((await say(patient, 'nonsense', 'Hi')).status).toBe(404);
    const asDoctor = await patient.post('/api/conversations/messages', {
      conversationId,
      message: 'I am the doctor',
      senderEmail: doctor.email,
    });
    expect(asDoctor).toMatchObject({ status: 409, body: { code: 'NOT_YOU' } });
  });
});

describe('reading', () => {
  it('pages through the messages backwards and forwards, each once and in order', async () => {
    const { _id } = await conversationOn(patient, postId);
    for (let number = 1; number <= 7; number += 1) await say(patient, _id, `Number ${number}`);
    const numbers = async (query: string) => (await messagesOf(doctor, _id, query)).map(({ number }) => number);
    expect(await numbers('?limit=3')).toEqual([5, 6, 7]);
    expect(await numbers('?limit=3&cursor=5')).toEqual([2, 3, 4]);
    expect(await numbers('?limit=3&cursor=2')).toEqual([1]);
    expect(await numbers('?limit=3&after=2')).toEqual([3, 4, 5]);
    expect(await numbers('?after=7')).toEqual([]);
  });

  it('is for participants only', async () => {
    const { conversationId } = await spoken();
    expect((await stranger.get(`/api/conversations/${conversationId}/messages`)).status).toBe(404);
    expect((await markRead(stranger, conversationId, 1)).status).toBe(404);
    expect((await stranger.post(`/api/conversations/${conversationId}/typing`, {})).status).toBe(404);
    const block = await stranger.request('PUT', `/api/conversations/${conversationId}/block`, {
      body: { blocked: true },
    });
    expect(block.status).toBe(404);
  });

  it("counts the other person's new messages, per conversation and in total, never one's own", async () => {
    const other = await app.person({ name: 'Second Patient' });
    const [mine, theirs] = [
      await conversationOn(patient, postId),
      await conversationOn(other, await writePost(doctor)),
    ];
    await app.database.db.execute(sql`update conversation_participants set unread = 0`);
    for (const text of ['1', '2', '3']) await say(patient, mine._id, text);
    await say(other, theirs._id, '1');
    expect(await unreadOf(doctor)).toEqual({ messages: 4, conversations: 2 });
    expect(await unreadOf(patient)).toEqual({ messages: 0, conversations: 0 });

    expect((await markRead(doctor, mine._id, 2)).body).toEqual({ acknowledged: true, readNumber: 2, unread: 1 });
    expect((await markRead(doctor, mine._id, 1)).body).toEqual({ acknowledged: true, readNumber: 2, unread: 1 });
    expect(await unreadOf(doctor)).toEqual({ messages: 2, conversations: 2 });
    expect((await conversationOn(patient, postId)).seenNumber).toBe(2);
    expect((await markRead(doctor, mine._id, 99)).body).toEqual({ acknowledged: true, readNumber: 3, unread: 0 });
  });

  it('pages through every conversation once, newest activity first', async () => {
    const reader = await app.person();
    const ids: string[] = [];
    for (let number = 0; number < 5; number += 1) {
      const conversation = await conversationOn(reader, await writePost(doctor, `Post ${number}`));
      await say(reader, conversation._id, `Message ${number}`);
      ids.unshift(conversation._id);
    }
    const first = await conversationsOf(reader, '?limit=3');
    const last = first.at(-1);
    const second = await conversationsOf(reader, `?limit=3&cursor=${last?.lastActivityAt},${last?._id}`);
    expect([...first, ...second].map(({ _id }) => _id)).toEqual(ids);
    expect(first[0]).toMatchObject({ conversationMessages: [{ message: 'Message 4' }], post: { excerpt: 'Post 4' } });
    expect((await reader.get(`/api/conversations/${reader.email}?cursor=nonsense`)).status).toBe(400);
    const yearZero = `0000-01-01T00:00:00Z,${last?._id}`;
    expect((await reader.get(`/api/conversations/${reader.email}?cursor=${yearZero}`)).status).toBe(400);
  });

  it('has at most a thousand messages in a list', async () => {
    const { _id } = await conversationOn(patient, await writePost(doctor));
    for (let number = 1; number <= 12; number += 1) await say(patient, _id, `Message ${number}`);
    const [found] = await conversationsOf(patient, '?limit=100&messages=12');
    expect(found?.conversationMessages.map(({ message }) => message)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Message ${index + 3}`),
    );
  });

  it('finds those with a person, and those with unread messages', async () => {
    const by = await personWith(app, { name: 'Dora Doctor', isDoctor: true });
    const post = await writePost(by);
    const [zoe, liam] = [await app.person({ name: 'Zoë Ågren' }), await app.person({ name: 'Liam Zoe' })];
    const [first, second] = [await conversationOn(zoe, post), await conversationOn(liam, post)];
    await say(zoe, first._id, 'Hello');
    const found = async (query: string) => (await conversationsOf(by, query)).map(({ _id }) => _id);
    expect(await found('?search=zoe%20agren')).toEqual([first._id]);
    expect(await found('?search=zoe')).toHaveLength(2);
    expect(await found('?search=dora')).toEqual([]);
    expect(await found('?search=%25')).toEqual([]);
    expect(await found('?only=unread')).toEqual([first._id]);
    expect((await conversationsOf(liam, '?search=doctor')).map(({ _id }) => _id)).toEqual([second._id]);
    await markRead(by, first._id, 1);
    expect(await found('?only=unread')).toEqual([]);
  });

  it('lists those about one post only, and creates none', async () => {
    const reader = await app.person();
    const conversation = await conversationOn(reader, postId);
    const otherPostId = await writePost(doctor, 'Another post');
    expect(await conversationsOf(reader, `?postId=${postId}`)).toEqual([conversation]);
    expect(await conversationsOf(reader, `?postId=${otherPostId}`)).toEqual([]);
    expect((await reader.get(`/api/conversations/${reader.email}?postId=nonsense`)).status).toBe(400);
  });
});

describe('a conversation about a deleted post', () => {
  it('stays readable and can continue, while nobody can start a new one', async () => {
    const { conversationId } = await spoken('Before');
    expect((await doctor.request('DELETE', `/api/deleteItem/${postId}`)).status).toBe(200);
    expect(await conversationOn(patient, postId)).toMatchObject({
      post: { excerpt: '', gone: true },
      can: { send: true },
    });
    expect((await say(doctor, conversationId, 'After')).status).toBe(200);
    expect(await conversationsOn(doctor, postId)).toMatchObject([{ messageCount: 2, post: { gone: true } }]);
    expect((await openConversation(stranger, postId)).status).toBe(404);
  });
});

describe('a conversation with somebody whose account was deleted', () => {
  it('stays readable, and takes no message', async () => {
    const leaving = await doctorWithPost(app);
    const { _id } = await conversationOn(patient, leaving.postId);
    const sent = { _id: uuidv7() };
    await say(patient, _id, 'Before', sent);
    expect((await leaving.doctor.post('/api/me/delete', { password: 'Correct1!' })).status).toBe(200);
    expect(await conversationsOf(patient, `?postId=${leaving.postId}`)).toMatchObject([
      { conversationMessages: [{ message: 'Before' }], can: { send: false } },
    ]);
    expect(await say(patient, _id, 'After')).toMatchObject({
      status: 409,
      body: { code: 'BLOCKED', message: 'Dora Doc no longer has an account here.' },
    });
    // Sent again because its answer was lost.
    expect((await say(patient, _id, 'Before', sent)).status).toBe(200);
  });
});

describe('a conversation about a post of somebody who is no longer a doctor', () => {
  it('takes no message, and no new one is opened, until they are one again', async () => {
    const leaving = await doctorWithPost(app);
    const { _id } = await conversationOn(patient, leaving.postId);
    const setDoctor = (isDoctor: boolean) =>
      app.database.db.update(people).set({ isDoctor }).where(eq(people.email, leaving.doctor.email));
    await setDoctor(false);
    expect(await conversationsOf(patient, `?postId=${leaving.postId}`)).toMatchObject([
      { authorAnswers: false, can: { send: false } },
    ]);
    const { body: posts } = await patient.get('/api/posts');
    expect(posts).toContainEqual(
      expect.objectContaining({ _id: leaving.postId, can: { delete: false, report: true, message: false } }),
    );
    const refused = (message: string) => ({ status: 409, body: { code: 'BLOCKED', message } });
    expect(await say(patient, _id, 'My chest hurts.')).toMatchObject(
      refused('Dora Doc no longer answers messages here.'),
    );
    expect(await say(leaving.doctor, _id, 'Hello')).toMatchObject(refused('You no longer answer messages here.'));
    // An open page learns it before the message is written.
    expect(await patient.post(`/api/conversations/${_id}/typing`, {})).toMatchObject(
      refused('Dora Doc no longer answers messages here.'),
    );
    expect(await openConversation(await app.person(), leaving.postId)).toMatchObject(
      refused('Dora Doc no longer answers messages here.'),
    );
    await setDoctor(true);
    expect((await say(patient, _id, 'Hello')).status).toBe(200);
  });
});

describe('blocking', () => {
  const block = (by: TestClient, conversationId: string, blocked: boolean) =>
    by.request('PUT', `/api/conversations/${conversationId}/block`, { body: { blocked } });

  it('stops messages both ways, in all conversations of the two and new ones, until unblocked', async () => {
    const { conversationId } = await spoken();
    const second = await conversationOn(patient, await writePost(doctor));
    expect((await block(doctor, conversationId, true)).body).toEqual({ acknowledged: true, blockedByYou: true });

    expect(await say(patient, conversationId, 'Hello?')).toMatchObject({
      status: 409,
      body: { code: 'BLOCKED', message: 'Dora Doc is not accepting messages from you at the moment.' },
    });
    expect(await say(patient, second._id, 'Hello?')).toMatchObject({ status: 409, body: { code: 'BLOCKED' } });
    expect(await say(doctor, conversationId, 'Hm')).toMatchObject({
      status: 409,
      body: { message: `You have blocked ${patient.name}. Unblock them to write to them.` },
    });
    expect(await openConversation(patient, await writePost(doctor))).toMatchObject({
      status: 409,
      body: { code: 'BLOCKED' },
    });
    expect(await conversationOn(patient, postId)).toMatchObject({ blockedByYou: false, can: { send: false } });
    expect((await conversationsOf(doctor))[0]).toMatchObject({ blockedByYou: true, can: { send: false } });
    expect(await messagesOf(patient, conversationId)).toHaveLength(1);

    await block(doctor, conversationId, false);
    expect((await say(patient, conversationId, 'Hello!')).status).toBe(200);
  });

  it('accepts a repeated message that was sent before', async () => {
    const { _id } = await conversationOn(patient, postId);
    const id = uuidv7();
    await say(patient, _id, 'In time', { _id: id });
    await block(doctor, _id, true);
    expect((await say(patient, _id, 'In time', { _id: id })).status).toBe(200);
    await block(doctor, _id, false);
  });
});

describe('reporting', () => {
  const report = (by: TestClient, path: string, reason?: string) =>
    by.post(`/api/${path}/reports`, reason === undefined ? {} : { reason });
  const decide = (id: string, hidden: boolean) => admin.request('PUT', `/api/reports/${id}`, { body: { hidden } });
  const reported = async (by: TestClient, query = '') =>
    (await by.get(`/api/reports${query}`)).body as unknown as { _id: string; itemId: string; hidden: boolean }[];
  let admin: TestClient;

  beforeAll(async () => {
    admin = await personWith(app, { name: 'Ada Admin', isAdmin: true });
  });

  it('shows a message to admins, who can hide it from both participants and show it again', async () => {
    const { conversationId, message } = await spoken('Rude words');
    const path = `conversations/messages/${message._id}`;
    expect((await report(doctor, path, 'Rude')).body).toEqual({ acknowledged: true });
    expect((await report(doctor, path, 'Rude!')).status).toBe(200);
    const [entry, ...more] = (await reported(admin, '?state=open')).filter(({ itemId }) => itemId === message._id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      kind: 'message',
      text: 'Rude words',
      reason: 'Rude',
      writtenBy: { email: patient.email },
      reportedBy: { email: doctor.email },
      hidden: false,
      state: 'open',
    });
    const id = entry?._id ?? '';
    expect((await decide(id, true)).body).toEqual({ acknowledged: true, hidden: true, changed: true });
    for (const reader of [patient, doctor]) {
      expect(await messagesOf(reader, conversationId)).toMatchObject([{ message: '', hidden: true }]);
    }
    // Those who were offline get it from here.
    const { rows: events } = await app.database.pool.query<{ text: string }>(
      "select event->'message'->>'message' as text from live_events where event->'message'->>'_id' = $1",
      [message._id],
    );
    expect(events.map(({ text }) => text)).toEqual(['', '', '', '']);
    expect((await reported(admin, '?state=decided')).find(({ _id }) => _id === id)).toMatchObject({ hidden: true });
    expect((await decide(id, false)).body).toMatchObject({ hidden: false, changed: true });
    expect((await decide(id, false)).body).toMatchObject({ hidden: false, changed: false });
    const { body: log } = await admin.get('/api/audit?what=show-message&limit=2');
    expect(log).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'done' }]);
    expect(await messagesOf(doctor, conversationId)).toMatchObject([{ message: 'Rude words', hidden: false }]);
  });

  it('shows a post to admins, who can hide it from the feed; its author sees that it is hidden', async () => {
    await report(patient, `posts/${postId}`);
    await report(stranger, `posts/${postId}`);
    const entries = (await reported(admin, '?state=open')).filter(({ itemId }) => itemId === postId);
    expect(entries).toHaveLength(2);
    await decide(entries[0]?._id ?? '', true);
    expect((await reported(admin, '?state=open')).filter(({ itemId }) => itemId === postId)).toEqual([]);
    expect((await patient.get(`/api/posts/${postId}`)).status).toBe(404);
    expect(((await patient.get('/api/posts')).body as { _id?: string }[]).map(({ _id }) => _id)).not.toContain(postId);
    expect((await doctor.get(`/api/posts/${postId}`)).body).toMatchObject({ hidden: true });
    await decide(entries[0]?._id ?? '', false);
    expect((await patient.get(`/api/posts/${postId}`)).body).toMatchObject({ hidden: false });
  });

  it('has no text or address once the post or the author of the message is deleted', async () => {
    await report(patient, `posts/${postId}`);
    const leaving = await app.person();
    const { _id: conversationId } = await conversationOn(leaving, postId);
    const sent = (await say(leaving, conversationId, 'Rude words')).body['conversationMessage'] as { _id: string };
    await report(doctor, `conversations/messages/${sent._id}`);
    const textOf = async (id: string) => (await reported(admin, '?limit=100')).find(({ itemId }) => itemId === id);
    expect([await textOf(postId), await textOf(sent._id)]).toMatchObject([
      { text: 'Drink water.' },
      { text: 'Rude words' },
    ]);

    await doctor.request('DELETE', `/api/deleteItem/${postId}`);
    expect((await leaving.post('/api/me/delete', { password: 'Correct1!' })).status).toBe(200);
    expect([await textOf(postId), await textOf(sent._id)]).toMatchObject([
      { text: '' },
      { text: '', writtenBy: { email: '' } },
    ]);
    const hidden = await decide((await textOf(postId))?._id ?? '', true);
    expect(hidden.body).toEqual({ acknowledged: true, hidden: true, changed: false });
  });

  it("is refused for non-participants and for one's own items", async () => {
    const { message } = await spoken();
    const path = `conversations/messages/${message._id}`;
    expect((await report(stranger, path)).status).toBe(404);
    expect((await report(admin, path)).status).toBe(404);
    expect(await report(patient, path)).toMatchObject({ status: 409, body: { code: 'OWN_ITEM' } });
    expect(await report(doctor, `posts/${postId}`)).toMatchObject({ status: 409, body: { code: 'OWN_ITEM' } });
    expect((await report(doctor, `posts/${uuidv7()}`)).status).toBe(404);
    expect((await decide(uuidv7(), true)).status).toBe(404);
    expect((await report(doctor, path, 'x'.repeat(501))).status).toBe(400);
  });
});

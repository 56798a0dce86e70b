import { describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { conversationOn, doctorWithPost, markRead, say } from '../../../testing/conversations.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const MINUTE = 60_000;
const START = new Date('2030-05-06T08:00:00Z');
const app = await startTestApp();

const after = async (minutes: number) => {
  app.clock = new Date(START.getTime() + minutes * MINUTE);
  await app.deliverMail();
};

/** A doctor to whom a patient has written. */
async function writtenTo() {
  app.clock = START;
  const { doctor, postId } = await doctorWithPost(app);
  const patient = await personWith(app);
  const { _id: conversationId } = await conversationOn(patient, postId);
  await say(patient, conversationId, 'A secret line.');
  const mailsTo = (email: string) => app.mails.filter(({ to }) => to === email);
  return { doctor, patient, postId, conversationId, mailsTo };
}

describe('somebody with an unread message', () => {
  it('is notified once, some minutes later, without its words, until they have read', async () => {
    const { doctor, patient, postId, conversationId, mailsTo } = await writtenTo();
    await say(patient, conversationId, 'Another line.');
    await after(4);
    expect(mailsTo(doctor.email)).toEqual([]);
    await after(5);
    await say(patient, conversationId, 'A third line.');
    await after(60);
    expect(mailsTo(doctor.email)).toHaveLength(1);
    const [mail] = mailsTo(doctor.email);
    expect(mail).toMatchObject({ subject: 'A message is waiting for you' });
    expect(mail?.text).toContain(`/conversations/${postId}`);
    expect(mail?.text).not.toMatch(/line|Pat Example/);
    await markRead(doctor, conversationId, 3);
    await say(patient, conversationId, 'A fourth line.');
    await after(120);
    expect(mailsTo(doctor.email)).toHaveLength(2);
    expect(mailsTo(patient.email)).toEqual([]);
  });

  it('is not notified of what they have read meanwhile, also if another line came after that', async () => {
    const { doctor, patient, conversationId, mailsTo } = await writtenTo();
    await markRead(doctor, conversationId, 1);
    app.clock = new Date(START.getTime() + 2 * MINUTE);
    await say(patient, conversationId, 'One more.');
    await after(5);
    expect(mailsTo(doctor.email)).toEqual([]);
    await after(7);
    expect(mailsTo(doctor.email)).toHaveLength(1);
  });

  it('is notified of the second line if they read only the first', async () => {
    const { doctor, patient, conversationId, mailsTo } = await writtenTo();
    await say(patient, conversationId, 'One more.');
    await markRead(doctor, conversationId, 1);
    await after(4);
    expect(mailsTo(doctor.email)).toEqual([]);
    await after(10);
    expect(mailsTo(doctor.email)).toHaveLength(1);
    await markRead(doctor, conversationId, 2);
  });

  it('is notified of the next line although they have not read an earlier one whose email was dropped', async () => {
    const { doctor, patient, conversationId, mailsTo } = await writtenTo();
    const want = (on: boolean) =>
      doctor.request('PUT', '/api/message-choices', { body: { topic: 'conversation', channel: 'email', on } });
    await want(false);
    await after(5);
    expect(mailsTo(doctor.email)).toEqual([]);
    await want(true);
    await say(patient, conversationId, 'One more.');
    await after(10);
    expect(mailsTo(doctor.email)).toHaveLength(1);
  });

  it('gets no email about a person whom they blocked', async () => {
    const { doctor, conversationId, mailsTo } = await writtenTo();
    await doctor.request('PUT', `/api/conversations/${conversationId}/block`, { body: { blocked: true } });
    await after(10);
    expect(mailsTo(doctor.email)).toEqual([]);
  });
});

describe('the link that stops emails', () => {
  async function writtenToOnce() {
    const { mailsTo, ...rest } = await writtenTo();
    await after(5);
    const [mail] = mailsTo(rest.doctor.email);
    const url = new URL(mail?.unsubscribeUrl ?? '');
    return { ...rest, mailsTo, mail, url, path: url.pathname + url.search };
  }

  it('is below the email and in its header, and a post to it from anywhere stops them', async () => {
    const { doctor, patient, conversationId, mail, url, path, mailsTo } = await writtenToOnce();
    expect(mail?.text).toContain(`You get an email when a message waits for you. Stop these emails ${url.href}`);
    const posted = await fetch(app.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(posted.status).toBe(200);
    await markRead(doctor, conversationId, 1);
    await say(patient, conversationId, 'More.');
    await after(30);
    expect(mailsTo(doctor.email)).toHaveLength(1);
    const { rows } = await app.database.pool.query(
      `select said from outgoing_messages where state = 'dropped' and about->>'conversationId' = $1`,
      [conversationId],
    );
    expect(rows).toEqual([{ said: 'The recipient does not want these messages.' }]);
    expect(app.logLines.join('\n')).not.toContain(url.searchParams.get('token'));
  });

  it('stops them with the button of its page, again and again', async () => {
    const { url } = await writtenToOnce();
    const token = url.searchParams.get('token');
    const stop = () => app.client().post('/api/message-choices/unsubscribe', { token });
    expect((await stop()).body).toEqual({ acknowledged: true, topic: 'conversation' });
    expect((await stop()).status).toBe(200);
  });

  it("stops working when the person's email address changes", async () => {
    const { doctor, url } = await writtenToOnce();
    const token = url.searchParams.get('token');
    await app.database.pool.query('update people set email = $1 where id = $2', [`new-${doctor.email}`, doctor.id]);
    const stop = await app.client().post('/api/message-choices/unsubscribe', { token });
    expect(stop).toMatchObject({ status: 409, body: { code: 'LINK_INVALID' } });
    const { rows } = await app.database.pool.query('select from message_choices where person_id = $1', [doctor.id]);
    expect(rows).toEqual([]);
  });

  it('is for one person and one topic, and stops working when the person is deleted', async () => {
    const { doctor, patient, url } = await writtenToOnce();
    const [personId, topic, signature] = (url.searchParams.get('token') ?? '').split('.');
    const stop = (token: string) => app.client().post('/api/message-choices/unsubscribe', { token });
    for (const forged of [
      `${patient.id}.${topic}.${signature}`,
      `${personId}.reminder-day.${signature}`,
      `${personId}.${topic}.x`,
      `${personId}.receipt.${signature}`,
      '',
    ]) {
      expect(await stop(forged)).toMatchObject({ status: 409, body: { code: 'LINK_INVALID' } });
      const posted = await app.client().post(`/unsubscribe?token=${encodeURIComponent(forged)}`, {});
      expect(posted.status).toBe(404);
    }
    expect((await doctor.post('/api/me/delete', { password: 'Correct1!' })).status).toBe(200);
    expect((await stop(`${personId}.${topic}.${signature}`)).status).toBe(409);
  });
});

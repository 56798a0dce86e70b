import { describe, expect, it } from 'vitest';
import { personWith } from '../../../testing/admins.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { queueMessage } from './queue-message.ts';

const app = await startTestApp();
const admin = await personWith(app, { isAdmin: true });

type Text = { kind: string; subject: string; text: string; paragraph: string };
const texts = async () => (await admin.get('/api/message-texts')).body as unknown as Text[];
const save = (kind: string, paragraph: string, edited?: string) =>
  admin.request('PUT', `/api/message-texts/${kind}`, { body: { paragraph, ...(edited !== undefined && { edited }) } });
const sample = (kind: string, cookies = admin.cookies) =>
  fetch(`${app.url}/api/message-texts/${kind}/sample`, {
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });

describe('the samples of all emails', () => {
  it('have a subject and a text each, and no subject names a treatment', async () => {
    const all = await texts();
    expect(all.length).toBeGreaterThan(15);
    for (const { subject, text } of all) {
      expect(subject).not.toMatch(/check-up|^$/i);
      expect(text).toMatch(/^Hello,\n/);
    }
    expect(all.find(({ kind }) => kind === 'message-waiting')?.text).toContain('Stop these emails');
    expect(all.find(({ kind }) => kind === 'receipt')?.text).not.toContain('Stop these emails');
  });

  it('are shown as HTML to admins only, in our own frames, and cannot run scripts', async () => {
    const answer = await sample('receipt');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('Hello,');
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toMatch(/sandbox allow-same-origin$/);
    expect(policy).not.toContain('script');
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect((await sample('nothing')).status).toBe(404);
    expect((await sample('receipt', new Map())).status).toBe(401);
    expect((await sample('receipt', (await personWith(app, { isDoctor: true })).cookies)).status).toBe(403);
  });
});

describe("the clinic's paragraph", () => {
  it('is in the emails of its kind before the name of the clinic, and in the sample, until it is emptied, on record', async () => {
    const said = 'Please bring your card.\n<b>Room</b> 5 \u202Eis new.';
    const saved = await save('password-reset', said);
    expect(saved.body).toMatchObject({ paragraph: 'Please bring your card.\n<b>Room</b> 5 is new.' });
    const person = await personWith(app);
    const { db } = app.database;
    const sent = async () => {
      await queueMessage(db, { kind: 'password-reset', address: person.email, now: new Date() });
      await app.deliverMail();
      return app.mails.at(-1);
    };
    const mail = await sent();
    expect(mail?.text).toMatch(/Please bring your card\.\n+<b>Room<\/b> 5 is new\.\n+Openhours/);
    expect(mail?.html).toContain('&lt;b&gt;Room&lt;/b&gt;');
    expect(await (await sample('password-reset')).text()).toContain('Please bring your card.');
    expect((await texts()).filter(({ text }) => text.includes('Please bring'))).toHaveLength(1);

    await save('password-reset', ' \n ');
    expect((await sent())?.text).not.toContain('Please bring');
    expect((await admin.get('/api/audit?what=change-messages')).body).toMatchObject([
      { detail: 'Removed the paragraph in emails of the kind password-reset.' },
      { detail: 'Changed the paragraph in emails of the kind password-reset.', outcome: 'done' },
    ]);
  });

  it('is kept when two admins edit it at once, and the second one gets what the first one saved', async () => {
    const answers = await Promise.all(['Mine', 'Yours'].map((paragraph) => save('receipt', paragraph, '')));
    const kept = answers.find(({ status }) => status === 200)?.body['paragraph'];
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE', paragraph: kept },
    });
    expect((await texts()).find(({ kind }) => kind === 'receipt')).toMatchObject({ paragraph: kept });
    // Sent again after a lost answer.
    expect(await save('receipt', String(kept), '')).toMatchObject({ status: 200 });
    expect(await save('receipt', 'Both', String(kept))).toMatchObject({ status: 200, body: { paragraph: 'Both' } });
  });

  it('has at most 600 characters, and belongs to a kind that exists', async () => {
    expect((await save('receipt', 'x'.repeat(601))).status).toBe(400);
    expect((await save('nothing', 'x')).status).toBe(400);
  });
});

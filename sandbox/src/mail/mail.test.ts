import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import { afterAll, expect, test } from 'vitest';
import { startSandbox } from '../index.ts';

const sandbox = await startSandbox({ port: 0, production: false });
afterAll(() => sandbox.stop());

const mailer = () => createTransport(sandbox.smtpUrl);
/** A message is kept before its sender has the answer. */
const newestTo = (address: string) => {
  const [mail] = sandbox.mail.list(address);
  if (!mail) throw new Error(`no mail to ${address}`);
  return mail;
};
const from = '"Openhours" <clinic@openhours.example>';
const read = async (path: string) => {
  const answer = await fetch(sandbox.url + path);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test('receives addresses, subject, both parts, attachment and source from the real SMTP client', async () => {
  await mailer().sendMail({
    from,
    to: 'Amina@Example.org',
    bcc: 'copy@example.org',
    subject: 'Your appointment on Jan 5, 2024 – আপনার',
    text: 'See you at 09:00.',
    html: '<p>See you at <b>09:00</b>.</p>',
    attachments: [{ filename: 'visit.ics', content: 'BEGIN:VCALENDAR\n', contentType: 'text/calendar' }],
  });

  const mail = newestTo('amina@example.org');
  expect(mail).toMatchObject({
    from: 'Openhours <clinic@openhours.example>',
    to: ['amina@example.org', 'copy@example.org'],
    subject: 'Your appointment on Jan 5, 2024 – আপনার',
    text: expect.stringContaining('See you at 09:00.'),
    html: expect.stringContaining('<b>09:00</b>'),
    attachments: [{ name: 'visit.ics', type: 'text/calendar' }],
    source: expect.stringContaining('MIME-Version: 1.0'),
  });
  expect(Date.parse(mail.date)).toBeGreaterThan(Date.now() - 60_000);
  expect(new TextDecoder().decode(mail.attachments[0]?.content)).toContain('BEGIN:VCALENDAR');

  const json: unknown = JSON.parse((await read(`/mail/${mail.id}.json`)).text);
  expect(json).toMatchObject({ id: mail.id, attachments: [{ content: btoa('BEGIN:VCALENDAR\n') }] });
  expect((await read(`/mail/${mail.id}.eml`)).text).toBe(mail.source);
  const download = await read(`/mail/${mail.id}/attachments/0`);
  expect(download.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''visit.ics");
  expect(download.headers.get('content-type')).toBe('application/octet-stream');
});

test('a line break in a name or subject adds neither a header nor a recipient', async () => {
  await mailer().sendMail({
    from,
    to: { name: 'Eve\r\nBcc: victim@example.org', address: 'eve@example.org' },
    subject: 'Hello\r\nBcc: victim@example.org\r\n\r\nforged body',
    text: 'the real body',
  });

  const mail = newestTo('eve@example.org');
  expect(mail.to).toEqual(['eve@example.org']);
  expect(mail.source).not.toMatch(/^Bcc:/im);
  expect(mail.text).toContain('the real body');
  expect(sandbox.mail.list('victim@example.org')).toEqual([]);
});

test('refuses the mailbox that does not exist', async () => {
  const sent = mailer().sendMail({ from, to: 'no-such-person@example.org', subject: 'Hello', text: '' });
  await expect(sent).rejects.toMatchObject({ responseCode: 550 });
});

test('refuses a message above its announced maximum size, and keeps nothing of it', async () => {
  const sent = mailer().sendMail({ from, to: 'big@example.org', text: 'x'.repeat(3 * 1024 * 1024) });
  await expect(sent).rejects.toMatchObject({ responseCode: 552 });
  expect(sandbox.mail.list('big@example.org')).toEqual([]);
});

test('refuses an oversized message of undeclared size after reading it', async () => {
  const replies = await speakSmtp([
    'HELO test\r\n',
    'MAIL FROM:<a@example.org>\r\n',
    'RCPT TO:<big@example.org>\r\n',
    'DATA\r\n',
    `Subject: big\r\n\r\n${'x'.repeat(70)}\r\n`.repeat(40_000) + '.\r\n',
  ]);
  expect(replies.at(-1)).toMatch(/^552 /);
  expect(sandbox.mail.list('big@example.org')).toEqual([]);
});

test('receives two messages in parallel and lists the newest first, by recipient', async () => {
  await Promise.all([
    mailer().sendMail({ from, to: 'one@example.org', subject: 'first', text: '1' }),
    mailer().sendMail({ from, to: 'two@example.org', subject: 'second', text: '2' }),
  ]);
  expect([newestTo('one@example.org').subject, newestTo('two@example.org').subject]).toEqual(['first', 'second']);

  await mailer().sendMail({ from, to: 'one@example.org', subject: 'later', text: '3' });
  expect(sandbox.mail.list('ONE@example.org').map((mail) => mail.subject)).toEqual(['later', 'first']);
  expect(JSON.parse((await read('/mail.json?to=one%40example.org')).text)).toHaveLength(2);
});

test('accepts any user name and password without encryption', async () => {
  const transport = createTransport(sandbox.smtpUrl.replace('://', '://user:secret@'));
  await transport.sendMail({ from, to: 'auth@example.org', subject: 'with a password', text: '' });
  expect(sandbox.mail.list('auth@example.org')).toHaveLength(1);
});

test('shows emails as text, and their HTML in a frame without scripts', async () => {
  await mailer().sendMail({
    from: { name: '<img src=x onerror=alert(1)>', address: 'clinic@openhours.example' },
    to: 'page@example.org',
    subject: '<script>alert(1)</script>',
    text: 'Open https://openhours.example/reset?token=a&b="><script>alert(2)</script>. Not javascript:alert(3)',
    html: '<script>alert(4)</script>',
    attachments: [{ filename: '"><script>alert(5)</script>.html', content: '<b>' }],
  });
  const { id } = newestTo('page@example.org');

  for (const path of ['/mail', '/mail?to=page@example.org', '/mail?to=<script>', `/mail/${id}`]) {
    const page = await read(path);
    expect(page.text).not.toMatch(/<script|<img/i);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'nonce-[^']+'; img-src data:; form-action 'none'(; frame-src 'self')?; base-uri 'none'; frame-ancestors 'none'$/,
    );
  }
  const framed = await read(`/mail/${id}/html`);
  expect(framed.text).toContain('<script>alert(4)</script>');
  const policy = framed.headers.get('content-security-policy');
  expect(policy).toMatch(
    /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline';/,
  );
  expect(policy).not.toContain('script');
  const page = await read(`/mail/${id}`);
  expect(page.text).toContain('<a href="https://openhours.example/reset?token=a&amp;b=" rel="noopener noreferrer">');
  expect(page.text).not.toContain('href="javascript:');
  const source = await read(`/mail/${id}.eml`);
  expect(source.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(source.headers.get('x-content-type-options')).toBe('nosniff');
});

test('reports an empty inbox, and 404 for an unknown email', async () => {
  expect((await read('/mail?to=nobody@example.org')).text).toContain('No mail to nobody@example.org yet');
  for (const path of ['/mail/abc', '/mail/abc.json', '/mail/abc.eml', '/mail/abc/html', '/mail/abc/attachments/0']) {
    expect((await read(path)).status).toBe(404);
  }
});

/** Speaks SMTP line by line, waiting for the reply to each part, and returns the replies. */
async function speakSmtp(parts: string[]): Promise<string[]> {
  const socket = connect(Number(new URL(sandbox.smtpUrl).port), '127.0.0.1').setEncoding('utf8');
  const replies: string[] = [];
  const queue = [...parts];
  for await (const reply of socket) {
    replies.push(String(reply));
    const next = queue.shift();
    if (next === undefined) break;
    socket.write(next);
  }
  return replies;
}

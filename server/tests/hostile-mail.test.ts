import { pino } from 'pino';
import { expect, it } from 'vitest';
import { writeMail } from '../src/features/messages/write-mail.ts';
import { createSmtpSender } from '../src/providers/mail/smtp.ts';
import { startSandbox } from '../testing/sandbox.ts';

const sandbox = await startSandbox({ port: 0, production: false });

const HOSTILE = [
  'Dr. Eve\r\nBcc: victim@example.org\r\n\r\nforged body',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '\u202Egpj.exe \u2066hidden\u2069',
  'x'.repeat(10_000),
  'নমস্কার 👩🏽‍⚕️ =?utf-8?B?SGFja2Vk?=',
  '.\r\n.\r\nQUIT',
];

it('an email with every field hostile arrives at one recipient, with one subject, and says what was written', async () => {
  const sender = createSmtpSender({
    smtpUrl: sandbox.smtpUrl,
    from: () => ({ name: 'Clinic\r\nBcc: victim@example.org', address: 'clinic@openhours.example' }),
    log: pino({ level: 'silent' }),
  });
  for (const [at, words] of HOSTILE.entries()) {
    const to = `pat${at}@example.org`;
    const letterhead = {
      name: words,
      address: [words],
      phone: words,
      logo: undefined,
      accent: '#0f5c50',
      onAccent: '#ffffff',
    };
    const written = await writeMail(
      { subject: words, blocks: [{ text: words }, { facts: [[words, words]] }, { quote: words }] },
      { letterhead, footnotes: [{ text: words }] },
    );
    const calendar = { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' } as const;
    const unsubscribeUrl = 'https://clinic.example/unsubscribe?token=x';
    const outcome = await sender.send({ to, ...written, calendar, unsubscribeUrl, messageId: `m${at}@clinic.example` });
    expect(outcome.kind).toBe('accepted');

    const [mail] = sandbox.mail.list(to);
    if (!mail) throw new Error(`no mail to ${to}`);
    expect(mail.to).toEqual([to]);
    const [header = ''] = mail.source.split('\r\n\r\n');
    expect(header).not.toMatch(/^(Bcc|Cc):/im);
    expect(header.match(/^Subject:/gim)).toHaveLength(1);
    expect(header.match(/^Message-ID: <m\d@clinic\.example>\r$/gim)).toHaveLength(1);
    expect(header.match(/^List-Unsubscribe: <https:\/\/clinic\.example\/unsubscribe\?token=x>\r$/gim)).toHaveLength(1);
    for (const line of mail.source.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
    expect(mail.subject).toBe(written.subject);
    expect(mail.text.trim()).toBe(written.text.replaceAll('\r\n', '\n').trim());
    expect(mail.html).not.toMatch(/<script|<img src=x/);
    expect(mail.attachments.map(({ type }) => type)).toContain('text/calendar');
  }
  await sender.close();
});

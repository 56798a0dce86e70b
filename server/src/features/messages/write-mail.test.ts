import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../testing/any-character.ts';
import type { Letterhead } from './mail-document.ts';
import { subjectLine, writeMail } from './write-mail.ts';

const letterhead: Letterhead = {
  name: 'Riverside Clinic',
  address: ['Bank Street 1', 'Riverton'],
  phone: '+44 20 7946 0000',
  logo: 'https://clinic.example/images/logo',
  accent: '#0f5c50',
  onAccent: '#ffffff',
};
const link = 'https://clinic.example/dashboard/myAppointment?a=1&b=2';

describe('an email', () => {
  it('says the same as text and as HTML: the greeting, its parts in order, and who sent it', async () => {
    const { text, html } = await writeMail(
      {
        subject: 'Your appointment',
        blocks: [
          { text: 'Your appointment was moved.' },
          { facts: [['When', 'Nov 30, 2026, 08:00 AM - 08:30 AM']] },
          { quote: 'We are closed.\nSorry.' },
          { label: 'See your appointment', link },
        ],
      },
      { letterhead, footnotes: [{ text: 'You get reminders.', link: { label: 'Stop them', url: `${link}#stop` } }] },
    );
    expect(text.split(/\n+/)).toEqual([
      'Hello,',
      'Your appointment was moved.',
      'When: Nov 30, 2026, 08:00 AM - 08:30 AM',
      'We are closed.',
      'Sorry.',
      `See your appointment ${link}`,
      'Riverside Clinic',
      'Bank Street 1',
      'Riverton',
      '+44 20 7946 0000',
      `You get reminders. Stop them ${link}#stop`,
      '',
    ]);
    expect(text).toContain('Bank Street 1\nRiverton\n+44 20 7946 0000\n');
    for (const part of ['Hello,', 'Your appointment was moved.', 'We are closed.', 'Bank Street 1', 'Stop them']) {
      expect(html).toContain(part);
    }
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).toContain('src="https://clinic.example/images/logo"');
  });

  it('shows what people wrote as they wrote it, and runs none of it', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.constantFrom(
        '<script>alert(1)</script>',
        '<img src=x onerror=alert(1)>',
        '"><a href="https://evil.example">x</a>',
        'a\r\nBcc: victim@example.org',
        '\u202Etxt.exe',
        '</style><b>',
        'x'.repeat(10_000),
      ),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (words) => {
        const { html, text, subject } = await writeMail(
          { subject: words, blocks: [{ text: words }, { facts: [['When', words]] }, { quote: words }] },
          { letterhead: { ...letterhead, name: words } },
        );
        expect(html).not.toMatch(/<script|<img src=x|onerror=(?!alert\(1\)&gt;)|<b>|href="https:\/\/evil/);
        expect(subject).not.toMatch(/[\p{Cc}\u202E]/u);
        expect(Array.from(subject).length).toBeLessThanOrEqual(150);
        expect(text).toContain('Hello,');
      }),
      { numRuns: 40 },
    );
  });
});

describe('a subject', () => {
  it('is one line, without marks that change the direction of writing, and not too long', () => {
    expect(subjectLine('a\r\nBcc: x\u2028y\u0000z')).toBe('a Bcc: x y z');
    expect(subjectLine('\u202Ecod.exe')).toBe('cod.exe');
    expect(subjectLine('x'.repeat(500))).toBe(`${'x'.repeat(149)}…`);
    expect(subjectLine('নমস্কার')).toBe('নমস্কার');
  });
});

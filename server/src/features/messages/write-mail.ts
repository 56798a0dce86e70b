import type { Footnote, Letterhead } from './mail-document.ts';
import type { Written } from './message-kind.ts';

const MOST_SUBJECT_LETTERS = 150;

/** The email of a message: subject, HTML, and the plain text that is derived from the HTML. */
export async function writeMail(
  written: Written,
  { letterhead, footnotes = [] }: { letterhead: Letterhead; footnotes?: readonly Footnote[] },
): Promise<{ subject: string; html: string; text: string }> {
  // When the first email is written: React and its packages take memory.
  const { renderMail } = await import('./render-mail.ts');
  const subject = subjectLine(written.subject);
  return { subject, ...(await renderMail({ ...written, subject }, { letterhead, footnotes })) };
}

/** One line without control characters or marks that change the direction of writing, which could hide what it says. */
export function subjectLine(text: string): string {
  const line = text
    .replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  const letters = Array.from(line);
  return letters.length <= MOST_SUBJECT_LETTERS ? line : `${letters.slice(0, MOST_SUBJECT_LETTERS - 1).join('')}…`;
}

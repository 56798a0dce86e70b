import { plainTextSelectors, render } from '@react-email/render';
import { compile } from 'html-to-text';
import { type Footnote, type Letterhead, mailDocument } from './mail-document.ts';
import type { Written } from './message-kind.ts';

/** Compiling takes four times as long as converting an email. */
const textOf = compile({ wordwrap: false, selectors: [...plainTextSelectors, { selector: 'title', format: 'skip' }] });

/** The HTML of an email, and the plain text that is derived from it. */
export async function renderMail(
  written: Written,
  sheet: { letterhead: Letterhead; footnotes: readonly Footnote[] },
): Promise<{ html: string; text: string }> {
  const html = await render(mailDocument(written, sheet));
  return { html, text: `${textOf(html).trim()}\n` };
}

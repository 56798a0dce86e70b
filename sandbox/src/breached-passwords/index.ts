import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { answerPage } from '../page.ts';
import type { SandboxPart } from '../part.ts';

/** The passwords that are said to have been breached, each with how often. The rule of Openhours accepts all of them. */
const BREACHED: ReadonlyMap<string, number> = new Map([
  ['Giraffe&Teapot7', 12],
  ['Marmalade#1984', 3],
  ['Zeppelin!Moss1', 1],
]);

/** Rows that are added to an answer if padding is asked for. They count 0, so they stand for no password. */
const PADDING = 20;

/** The range API of Pwned Passwords, as documented at https://haveibeenpwned.com/API/v3#PwnedPasswords. */
export function createBreachedPasswords(): SandboxPart {
  const hashes = [...BREACHED].map(([password, count]) => ({ hash: sha1(password), count }));
  return {
    path: '/breached-passwords',
    title: 'Breached passwords',
    summary: 'Passwords that are said to be known from breaches, and the setting for refusing them.',
    pages: new Hono()
      .get('/breached-passwords', (c) =>
        answerPage(c, {
          title: 'Breached passwords',
          body: html`<pre class="code">BREACHED_PASSWORDS_URL=${new URL(c.req.url).origin}/breached-passwords</pre>
<ul class="rows">${[...BREACHED].map(([password, count]) => html`<li>${password}<div class="small quiet">${count} times</div></li>`)}</ul>`,
        }),
      )
      .get('/breached-passwords/range/:prefix', (c) => {
        const prefix = c.req.param('prefix').toUpperCase();
        if (!/^[0-9A-F]{5}$/.test(prefix)) return c.text('The hash prefix was not in a valid format', 400);
        const known = hashes.filter(({ hash }) => hash.startsWith(prefix));
        const padding = c.req.header('add-padding') === 'true' ? PADDING : 0;
        const rows = [
          ...known.map(({ hash, count }) => `${hash.slice(5)}:${count}`),
          ...Array.from({ length: padding }, (_, row) => `${sha1(`${prefix} ${row}`).slice(5)}:0`),
        ];
        return c.text(rows.toSorted().join('\r\n'));
      }),
    stop: async () => undefined,
  };
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex').toUpperCase();
}

import { Hono } from 'hono';
import { html } from 'hono/html';
import { answerPage, type Markup } from '../page.ts';
import type { Inbox, MailMessage } from './inbox.ts';

/**
 * The inbox for people (`/mail`) and tests (`/mail.json`). A message's content is untrusted: its text is shown as text, and
 * its HTML in a frame whose policy allows no scripts, no forms and no requests but for pictures from this machine.
 */
export function mailPages(inbox: Inbox): Hono {
  return new Hono()
    .get('/mail.json', (c) => c.json(inbox.list(c.req.query('to')).map(toJson)))
    .get('/mail', (c) => {
      const to = c.req.query('to');
      return answerPage(c, { title: to ? `Mail to ${to}` : 'Mail', body: listBody(inbox.list(to), to) });
    })
    .get('/mail/:file{[0-9a-f-]+\\.json}', (c) => {
      const message = inbox.find(c.req.param('file').slice(0, -'.json'.length));
      return message ? c.json(toJson(message)) : c.json({ message: 'There is no such mail.' }, 404);
    })
    .get('/mail/:file{[0-9a-f-]+\\.eml}', (c) => {
      const message = inbox.find(c.req.param('file').slice(0, -'.eml'.length));
      return message ? c.text(message.source) : c.text('There is no such mail.', 404);
    })
    .get('/mail/:id{[0-9a-f-]+}', (c) => {
      const message = inbox.find(c.req.param('id'));
      if (!message) return answerPage(c, { title: 'There is no such mail', body: back, status: 404 });
      return answerPage(c, { title: message.subject || '(no subject)', body: messageBody(message), frames: true });
    })
    .get('/mail/:id{[0-9a-f-]+}/html', (c) => {
      const message = inbox.find(c.req.param('id'));
      if (!message) return c.text('There is no such mail.', 404);
      c.header('Content-Security-Policy', HTML_POLICY);
      return c.html(message.html);
    })
    .get('/mail/:id{[0-9a-f-]+}/attachments/:index{[0-9]+}', (c) => {
      const attachment = inbox.find(c.req.param('id'))?.attachments[Number(c.req.param('index'))];
      if (!attachment) return c.text('There is no such attachment.', 404);
      // Always a download of plain bytes: the sender must not choose a type that the browser would run.
      c.header('Content-Type', 'application/octet-stream');
      c.header('Content-Disposition', `attachment; filename*=UTF-8''${encodeFileName(attachment.name)}`);
      return c.body(new Uint8Array(attachment.content));
    });
}

/** Links may open a window, so that the clinic's pages can be reached from its emails. */
const MAY_OPEN_LINKS = 'allow-popups allow-popups-to-escape-sandbox';
const HTML_POLICY = [
  `sandbox ${MAY_OPEN_LINKS}`,
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: http://localhost:* http://127.0.0.1:*',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

const back = html`<p><a href="/mail">All mail</a></p>`;

function listBody(messages: MailMessage[], to: string | undefined): Markup {
  if (messages.length === 0) {
    const whom = to ? html` to ${to}` : '';
    return html`<p class="quiet">No mail${whom} yet. What the product sends appears here; reload to look again.</p>
${to ? back : ''}`;
  }
  return html`${to ? back : html`<p class="quiet">The newest ${messages.length}, in memory only.</p>`}
<ol class="rows">${messages.map(
    (message) => html`
<li>
  <a href="/mail/${message.id}">${message.subject || '(no subject)'}</a>
  <div class="small">to ${message.to.map(addressLink)}</div>
  <div class="small quiet">${when(message)}</div>
</li>`,
  )}
</ol>`;
}

function messageBody(message: MailMessage): Markup {
  return html`${back}
<dl>
  <dt>From</dt><dd>${message.from}</dd>
  <dt>To</dt><dd>${message.to.map(addressLink)}</dd>
  <dt>Arrived</dt><dd>${when(message)}</dd>
</dl>
${
  message.html
    ? html`<h2>HTML</h2>
<iframe class="mail" title="The email as HTML" sandbox="${MAY_OPEN_LINKS}" src="/mail/${message.id}/html"></iframe>`
    : ''
}
<h2>Text</h2>
${message.text ? html`<pre>${linkify(message.text)}</pre>` : html`<p class="quiet">This mail has no text part.</p>`}
${attachmentList(message)}
${message.html ? html`<details><summary>HTML part, as source</summary><pre class="code">${message.html}</pre></details>` : ''}
<p><a href="/mail/${message.id}.eml">Raw source</a></p>`;
}

function attachmentList({ id, attachments }: MailMessage): Markup | '' {
  if (attachments.length === 0) return '';
  return html`<h2>Attachments</h2>
<ul class="rows">${attachments.map(
    ({ name, type, content }, index) => html`
<li><a href="/mail/${id}/attachments/${index}">${name}</a> <span class="small quiet">${type}, ${content.length} bytes</span></li>`,
  )}
</ul>`;
}

function addressLink(address: string): Markup {
  return html`<a href="/mail?to=${encodeURIComponent(address)}">${address}</a> `;
}

function when({ date }: MailMessage): Markup {
  return html`<time datetime="${date}">${date.slice(0, 19).replace('T', ' ')} UTC</time>`;
}

/** Web addresses become links, the rest stays text; a closing bracket or full stop belongs to the sentence. */
function linkify(text: string): (Markup | string)[] {
  return text.split(/(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}])/).map((piece, index) =>
    // With one capturing group, every odd piece is a match.
    index % 2 === 1 ? html`<a href="${piece}" rel="noopener noreferrer">${piece}</a>` : piece,
  );
}

function encodeFileName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function toJson({ attachments, ...message }: MailMessage) {
  return {
    ...message,
    attachments: attachments.map(({ name, type, content }) => ({
      name,
      type,
      content: Buffer.from(content).toString('base64'),
    })),
  };
}

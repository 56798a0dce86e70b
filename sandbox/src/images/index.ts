import { Hono } from 'hono';
import { html } from 'hono/html';
import { answerPage, type Markup } from '../page.ts';
import type { SandboxPart } from '../part.ts';
import { IMGBB_KEY, imgbbPages } from './imgbb.ts';
import { S3_BUCKET, S3_CREDENTIALS, s3Pages } from './s3.ts';
import { createShelf, type Shelf } from './shelf.ts';

/** Image hosts: a bucket with the S3 protocol, and imgbb. In memory only. */
export function createImageHosts(): SandboxPart {
  const bucket = createShelf();
  const imgbb = createShelf();
  return {
    path: '/images',
    title: 'Images',
    summary: 'An S3 bucket and imgbb: their files, and the settings for using them.',
    pages: new Hono()
      .get('/images', (c) =>
        answerPage(c, { title: 'Images', body: page(new URL(c.req.url).origin, { bucket, imgbb }) }),
      )
      .route('/', s3Pages(bucket))
      .route('/', imgbbPages(imgbb)),
    stop: async () => undefined,
  };
}

function page(origin: string, { bucket, imgbb }: { bucket: Shelf; imgbb: Shelf }): Markup {
  return html`<h2>The bucket</h2>
<pre class="code">IMAGES=s3
S3_ENDPOINT=${origin}/s3
S3_REGION=local
S3_BUCKET=${S3_BUCKET}
S3_ACCESS_KEY_ID=${S3_CREDENTIALS.accessKeyId}
S3_SECRET_ACCESS_KEY=${S3_CREDENTIALS.secretAccessKey}</pre>
${files(bucket, undefined)}
<h2>imgbb</h2>
<pre class="code">IMAGES=imgbb
IMGBB_ENDPOINT=${origin}/imgbb
IMGBB_KEY=${IMGBB_KEY}</pre>
${files(imgbb, '/imgbb/i/')}`;
}

/** The files of a host; with links if they are public. */
function files(shelf: Shelf, servedUnder: string | undefined): Markup {
  const all = shelf.list();
  if (all.length === 0) return html`<p class="quiet">Nothing yet.</p>`;
  return html`<ul class="rows">${all.map(
    ({ name, size, type }) => html`
<li>${servedUnder === undefined ? name : html`<a href="${servedUnder}${name}">${name}</a>`}
  <div class="small quiet">${type}, ${size} bytes</div></li>`,
  )}
</ul>`;
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Disturber, disturbances } from './disturbances.ts';
import { listenOnLoopback } from './listen.ts';
import { answerPage } from './page.ts';
import type { SandboxPart } from './part.ts';

/**
 * Serves every part, and a front page that lists them, on one loopback port (0 is any free one). Calls `onAnswered` after each
 * request, also a GET: SSLCommerz's protocol has them for refunds.
 */
export async function serveParts({ port, parts, log, onAnswered }: ServeSettings): Promise<ServedParts> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  let disturber: Disturber | undefined;
  app.use(async (c, next) => {
    // A foreign site can point its name at 127.0.0.1 to read this page, but it cannot forge the Host header.
    if (!isLoopbackHost(c.req.header('host'))) return c.text('The sandbox answers on localhost only.', 421);
    await next();
    onAnswered(c.req.path);
    c.header('X-Content-Type-Options', 'nosniff');
    if (!c.res.headers.has('Referrer-Policy')) c.header('Referrer-Policy', 'no-referrer');
    c.header('Cache-Control', 'no-store');
    return;
  });
  app.get('/', (c) =>
    answerPage(c, {
      title: 'Sandbox',
      body: html`<ul class="rows">${parts.map(
        (part) => html`
<li><a href="${part.path}">${part.title}</a><div class="small quiet">${part.summary}</div></li>`,
      )}
</ul>`,
    }),
  );
  app.use(
    disturbances(
      parts.flatMap(({ api }) => api ?? []),
      () => disturber,
    ),
  );
  for (const part of parts) app.route('/', part.pages);
  app.notFound((c) => answerPage(c, { title: 'There is nothing here', body: html`<a href="/">Back</a>`, status: 404 }));
  app.onError((error, c) => {
    log(`${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`);
    return c.text('The sandbox failed; its log says why.', 500);
  });

  const server = createServer(getRequestListener(app.fetch));
  const boundPort = await listenOnLoopback(server, port);

  return {
    url: `http://127.0.0.1:${boundPort}`,
    disturb: (next) => {
      disturber = next;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface ServedParts {
  url: string;
  disturb(disturber: Disturber | undefined): void;
  stop(): Promise<void>;
}

interface ServeSettings {
  port: number;
  parts: readonly SandboxPart[];
  log: (line: string) => void;
  onAnswered: (path: string) => void;
}

function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host);
}

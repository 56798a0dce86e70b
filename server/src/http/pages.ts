import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { serveStatic } from '@hono/node-server/serve-static';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Hono } from 'hono';
import { compress } from 'hono/compress';
import { dateAt } from '../features/schedule/index.ts';
import type { Callers } from './callers.ts';
import { escapeMarkup } from './escape-markup.ts';
import { problemResponse } from './problems.ts';
import type { RequestVariables } from './request-log.ts';
import { contentSecurityPolicy, NO_SOURCES, type PageSources } from './security-headers.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const APP_PAGE = 'app';
/** In a document that greets its reader; what the document says without a name is whole as well. */
const READER = '__READER__';
const READER_WITHIN_MILLIS = 300;
/** The one page that deals with a payment provider. It is always loaded as a document, for a policy of its own. */
const PAYMENT_PAGE = /^\/dashboard\/payment\//;

/** What a page is told about the clinic, in place of `__NAME__` in the built HTML. */
export interface PageFacts {
  readonly productName: string;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly clinicTimeZone: string;
  /** Whether there is a way to sign in with Google. */
  readonly googleSignIn: boolean;
}

/**
 * The pages of the sign-in window. It goes to the provider and comes back, and a policy of its own on the way would cut
 * it off from the page that opened it. They show nothing of anybody.
 */
const WINDOW_PAGES = new Set(['oauth-popup', 'oauth-done']);

/**
 * Serves the built web client: hashed files for ever, public pages prerendered, and the app for every other path.
 * Each page goes out with a nonce of its own. `sources` are for the payment page alone.
 */
export function mountPages(
  app: Hono<{ Variables: RequestVariables }>,
  options: {
    directory: string;
    facts: PageFacts;
    pictureOrigins: readonly string[];
    sources: PageSources;
    /** Whether `/design` shows the gallery of components: in development and tests. */
    gallery: boolean;
    callers: Callers;
    now: () => Date;
  },
): void {
  const { directory, facts, pictureOrigins, sources, gallery, callers, now } = options;
  const sourcesOf = (path: string): PageSources => {
    const page = PAYMENT_PAGE.test(path) ? sources : NO_SOURCES;
    return { ...page, image: [...pictureOrigins, ...page.image] };
  };
  const pages = readPages(directory, facts);
  if (!gallery) pages.delete('design');

  // What is made for each request; files have been compressed by the build.
  app.use('*', compress());
  app.use('/assets/*', async (context, next) => {
    await next();
    if (context.res.status === 200) context.res.headers.set('cache-control', IMMUTABLE);
  });
  app.use('*', serveStatic({ root: directory, precompressed: true, rewriteRequestPath: hidePages }));

  app.get('*', async (context) => {
    const { path } = context.req;
    if (path.startsWith('/assets/') || path.startsWith('/api/')) return problemResponse('NOT_FOUND');
    const name = nameOf(path);
    const page = pages.get(name) ?? pages.get(APP_PAGE);
    if (!page)
      return problemResponse('SERVICE_UNAVAILABLE', { message: 'The pages have not been built. Run npm run build.' });
    const nonce = randomBytes(16).toString('base64');
    // Another day than today stands in the address, which is the application's to read.
    const onToday =
      context.req.query('day') === undefined ? ` on ${mediumDateFromIso(dateAt(now(), facts.clinicTimeZone))}` : '';
    const { name: reader, setCookies } = page.greets ? await readerOf(context.req.raw.headers, callers) : NOBODY;
    for (const cookie of setCookies) context.header('set-cookie', cookie, { append: true });
    const html = page.pieces
      .join(nonce)
      .replace('__ON_CLINIC_TODAY__', onToday)
      .replace(READER, () => (reader === undefined ? '' : escapeMarkup(`, ${reader}`)));
    return context.body(html, 200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': reader === undefined ? 'no-cache' : 'private, no-store',
      link: [...page.hints, ...preconnects(sourcesOf(path))].join(', '),
      'content-security-policy': contentSecurityPolicy(nonce, sourcesOf(path)),
      ...(WINDOW_PAGES.has(name) ? { 'cross-origin-opener-policy': 'unsafe-none' } : {}),
    });
  });
  app.all('*', () => problemResponse('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } }));
}

interface Reader {
  readonly name: string | undefined;
  /** What renews their session. */
  readonly setCookies: readonly string[];
}

const NOBODY: Reader = { name: undefined, setCookies: [] };

/** Whoever reads a page, if that can be told at once: a page waits neither for it nor fails with it. */
async function readerOf(headers: Headers, callers: Callers): Promise<Reader> {
  try {
    const found = await Promise.race([callers.find(headers), delay(READER_WITHIN_MILLIS, undefined, { ref: false })]);
    return found ? { name: found.caller?.name, setCookies: found.setCookies } : NOBODY;
  } catch {
    // The page asks for itself, and says what is wrong.
    return NOBODY;
  }
}

/** The payment provider's machines, to be called while the page is still on its way. */
function preconnects({ connect, frame }: PageSources): readonly string[] {
  const origins = new Set([...connect, ...frame].filter((source) => /^https:\/\/[^*]+$/.test(source)));
  return [...origins].map((origin) => `<${origin}>; rel=preconnect`);
}

function nameOf(path: string): string {
  if (PAYMENT_PAGE.test(path)) return 'dashboard/payment';
  return path === '/' ? 'index' : path.slice(1);
}

/**
 * A built page must never go out with its placeholders in it: '/', '/login.html' and its compressed forms are not
 * files to this server.
 */
function hidePages(path: string): string {
  return path.endsWith('/') || path.includes('.html') ? '/no-such-file' : path;
}

interface BuiltPage {
  /** The document, cut where the nonce belongs. */
  readonly pieces: readonly string[];
  /** What a browser may fetch before it has read the document; a proxy that can sends them ahead of the answer (103). */
  readonly hints: readonly string[];
  /** Whether it has a place for its reader's name. */
  readonly greets: boolean;
}

/** The built pages by name. */
function readPages(directory: string, facts: PageFacts): Map<string, BuiltPage> {
  const names = listHtml(directory);
  return new Map(
    names.map((name) => {
      // Functions, because a replacement given as text may not hold '$&' and the like.
      const html = readFileSync(join(directory, name), 'utf8')
        .replaceAll('__PRODUCT_NAME_JSON__', () => escapeJson(facts.productName))
        .replaceAll('__PUBLIC_URL__', () => escapeMarkup(facts.publicUrl))
        .replaceAll('__PRODUCT_NAME__', () => escapeMarkup(facts.productName))
        .replaceAll('__CLINIC_TIME_ZONE__', () => escapeMarkup(facts.clinicTimeZone))
        .replaceAll('__GOOGLE_SIGN_IN__', facts.googleSignIn ? 'on' : 'off');
      const [, stylesheet] = /<link rel="stylesheet" href="([^"]+)">/.exec(html) ?? [];
      const hints = stylesheet === undefined ? [] : [`<${stylesheet}>; rel=preload; as=style`];
      return [
        name.slice(0, -'.html'.length),
        { pieces: html.split('__NONCE__'), hints, greets: html.includes(READER) },
      ];
    }),
  );
}

function listHtml(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .map((name) => name.replaceAll('\\', '/'));
  } catch {
    return [];
  }
}

/** Inside a string of JSON that stands in a script element. */
function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c');
}

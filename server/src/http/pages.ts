import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { serveStatic } from '@hono/node-server/serve-static';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { Hono } from 'hono';
import { compress } from 'hono/compress';
import { problemResponse } from '../call/problems.ts';
import { changedDays, type ShownClinic } from '../features/clinic/index.ts';
import { dateAt, type NextFreeTimes } from '../features/schedule/index.ts';
import type { SiteMap } from './built-pages.ts';
import type { Callers } from './callers.ts';
import { fillInClinic, type SiteFacts } from './clinic-document.ts';
import { type DoctorFacts, fillInDoctor } from './doctor-document.ts';
import { fill } from './fill.ts';
import { featured, freeTimesFacts } from './free-times-document.ts';
import type { RequestVariables } from './request-variables.ts';
import { contentSecurityPolicy, NO_SOURCES, OWN_FRAMES, type PageSources } from './security-headers.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Where staff set up the second factor that the clinic requires. Until then, the dashboard leads there. */
const SECURITY_PAGE = '/dashboard/security';
const READER_WITHIN_MILLIS = 300;

/**
 * Serves the built web client: hashed files, cached forever, the document of each page in `siteMap`, and the
 * application's document for every other path, with status 404 if there is no such page. Each answer has its own nonce.
 * `sources` are for documents that contact the payment provider.
 */
export function mountPages(
  app: Hono<{ Variables: RequestVariables }>,
  options: {
    directory: string;
    siteMap: SiteMap;
    /** Its facts are filled in when the server starts and when they change. */
    clinic: { readonly shown: ShownClinic };
    site: SiteFacts;
    pictureOrigins: readonly string[];
    sources: PageSources;
    /** Whether the component gallery is shown: in development and tests. */
    gallery: boolean;
    callers: Callers;
    /** The doctor with this public page, if any. */
    findDoctor: (slug: string) => Promise<DoctorFacts | undefined>;
    /** For the document that shows the clinic's next free times. */
    findFreeTimes: () => Promise<readonly NextFreeTimes[]>;
    now: () => Date;
  },
): void {
  const { directory, clinic, site, pictureOrigins, sources, gallery, callers, findDoctor, findFreeTimes, now } =
    options;
  const siteMap = gallery ? options.siteMap : withoutGallery(options.siteMap);
  const others = new RegExp(siteMap.others, 'i');
  const pagesOf = filledPages(siteMap, { directory, site });
  const clinicToday = () => dateAt(now(), clinic.shown.timeZone);
  const sourcesOf = ({ callsPaymentProvider, framesOwnAnswers }: BuiltPage): PageSources => {
    const allowed = callsPaymentProvider ? sources : framesOwnAnswers ? OWN_FRAMES : NO_SOURCES;
    return { ...allowed, image: [...pictureOrigins, ...allowed.image] };
  };

  // Compresses generated documents; the build has compressed the files.
  app.use('*', compress());
  app.use('/assets/*', async (context, next) => {
    await next();
    if (context.res.status === 200) context.res.headers.set('cache-control', IMMUTABLE);
  });
  app.use('*', serveStatic({ root: directory, precompressed: true, rewriteRequestPath: hidePages }));

  app.get('*', async (context) => {
    const { path } = context.req;
    if (path.startsWith('/assets/') || path.startsWith('/api/')) return problemResponse('NOT_FOUND');
    const { page, doctor, isMissing } = await findPage(path);
    if (!page)
      return problemResponse('SERVICE_UNAVAILABLE', { message: 'The pages have not been built. Run npm run build.' });
    const isDashboard = /^\/dashboard/i.test(path);
    const found = page.greets || isDashboard ? await readerOf(context.req.raw.headers, callers) : NOBODY;
    // This may have renewed the session in the database: without the new cookie, the browser's would expire after a week.
    const { setCookies } = found;
    for (const cookie of setCookies) context.header('set-cookie', cookie, { append: true });
    if (found.needsSecondFactor && isDashboard && path !== SECURITY_PAGE) return context.redirect(SECURITY_PAGE);
    const reader = page.greets ? found.name : undefined;
    const nonce = randomBytes(16).toString('base64');
    // With a day in the address, the application fills in the date.
    const hasDay = context.req.query('day') !== undefined;
    const html = await fillIn(page, { nonce, reader, hasDay, doctor });
    return context.body(html, isMissing ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': reader === undefined && setCookies.length === 0 ? 'no-cache' : 'private, no-store',
      link: [...page.hints, ...preconnects(sourcesOf(page))].join(', '),
      'content-security-policy': contentSecurityPolicy(nonce, sourcesOf(page)),
      // COOP would separate the sign-in window from the page that opened it. These pages show no personal data.
      ...(page.reportsToOpener ? { 'cross-origin-opener-policy': 'unsafe-none' } : {}),
    });
  });
  app.all('*', () => problemResponse('METHOD_NOT_ALLOWED', { headers: { allow: 'GET, HEAD' } }));

  /** The page at a path, and its doctor. If there is no such page or doctor, the application's document, which says so. */
  async function findPage(path: string) {
    const pages = pagesOf(clinic.shown, clinicToday());
    const anyPage = pages.find(({ pattern }) => pattern === null);
    const page = pages.find(({ pattern }) => pattern?.test(path));
    const doctor = page?.isDoctor ? await findDoctor(slugIn(path)) : undefined;
    const isMissing = page ? page.isDoctor && !doctor : !others.test(path);
    return { page: isMissing ? anyPage : (page ?? anyPage), doctor, isMissing };
  }

  /** The document, with the parts that depend on the day, the reader and the doctor. */
  async function fillIn(
    page: BuiltPage,
    about: { nonce: string; reader: string | undefined; hasDay: boolean; doctor: DoctorFacts | undefined },
  ): Promise<string> {
    const { nonce, reader, hasDay, doctor } = about;
    const { shown } = clinic;
    const today = clinicToday();
    const html = page.pieces.join(nonce);
    if (doctor) return fillInDoctor(html, doctor, { nonce, publicUrl: site.publicUrl, clinicName: shown.name });
    return fill(html, {
      ON_CLINIC_TODAY: hasDay ? '' : ` on ${mediumDateFromIso(today)}`,
      READER: reader === undefined ? '' : `, ${reader}`,
      ...(page.hasFreeTimes && freeTimesFacts({ times: await findFreeTimes(), treatments: featured(shown), today })),
    });
  }
}

interface Reader {
  readonly name: string | undefined;
  readonly needsSecondFactor: boolean;
  /** Cookies that renew the session. */
  readonly setCookies: readonly string[];
}

const NOBODY: Reader = { name: undefined, needsSecondFactor: false, setCookies: [] };

/** The reader, if known in time: a page neither waits for the database nor fails with it. */
async function readerOf(headers: Headers, callers: Callers): Promise<Reader> {
  try {
    const found = await Promise.race([callers.find(headers), delay(READER_WITHIN_MILLIS, undefined, { ref: false })]);
    if (!found) return NOBODY;
    const { caller, setCookies } = found;
    return { name: caller?.name, needsSecondFactor: caller?.needsSecondFactor === true, setCookies };
  } catch {
    // The page loads its data itself and reports errors.
    return NOBODY;
  }
}

/** The payment provider's origins, to connect to while the page loads. */
function preconnects({ connect, frame }: PageSources): readonly string[] {
  const origins = new Set([...connect, ...frame].filter((source) => /^https:\/\/[^*]+$/.test(source)));
  return [...origins].map((origin) => `<${origin}>; rel=preconnect`);
}

/**
 * Built files that must not be served as they are: documents with placeholders and the build's metadata ('/',
 * '/login.html' and its compressed forms, '/pages.json', '/.vite/').
 */
function hidePages(path: string): string {
  return path.endsWith('/') || /\.html|\/\.|\.json$/.test(path) ? '/no-such-file' : path;
}

interface BuiltPage {
  /** The paths of this page; null for the application's document, which serves all others. */
  readonly pattern: RegExp | null;
  readonly callsPaymentProvider: boolean;
  readonly framesOwnAnswers: boolean;
  readonly reportsToOpener: boolean;
  /** The document, split where the nonce is inserted. */
  readonly pieces: readonly string[];
  /** Preloads for the Link header; some proxies send them early (103). */
  readonly hints: readonly string[];
  /** Whether it has a placeholder for the reader's name. The sentence also works without one. */
  readonly greets: boolean;
  /** Whether it has the form of `web/src/features/landing/next-free-times.tsx` in it. */
  readonly hasFreeTimes: boolean;
  /** Whether it is about the doctor in the last segment of its path. */
  readonly isDoctor: boolean;
}

function withoutGallery({ documents, ...rest }: SiteMap): SiteMap {
  return { ...rest, documents: documents.filter(({ isGallery }) => !isGallery) };
}

/** The documents with the clinic's facts in them, rendered again when the facts have changed, and every day. */
function filledPages({ documents }: SiteMap, { directory, site }: { directory: string; site: SiteFacts }) {
  const built = documents.map((document) => ({ document, html: readFileSync(join(directory, document.file), 'utf8') }));
  let last: { of: ShownClinic; today: string; pages: readonly BuiltPage[] } | undefined;
  return (shown: ShownClinic, today: string): readonly BuiltPage[] => {
    if (last?.of !== shown || last.today !== today) {
      const facts = { ...site, changedDays: changedDays(shown.timetable, today) };
      const pages = built.map(({ document, html }) => builtPage(document, fillInClinic(html, shown, facts)));
      last = { of: shown, today, pages };
    }
    return last.pages;
  };
}

function builtPage(document: SiteMap['documents'][number], html: string): BuiltPage {
  const { pattern, callsPaymentProvider, framesOwnAnswers, reportsToOpener, isDoctor } = document;
  const [, stylesheet] = /<link rel="stylesheet" href="([^"]+)">/.exec(html) ?? [];
  return {
    pattern: pattern === null ? null : new RegExp(pattern, 'i'),
    callsPaymentProvider,
    framesOwnAnswers,
    reportsToOpener,
    isDoctor,
    pieces: html.split('__NONCE__'),
    hints: stylesheet === undefined ? [] : [`<${stylesheet}>; rel=preload; as=style`],
    greets: html.includes('__READER__'),
    hasFreeTimes: html.includes('__EACH:freeTimes__'),
  };
}

/** The last segment of a path, decoded; empty if it cannot be decoded. */
function slugIn(path: string): string {
  try {
    return decodeURIComponent(path.replace(/\/+$/, '').replace(/^.*\//, ''));
  } catch {
    return '';
  }
}
